import { addCents, type Cents, subtractCents } from '../core/money.js'
import { w2 } from '../schema/forms/w2.js'
import { checkSocialSecurityWageBase } from './across-documents.js'
import {
  defineChecks,
  findExcess,
  listMoneyFields,
  requireAtLeast,
  requireAtMost,
  requireAtMostLimit,
  requireIfAmount,
  requireNoneNegative,
  requireStatement,
  requireZeroIf,
  sumBoxes,
  testFlag,
} from './check-rules.js'
import { BoxPositions } from './checkable-document.js'
import type { YearLimits } from './limits.js'
import {
  defineOnePercent,
  isWithinTolerance,
  multiplyByRate,
  NO_TOLERANCE,
  ONE_AMOUNT_TOLERANCE,
  pickLarger,
  sumRateProducts,
  TAX_TOLERANCE,
} from './tolerance.js'

const BOX_1_WAGES = 'wages'
const FEDERAL_TAX_WITHHELD = 'federalIncomeTaxWithheld'
const SS_WAGES = 'socialSecurityWages'
const SS_TAX = 'socialSecurityTaxWithheld'
const MEDICARE_WAGES = 'medicareWagesTips'
const MEDICARE_TAX = 'medicareTaxWithheld'
const SS_TIPS = 'socialSecurityTips'
const DEFERRED_COMPENSATION = 'deferredCompensation'
const ROTH_401K = 'roth401kContributions'
const ROTH_403B = 'roth403bContributions'
const ROTH_457B = 'roth457bContributions'
const SIMPLE_DEFERRALS = 'simpleDeferrals'
const ADOPTION_BENEFITS = 'adoptionBenefits'

const INSTRUCTIONS = 'General Instructions for Forms W-2 and W-3 (2024)'
const EFW2_REJECTS_SOURCE = 'SSA Publication 42-007 (EFW2), wage reports that are rejected'

const ONE_PERCENT_OF_BOX_5 = defineOnePercent(5_00, 'box 5')

const SS_WAGE_BOXES = new BoxPositions([SS_WAGES, SS_TIPS])

/** The maximum 2020 wages with deferrable tax, in cents: nine biweekly payments just below $4,000 from September on. */
const MAX_DEFERRABLE_WAGES_2020 = 36_000_00

/** Returns true if box 4 of a 2020 form is too low by no more than the tax that the employer could defer. */
function isWithinDeferralOf2020(difference: Cents, base: Cents, limits: YearLimits): boolean {
  if (limits.year !== 2020 || difference >= 0) return false
  const wages = base > MAX_DEFERRABLE_WAGES_2020 ? MAX_DEFERRABLE_WAGES_2020 : base
  const deferredTax = multiplyByRate(wages, limits.oasdiRate)
  return addCents(difference, deferredTax) >= -TAX_TOLERANCE.cents
}

const ABOVE_HALF_OF_BOX_1 = { severity: 'info', note: 'Box 2 is above half of box 1.' } as const

const DEFERRAL_BOXES = new BoxPositions([DEFERRED_COMPENSATION, ROTH_401K, ROTH_403B])
const ABOVE_ONE_LIMIT = {
  severity: 'info',
  note: 'The sum is above the limit, but not above twice the limit.',
} as const

/** The first tax year of some codes of box 12. */
const FIRST_YEARS_OF_CODES: readonly (readonly [name: string, code: string, year: number])[] = [
  [ROTH_457B, 'EE', 2011],
  ['qsehraBenefits', 'FF', 2017],
  ['section83iIncome', 'GG', 2018],
  ['section83iDeferrals', 'HH', 2018],
  ['medicaidWaiverPayments', 'II', 2024],
  ['trumpAccountContributions', 'TA', 2026],
  ['cashTips', 'TP', 2026],
  ['overtimePremium', 'TT', 2026],
]

const LAST_FIRST_YEAR_OF_CODES = Math.max(...FIRST_YEARS_OF_CODES.map(([, , year]) => year))

const WAGE_PART_BOXES = [
  'stockOptionIncome',
  'section409aIncome',
  'section83iIncome',
  ROTH_401K,
  ROTH_403B,
  ROTH_457B,
  SS_TIPS,
]

const DEFERRED_PAY_BOXES = new BoxPositions([DEFERRED_COMPENSATION, SIMPLE_DEFERRALS, ADOPTION_BENEFITS])

const SIX_BOXES = [BOX_1_WAGES, FEDERAL_TAX_WITHHELD, SS_WAGES, SS_TAX, MEDICARE_WAGES, MEDICARE_TAX]

/** The checks of Form W-2. Each row cites one official publication. */
export const W2_CHECKS = defineChecks('form_w2', [
  {
    id: 'W2-01',
    doc: "Box 4 is the year's social security rate times the sum of boxes 3 and 7.",
    interpretation:
      'If box 7 is absent, it counts as 0. A box 4 that is too high is then only a warning, because the tax may be on tips. For 2020, box 4 may be too low by the tax on up to 36,000 of wages (nine biweekly payments just below 4,000), because employers could defer this tax.',
    boxes: [SS_TAX, SS_WAGES],
    optional: [SS_TIPS],
    tolerance: TAX_TOLERANCE,
    severity: 'warning',
    secondSeverity: {
      severity: 'error',
      when: 'box 7 is present and box 4 is too high by more than 1% of the tax and more than 25.00',
    },
    exceptions:
      'Box 4 is too low if tax on tips could not be collected (box 12 codes A and M), or because the employer deferred tax in 2020, which a later W-2c corrects in box 4 only. Railroad employers leave boxes 3 to 7 blank.',
    source: `IRC 3101(a); ${INSTRUCTIONS}, box 4; Notice 2020-65`,
    run(document) {
      const base = sumBoxes(document, SS_WAGE_BOXES)
      const tax = document.cents(SS_TAX)
      const limits = document.getLimits()
      if (base === null || tax === null || limits === null) return null
      const expected = multiplyByRate(base, limits.oasdiRate)
      const difference = subtractCents(tax, expected)
      if (isWithinTolerance(difference, TAX_TOLERANCE) || isWithinDeferralOf2020(difference, base, limits)) return null
      if (difference < 0) return { difference, note: 'Box 4 is too low.' }
      // An absent box 7 does not mean 0, because box 4 may include tax on tips.
      const isClearlyAbove =
        document.isPresent(SS_TIPS) && difference > multiplyByRate(expected, 1000) && difference > 25_00
      return { difference, note: 'Box 4 is too high.', severity: isClearlyAbove ? 'error' : undefined }
    },
  },
  {
    id: 'W2-02',
    doc: "Box 4 is at most the year's social security rate times the wage base.",
    ...requireAtMostLimit(TAX_TOLERANCE, [SS_TAX], limits => multiplyByRate(limits.oasdiBase, limits.oasdiRate)),
    severity: 'error',
    exceptions: 'None for one employer. A common paymaster or a successor employer has the same wage base.',
    source: `${INSTRUCTIONS}, box 4`,
  },
  {
    id: 'W2-03',
    doc: "The sum of boxes 3 and 7 is at most the year's wage base.",
    interpretation:
      "If box 7 is absent, it counts as 0. The sum over all employers of a recipient includes only counted W-2s, and is checked only if they name two or more employers. A W-2 without a recipient is treated as the taxpayer's only if it comes from an IRS source, because tax software lists both spouses under one of them.",
    boxes: [SS_WAGES],
    optional: [SS_TIPS],
    tolerance: ONE_AMOUNT_TOLERANCE,
    severity: 'error',
    secondSeverity: {
      severity: 'info',
      when: "the sum over one person's employers is above the wage base (one finding per year, without a document)",
    },
    exceptions:
      'If one employer issues several W-2s, for example after an acquisition, each W-2 must obey the limit. The sum over employers may exceed it, and the excess social security tax is a credit on the return.',
    source: `${INSTRUCTIONS}, box 3; Contribution and Benefit Base (SSA); IRC 31(b) for the credit`,
    run(document) {
      const limits = document.getLimits()
      return limits === null
        ? null
        : findExcess(sumBoxes(document, SS_WAGE_BOXES), limits.oasdiBase, ONE_AMOUNT_TOLERANCE)
    },
    runAcross: checkSocialSecurityWageBase,
  },
  {
    id: 'W2-04',
    doc: 'Box 6 is at least 1.45% of box 5.',
    boxes: [MEDICARE_TAX, MEDICARE_WAGES],
    tolerance: TAX_TOLERANCE,
    severity: 'warning',
    exceptions: 'Medicare tax on tips that could not be collected (box 12 codes B and N).',
    source: `IRC 3101(b)(1); ${INSTRUCTIONS}, box 6`,
    run(document) {
      const wages = document.cents(MEDICARE_WAGES)
      const tax = document.cents(MEDICARE_TAX)
      const limits = document.getLimits()
      if (wages === null || tax === null || limits === null) return null
      const difference = subtractCents(tax, multiplyByRate(wages, limits.medicareRate))
      return difference < -TAX_TOLERANCE.cents ? { difference } : null
    },
  },
  {
    id: 'W2-05',
    doc: 'Box 6 is 1.45% of box 5 plus 0.9% of the part of box 5 above 200,000.',
    interpretation: 'This applies from 2013 on, when the additional tax began.',
    boxes: [MEDICARE_TAX, MEDICARE_WAGES],
    tolerance: TAX_TOLERANCE,
    severity: 'warning',
    exceptions: 'By mistake, the employer began or stopped withholding in the middle of the year.',
    source: `IRC 3101(b)(2) and 3102(f)(1); ${INSTRUCTIONS}, box 6`,
    run(document) {
      const wages = document.cents(MEDICARE_WAGES)
      const tax = document.cents(MEDICARE_TAX)
      const limits = document.getLimits()
      if (wages === null || tax === null || limits === null || limits.additionalMedicareRate === 0) return null
      const wagesAboveThreshold = wages - limits.additionalMedicareThreshold
      const expected =
        wagesAboveThreshold > 0
          ? sumRateProducts([wages, limits.medicareRate], [wagesAboveThreshold, limits.additionalMedicareRate])
          : multiplyByRate(wages, limits.medicareRate)
      const difference = subtractCents(tax, expected)
      if (isWithinTolerance(difference, TAX_TOLERANCE)) return null
      return { difference, note: difference < 0 ? 'Box 6 is too low.' : 'Box 6 is too high.' }
    },
  },
  {
    id: 'W2-06',
    doc: 'Box 5 is at least the sum of boxes 3 and 7.',
    interpretation: 'If box 7 is absent, it counts as 0.',
    ...requireAtLeast(ONE_AMOUNT_TOLERANCE, [MEDICARE_WAGES], [SS_WAGES, SS_TIPS], [SS_TIPS]),
    severity: 'error',
    exceptions: 'None: the SSA rejects a report that breaks this rule. Railroad employers leave all three boxes blank.',
    source: EFW2_REJECTS_SOURCE,
  },
  {
    id: 'W2-07',
    doc: 'Boxes 3 and 7 are not both 0 if box 4 has an amount.',
    interpretation: 'Their sum must be above 0. The check does not run if box 7 is absent.',
    ...requireIfAmount(SS_TAX, [SS_WAGES, SS_TIPS], document => (sumBoxes(document, SS_WAGE_BOXES) ?? 1) > 0),
    severity: 'error',
    exceptions: 'None: the SSA rejects the report.',
    source: EFW2_REJECTS_SOURCE,
  },
  {
    id: 'W2-08',
    doc: 'Box 5 is above 0 if box 6 has an amount.',
    ...requireIfAmount(MEDICARE_TAX, [MEDICARE_WAGES], document => (document.cents(MEDICARE_WAGES) ?? 0) > 0),
    severity: 'error',
    exceptions: 'None: the SSA rejects the report.',
    source: EFW2_REJECTS_SOURCE,
  },
  {
    id: 'W2-09',
    doc: 'Boxes 3 and 5 are not both 0 if box 1 has an amount.',
    ...requireIfAmount(
      BOX_1_WAGES,
      [SS_WAGES, MEDICARE_WAGES],
      document => document.cents(SS_WAGES) !== 0 || document.cents(MEDICARE_WAGES) !== 0,
    ),
    severity: 'info',
    exceptions:
      'Clergy, exempt students, F-1 and J-1 visitors, railroad employees, exempt state and federal (CSRS) employees, pensions from nonqualified plans or for disability, sick pay after six months.',
    source: `${INSTRUCTIONS}, boxes 3 and 5; IRC 3121(b)`,
  },
  {
    id: 'W2-10',
    doc: 'Box 5 is at least box 1.',
    ...requireAtLeast(ONE_AMOUNT_TOLERANCE, [MEDICARE_WAGES], [BOX_1_WAGES]),
    severity: 'info',
    exceptions:
      'Health premiums of a 2% shareholder of an S corporation, payouts of nonqualified plans (box 11), exempt workers.',
    source: `${INSTRUCTIONS}, boxes 1, 5 and 11; Announcement 92-16`,
  },
  {
    id: 'W2-11',
    doc: 'Box 5 less box 1 is about the deferrals: box 12 codes D to H, S and T.',
    interpretation:
      'If codes S and T are absent, they count as 0. A form with 0 in box 5 is not tested, because its pay is exempt from Medicare tax. Check W2-09 reports such a form.',
    boxes: [BOX_1_WAGES, MEDICARE_WAGES, DEFERRED_COMPENSATION],
    optional: [SIMPLE_DEFERRALS, ADOPTION_BENEFITS],
    tolerance: ONE_PERCENT_OF_BOX_5,
    severity: 'info',
    exceptions: 'Cafeteria plans reduce both boxes. Employer contributions to a 457(b) plan are in neither box.',
    source: `${INSTRUCTIONS}, boxes 1, 5 and 12`,
    run(document) {
      const medicare = document.cents(MEDICARE_WAGES)
      const wages = document.cents(BOX_1_WAGES)
      const deferredPay = sumBoxes(document, DEFERRED_PAY_BOXES)
      if (medicare === null || medicare === 0 || wages === null || deferredPay === null) return null
      const difference = subtractCents(subtractCents(medicare, wages), deferredPay)
      return isWithinTolerance(difference, ONE_PERCENT_OF_BOX_5, medicare) ? null : { difference }
    },
  },
  {
    id: 'W2-12',
    doc: 'Box 2 is at most box 1.',
    boxes: [FEDERAL_TAX_WITHHELD, BOX_1_WAGES],
    tolerance: ONE_AMOUNT_TOLERANCE,
    severity: 'warning',
    secondSeverity: { severity: 'info', when: 'box 2 is more than half of box 1 but not more than box 1' },
    exceptions: 'Pretax deferrals reduce box 1, and an employee may ask for extra withholding.',
    source: `${INSTRUCTIONS}, boxes 1 and 2; IRC 3402(i)`,
    run(document) {
      const tax = document.cents(FEDERAL_TAX_WITHHELD)
      const wages = document.cents(BOX_1_WAGES)
      if (tax === null || wages === null) return null
      return (
        findExcess(tax, wages, ONE_AMOUNT_TOLERANCE) ??
        findExcess(tax, multiplyByRate(wages, 50_000), ONE_AMOUNT_TOLERANCE, ABOVE_HALF_OF_BOX_1)
      )
    },
  },
  {
    id: 'W2-13',
    doc: 'The parts of box 1 (box 7 and box 12 codes V, Z, GG, AA, BB and EE) add up to at most box 1.',
    interpretation: 'An absent part adds nothing.',
    ...requireAtMost(ONE_AMOUNT_TOLERANCE, WAGE_PART_BOXES, [BOX_1_WAGES], WAGE_PART_BOXES),
    severity: 'warning',
    exceptions:
      'Box 11 can be a part too. It is not included in the sum, because it can contain different kinds of amounts.',
    source: `${INSTRUCTIONS}, box 12 codes; IRC 402A, 409A, 83(i)`,
  },
  {
    id: 'W2-14',
    doc: "Deferrals (box 12 codes D to H, AA and BB) are at most twice the year's limit with its highest catch-up.",
    interpretation:
      "The employee's age is unknown, so the check uses the year's highest catch-up limit. An absent code adds nothing.",
    optional: [DEFERRED_COMPENSATION, ROTH_401K, ROTH_403B],
    tolerance: ONE_AMOUNT_TOLERANCE,
    severity: 'warning',
    secondSeverity: { severity: 'info', when: 'the deferrals are above the limit but at most twice the limit' },
    exceptions:
      'A 457(b) plan has a separate limit, which is doubled in its last three years. A 403(b) plan allows 3,000 more after 15 years. Codes F and G can contain employer contributions.',
    source: 'IRC 402(g), 414(v), 457(b); cost-of-living notices of the IRS',
    run(document) {
      const sum = sumBoxes(document, DEFERRAL_BOXES)
      if (sum === null) return null
      const limits = document.getLimits()
      if (limits === null) return null
      const catchUp = pickLarger(limits.catchUp50, limits.catchUp60To63 ?? 0)
      const limit = addCents(limits.electiveDeferral, catchUp)
      return (
        findExcess(sum, addCents(limit, limit), ONE_AMOUNT_TOLERANCE) ??
        findExcess(sum, limit, ONE_AMOUNT_TOLERANCE, ABOVE_ONE_LIMIT)
      )
    },
  },
  {
    id: 'W2-15',
    doc: "Box 12 code S is at most the year's SIMPLE plan limit with its catch-up.",
    ...requireAtMostLimit(ONE_AMOUNT_TOLERANCE, [SIMPLE_DEFERRALS], limits =>
      addCents(limits.simpleDeferral, limits.simpleCatchUp),
    ),
    severity: 'info',
    exceptions:
      'From 2024 on, employers with up to 25 employees may allow 110% of the limit. From 2025 on, the catch-up limit for ages 60 to 63 is 5,250.',
    source: 'IRC 408(p)(2)(E) and 414(v); cost-of-living notices of the IRS; SECURE 2.0 Act sec. 109 and 117',
  },
  {
    id: 'W2-16',
    doc: 'Box 2 is 0 for a statutory employee.',
    ...requireZeroIf(NO_TOLERANCE, FEDERAL_TAX_WITHHELD, ['statutoryEmployee'], testFlag('statutoryEmployee')),
    severity: 'info',
    exceptions: 'The employee asked for withholding.',
    source: `${INSTRUCTIONS}, box 13, statutory employee; Publication 15-A`,
  },
  {
    id: 'W2-17',
    doc: 'The retirement-plan box is checked if box 12 codes D to H have an amount.',
    interpretation: 'If the box has no answer, or an answer such as `Unanswered`, the check does not run.',
    ...requireIfAmount(DEFERRED_COMPENSATION, ['retirementPlanIndicator'], testFlag('retirementPlanIndicator')),
    severity: 'info',
    exceptions:
      'The box is not checked for a 457(b) plan alone (code G). False can also mean that the question was not answered.',
    source: `${INSTRUCTIONS}, box 13, retirement plan`,
  },
  {
    id: 'W2-18',
    doc: 'Boxes 1 to 6 are not all 0.',
    ...requireStatement(SIX_BOXES, document => SIX_BOXES.some(name => document.cents(name) !== 0)),
    severity: 'info',
    exceptions: 'A form for third-party sick pay; a W-2c that corrects only a name or an identification number.',
    source: `${INSTRUCTIONS}, sick pay reporting and Form W-2c`,
  },
  {
    id: 'W2-19',
    doc: 'No box 12 code has an amount before the first year of the code: EE 2011, FF 2017, GG and HH 2018, II 2024, TA, TP and TT 2026.',
    optional: FIRST_YEARS_OF_CODES.map(([name]) => name),
    severity: 'warning',
    source: `${INSTRUCTIONS}, box 12 codes; What's New in the instructions for 2011, 2017, 2018, 2024 and 2026`,
    run(document) {
      const { year } = document
      if (year === null || year >= LAST_FIRST_YEAR_OF_CODES) return null
      const earlyCodes = FIRST_YEARS_OF_CODES.filter(
        ([name, , from]) => year < from && (document.cents(name) ?? 0) !== 0,
      )
      return earlyCodes.length === 0
        ? null
        : { difference: null, note: `Code ${earlyCodes.map(([, code]) => code).join(', ')} did not exist yet.` }
    },
  },
  {
    id: 'W2-20',
    doc: 'Box 7 is not 0 if box 8 (allocated tips) has an amount.',
    ...requireIfAmount('allocatedTips', [SS_TIPS], document => document.cents(SS_TIPS) !== 0),
    severity: 'info',
    exceptions: 'Large restaurants whose staff report few tips often have such forms.',
    source: `${INSTRUCTIONS}, boxes 7 and 8; Form 8027`,
  },
  {
    id: 'W2-21',
    doc: 'No amount is negative.',
    interpretation: 'Amended documents are not tested, because a W-2c may show a decrease.',
    ...requireNoneNegative(listMoneyFields(w2), document => document.source.submission === 'amended'),
    severity: 'error',
    exceptions: 'None on an original W-2.',
    source: 'SSA Publication 42-007 (EFW2), money fields; Publication 42-014 (EFW2C)',
  },
  {
    id: 'W2-22',
    doc: "The validation code of the employee's SSN says correct or valid.",
    interpretation:
      'The word may be in any case and next to other words, but not after `not`. `incorrect` and `invalid` do not match.',
    ...requireStatement(['ssnValidationCode'], document => {
      const text = document.text('ssnValidationCode') ?? ''
      // This is the only value that the transcript's documentation lists.
      if (text === 'Correct SSN') return true
      const lowercaseWords = text.toLowerCase().split(/[^a-z]+/)
      return (
        lowercaseWords.some(lowercaseWord => lowercaseWord === 'correct' || lowercaseWord === 'valid') &&
        !lowercaseWords.includes('not')
      )
    }),
    severity: 'warning',
    exceptions: 'Values other than `Correct SSN` are not documented.',
    source: 'Wage and income transcript, Form W-2, SSN validation code',
  },
])
