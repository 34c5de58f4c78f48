import { type Cents, subtractCents, sumCents } from '../core/money.js'
import type { Check } from './check.js'
import {
  type BoxPair,
  defineChecks,
  findExcess,
  pickWorseBreach,
  requireAtMost,
  requireEachAtMost,
  sumBoxes,
} from './check-rules.js'
import { BoxPositions, type CheckableDocument } from './checkable-document.js'
import {
  defineOnePercent,
  isWithinTolerance,
  multiplyByRate,
  NO_TOLERANCE,
  ONE_AMOUNT_TOLERANCE,
  pickNearerToZero,
  pickNearestToZero,
  THREE_AMOUNTS_TOLERANCE,
} from './tolerance.js'

const DIV_INSTRUCTIONS = 'Instructions for Form 1099-DIV (2024)'
const INT_INSTRUCTIONS = 'Instructions for Forms 1099-INT and 1099-OID (2024)'
const B_INSTRUCTIONS = 'Instructions for Form 1099-B (2024)'

const FEDERAL_TAX_WITHHELD = 'federalIncomeTaxWithheld'
const ORDINARY_DIVIDENDS = 'ordinaryDividends'
const CAPITAL_GAIN_DISTRIBUTIONS = 'capitalGainDistributions'
const CAPITAL_GAIN_PARTS = [
  ['unrecapturedSection1250Gain', '2b'],
  ['section1202Gain', '2c'],
  ['collectibles28PercentGain', '2d'],
] as const

const CAPITAL_GAIN_PART_BOXES = new BoxPositions(CAPITAL_GAIN_PARTS.map(([name]) => name))
const SUM_ABOVE_BOX_2A = { severity: 'warning', note: 'The sum is above box 2a.' } as const
const EACH_GAIN_PART_RULE = requireEachAtMost(
  THREE_AMOUNTS_TOLERANCE,
  CAPITAL_GAIN_PARTS.map(
    ([partBox, box]): BoxPair => ({
      smaller: partBox,
      larger: CAPITAL_GAIN_DISTRIBUTIONS,
      note: `Box ${box} alone is above box 2a.`,
      severity: 'error',
    }),
  ),
)

const DIVIDEND_BOXES = new BoxPositions([ORDINARY_DIVIDENDS, 'exemptInterestDividends'])

const PROCEEDS_BOXES = ['proceeds', 'grossProceeds'] as const

/**
 * Returns the proceeds, or the gross proceeds if the proceeds are 0 or absent. Box 1d has one of the two. Returns null
 * if neither is present, or if a box that is needed is unreadable.
 */
function readSaleProceeds(document: CheckableDocument): number | null {
  const net = document.cents('proceeds')
  if (net !== null && net !== 0) return net
  return document.isUnreadable('proceeds') || document.isUnreadable('grossProceeds')
    ? null
    : (document.cents('grossProceeds') ?? net)
}

const isCoveredSecurity = (document: CheckableDocument): boolean =>
  (document.text('noncoveredSecurityIndicator') ?? '').toLowerCase().startsWith('covered')

const FUTURES_BOXES = [
  'aggregateProfitLoss',
  'realizedProfitLoss',
  'unrealizedProfitLossPriorYear',
  'unrealizedProfitLossCurrentYear',
]

/** True if a security was held for more than one year. Null if the last day of February makes this ambiguous. */
function isHeldOverOneYear(acquired: string, sold: string): boolean | null {
  const years = Number(sold.slice(0, 4)) - Number(acquired.slice(0, 4))
  if (years !== 1) return years > 1
  const saleYear = sold.slice(0, 4)
  if (acquired.endsWith('-02-28') && sold === `${saleYear}-02-29`) return null
  return sold > `${saleYear}${acquired.slice(4)}`
}

/** The payments that are subject to backup withholding, by form. */
const BACKUP_WITHHOLDING_BOXES: Readonly<Record<string, readonly string[]>> = {
  form_1099_int: ['interestIncome', 'savingsBondAndTreasuryInterest', 'taxExemptInterest', 'marketDiscount'],
  form_1099_div: [
    ORDINARY_DIVIDENDS,
    CAPITAL_GAIN_DISTRIBUTIONS,
    'nonDividendDistribution',
    'cashLiquidationDistribution',
    'nonCashLiquidationDistribution',
    'exemptInterestDividends',
  ],
  form_1099_b: [...PROCEEDS_BOXES, 'aggregateProfitLoss'],
  form_1099_misc: [
    'rents',
    'royalties',
    'otherIncome',
    'fishingIncome',
    'medicalPayments',
    'substitutePaymentsForDividends',
    'cropInsurance',
    'attorneyFees',
    'fishPurchasedForResale',
    'excessGoldenParachute',
    'nonqualifiedDeferredCompensation',
  ],
  form_1099_nec: ['nonemployeeCompensation'],
}

/** Forms whose first box in `BACKUP_WITHHOLDING_BOXES` must be present. Without it, the payments are unknown. */
const FORMS_WITH_MAIN_BOX: ReadonlySet<string> = new Set(['form_1099_int', 'form_1099_div', 'form_1099_nec'])

/** Returns the payments of a document as separate amounts, or null if the payments subject to tax are not known. */
function readPayments(document: CheckableDocument): readonly Cents[] | null {
  const names = BACKUP_WITHHOLDING_BOXES[document.form] ?? []
  if (names.some(name => document.isUnreadable(name))) return null
  const [mainBox = ''] = names
  if (FORMS_WITH_MAIN_BOX.has(document.form) && !document.isPresent(mainBox)) return null
  const amounts =
    document.form === 'form_1099_b'
      ? [readSaleProceeds(document), document.cents('aggregateProfitLoss')]
      : names.map(name => document.cents(name))
  const presentAmounts = amounts.filter(cents => cents !== null)
  // Tax may be withheld from profits although the contracts end the year with a loss. The payments are then unknown.
  const isLoss = document.form === 'form_1099_b' && presentAmounts.some(cents => cents < 0)
  return presentAmounts.length === 0 || isLoss ? null : presentAmounts
}

const ONE_PERCENT_OF_PAYMENTS = defineOnePercent(0, 'the payments')

/** The checks of Forms 1099-DIV, 1099-INT and 1099-B, and the check of backup withholding. */
export const INVESTMENT_CHECKS: readonly Check[] = [
  ...defineChecks('form_1099_div', [
    {
      id: 'D-01',
      doc: 'Box 1b is at most box 1a.',
      ...requireAtMost(ONE_AMOUNT_TOLERANCE, ['qualifiedDividends'], [ORDINARY_DIVIDENDS]),
      severity: 'error',
      exceptions:
        'Rare: dividends of an employee stock ownership plan under section 404(k), or a gross-up for foreign tax. Box 1b is only a maximum, because of the holding period.',
      source: `${DIV_INSTRUCTIONS}, boxes 1a and 1b`,
    },
    {
      id: 'D-02',
      doc: 'Boxes 2b, 2c and 2d, and their sum, are each at most box 2a.',
      interpretation: 'An absent box adds nothing. The tolerance is the same for each box and for the sum.',
      boxes: [CAPITAL_GAIN_DISTRIBUTIONS],
      optional: CAPITAL_GAIN_PARTS.map(([name]) => name),
      tolerance: THREE_AMOUNTS_TOLERANCE,
      severity: 'warning',
      secondSeverity: { severity: 'error', when: 'any one of the boxes is above box 2a' },
      exceptions: 'None: the categories may not overlap. Box 2f is independent of them.',
      source: `${DIV_INSTRUCTIONS}, boxes 2a to 2d`,
      run: document =>
        pickWorseBreach(
          findExcess(
            sumBoxes(document, CAPITAL_GAIN_PART_BOXES),
            document.cents(CAPITAL_GAIN_DISTRIBUTIONS),
            THREE_AMOUNTS_TOLERANCE,
            SUM_ABOVE_BOX_2A,
          ),
          EACH_GAIN_PART_RULE.run(document),
        ),
    },
    {
      id: 'D-03',
      doc: 'Boxes 5 and 2e are at most box 1a, and box 2f at most box 2a.',
      interpretation:
        'Each part is tested if both of its boxes are present. Box 5 had another meaning before 2018 and is not tested for those years.',
      ...requireEachAtMost(ONE_AMOUNT_TOLERANCE, [
        {
          smaller: 'section199aReitDividends',
          larger: ORDINARY_DIVIDENDS,
          note: 'Box 5 is above box 1a.',
          isExempt: document => document.year === null || document.year < 2018,
        },
        { smaller: 'section897OrdinaryDividends', larger: ORDINARY_DIVIDENDS, note: 'Box 2e is above box 1a.' },
        { smaller: 'section897CapitalGain', larger: CAPITAL_GAIN_DISTRIBUTIONS, note: 'Box 2f is above box 2a.' },
      ]),
      severity: 'error',
      exceptions: 'Section 199A dividends (box 5) did not exist before 2018.',
      source: `${DIV_INSTRUCTIONS}, boxes 2e, 2f and 5`,
    },
    {
      id: 'D-04',
      doc: 'Box 13 is at most box 12.',
      ...requireAtMost(
        ONE_AMOUNT_TOLERANCE,
        ['specifiedPrivateActivityBondInterestDividend'],
        ['exemptInterestDividends'],
      ),
      severity: 'error',
      exceptions: 'None.',
      source: `${DIV_INSTRUCTIONS}, boxes 12 and 13`,
    },
    {
      id: 'D-05',
      doc: 'Box 7, foreign tax, is at most 25% of the sum of boxes 1a and 12.',
      interpretation: 'If box 12 is absent, it counts as 0.',
      boxes: ['foreignTaxPaid', ORDINARY_DIVIDENDS],
      optional: ['exemptInterestDividends'],
      severity: 'info',
      exceptions: 'Some countries withhold more tax than a treaty allows.',
      source: `${DIV_INSTRUCTIONS}, box 7`,
      run(document) {
        const dividends = sumBoxes(document, DIVIDEND_BOXES)
        return dividends === null
          ? null
          : findExcess(document.cents('foreignTaxPaid'), multiplyByRate(dividends, 25_000), NO_TOLERANCE)
      },
    },
  ]),
  ...defineChecks('form_1099_int', [
    {
      id: 'I-01',
      doc: 'Box 9 is at most box 8.',
      ...requireAtMost(ONE_AMOUNT_TOLERANCE, ['specifiedPrivateActivityBondInterest'], ['taxExemptInterest']),
      severity: 'error',
      exceptions: 'None.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT boxes 8 and 9`,
    },
    {
      id: 'I-02',
      doc: 'Box 11 is at most box 1, box 12 at most box 3, box 13 at most box 8.',
      interpretation: 'Each part is tested if both of its boxes are present.',
      ...requireEachAtMost(ONE_AMOUNT_TOLERANCE, [
        { smaller: 'bondPremium', larger: 'interestIncome', note: 'Box 11 is above box 1.' },
        {
          smaller: 'bondPremiumOnTreasuryObligation',
          larger: 'savingsBondAndTreasuryInterest',
          note: 'Box 12 is above box 3.',
        },
        { smaller: 'bondPremiumOnTaxExemptBond', larger: 'taxExemptInterest', note: 'Box 13 is above box 8.' },
      ]),
      severity: 'warning',
      exceptions: 'A payer that combines several bonds may report more premium than interest.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT boxes 11 to 13`,
    },
    {
      id: 'I-03',
      doc: 'Box 2, the penalty, is at most the sum of boxes 1 and 3.',
      interpretation: 'If box 3 is absent, it counts as 0.',
      ...requireAtMost(
        NO_TOLERANCE,
        ['earlyWithdrawalPenalty'],
        ['interestIncome', 'savingsBondAndTreasuryInterest'],
        ['savingsBondAndTreasuryInterest'],
      ),
      severity: 'info',
      exceptions: 'The penalty may exceed the interest of the year.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT box 2`,
    },
  ]),
  {
    id: 'I-04',
    forms: ['form_1099_int', 'form_1099_div', 'form_1099_b', 'form_1099_misc', 'form_1099_nec'],
    doc: 'Backup withholding is about 24% (28% until 2017) of the payments.',
    interpretation:
      'The check runs if box 4 is above 0. The payments are the sum of all present boxes that are subject to backup withholding. Box 1 of Forms 1099-INT and 1099-NEC, and box 1a of Form 1099-DIV, must be present. Box 4 may match the tax on the sum or on a single box, within 1% of the sum. A Form 1099-B with a loss in box 11 is not tested.',
    boxes: [FEDERAL_TAX_WITHHELD],
    optional: [...new Set(Object.values(BACKUP_WITHHOLDING_BOXES).flat())],
    tolerance: ONE_PERCENT_OF_PAYMENTS,
    severity: 'info',
    secondSeverity: { severity: 'error', when: 'box 4 is more than the payments plus 1%' },
    exceptions: 'Backup withholding began or ended during the year.',
    source: 'IRC 3406(a)(1); Publication 1281',
    run(document) {
      const withheld = document.cents(FEDERAL_TAX_WITHHELD)
      if (withheld === null || withheld <= 0) return null
      const payments = readPayments(document)
      if (payments === null) return null
      const base = sumCents(payments)
      const excess = subtractCents(withheld, base)
      if (excess > 0 && !isWithinTolerance(excess, ONE_PERCENT_OF_PAYMENTS, base))
        return { difference: excess, severity: 'error', note: 'Box 4 is above the payments.' }
      const limits = document.getLimits()
      if (limits === null) return null
      const computeDifference = (part: Cents): Cents =>
        subtractCents(withheld, multiplyByRate(part, limits.backupWithholdingRate))
      let difference = computeDifference(base)
      // The tax is usually withheld from all payments together, but it may be withheld from only one of them.
      if (isWithinTolerance(difference, ONE_PERCENT_OF_PAYMENTS, base)) return null
      for (const part of payments) difference = pickNearerToZero(difference, computeDifference(part))
      return isWithinTolerance(difference, ONE_PERCENT_OF_PAYMENTS, base) ? null : { difference }
    },
  },
  ...defineChecks('form_1099_b', [
    {
      id: 'B-01',
      doc: 'Box 11 is box 8 less box 9 plus box 10.',
      interpretation: 'Some payers write box 9 as a negative amount, so box 8 plus box 9 plus box 10 is accepted too.',
      boxes: FUTURES_BOXES,
      tolerance: THREE_AMOUNTS_TOLERANCE,
      severity: 'warning',
      source: `${B_INSTRUCTIONS}, boxes 8 to 11; IRC 1256`,
      run(document) {
        const [total = null, realized = null, prior = null, current = null] = FUTURES_BOXES.map(name =>
          document.cents(name),
        )
        if (total === null || realized === null || prior === null || current === null) return null
        const differenceLessBox9 = subtractCents(total, sumCents([realized, -prior, current]))
        if (isWithinTolerance(differenceLessBox9, THREE_AMOUNTS_TOLERANCE)) return null
        const difference = pickNearestToZero([
          differenceLessBox9,
          subtractCents(total, sumCents([realized, prior, current])),
        ]) as Cents
        return isWithinTolerance(difference, THREE_AMOUNTS_TOLERANCE) ? null : { difference }
      },
    },
    {
      id: 'B-02',
      doc: 'The cost basis of a sale is not 0.',
      interpretation:
        'A document is a sale if its proceeds, or gross proceeds, are above 0. A security that is marked as covered is not tested, because its basis is reported.',
      boxes: ['costBasis'],
      optional: [...PROCEEDS_BOXES, 'noncoveredSecurityIndicator'],
      severity: 'info',
      exceptions: 'A noncovered security. Its gain is unknown, and is not the same as the proceeds.',
      source: `${B_INSTRUCTIONS}, boxes 1e and 5`,
      run: document =>
        document.cents('costBasis') === 0 && (readSaleProceeds(document) ?? 0) > 0 && !isCoveredSecurity(document)
          ? { difference: null }
          : null,
    },
    {
      id: 'B-03',
      doc: 'A disallowed wash-sale loss is at most the loss (cost basis less proceeds).',
      interpretation: 'A basis of 0 means that the basis is not reported, unless the security is marked as covered.',
      boxes: ['washSaleLossDisallowed', 'costBasis'],
      optional: [...PROCEEDS_BOXES, 'noncoveredSecurityIndicator'],
      tolerance: ONE_AMOUNT_TOLERANCE,
      severity: 'warning',
      source: `${B_INSTRUCTIONS}, box 1g; IRC 1091`,
      run(document) {
        const wash = document.cents('washSaleLossDisallowed')
        if (wash === null || wash <= 0) return null
        const basis = document.cents('costBasis')
        const sale = readSaleProceeds(document)
        if (basis === null || sale === null || (basis === 0 && !isCoveredSecurity(document))) return null
        return findExcess(wash, subtractCents(basis, sale), ONE_AMOUNT_TOLERANCE)
      },
    },
    {
      id: 'B-04',
      doc: 'A security is acquired on or before the day of the sale. It is long-term if, and only if, it was held for more than one year.',
      interpretation:
        'The term is tested if box 2 says either long or short, but not both. A period from February 28 to February 29 of the next year matches either term.',
      boxes: ['dateAcquired', 'dateSoldOrDisposed'],
      optional: ['typeGainLoss'],
      severity: 'warning',
      exceptions:
        'Inherited assets are long-term immediately. A short sale may be closed with securities that were acquired later.',
      source: `${B_INSTRUCTIONS}, boxes 1b, 1c and 2; IRC 1222 and 1223; Revenue Ruling 66-7`,
      run(document) {
        const acquired = document.text('dateAcquired')
        const sold = document.text('dateSoldOrDisposed')
        if (acquired === null || sold === null) return null
        if (acquired > sold) return { difference: null, note: 'The security was acquired after it was sold.' }
        const term = (document.text('typeGainLoss') ?? '').toLowerCase()
        const saysLong = term.includes('long')
        if (saysLong === term.includes('short')) return null
        const long = isHeldOverOneYear(acquired, sold)
        if (long === null || long === saysLong) return null
        return {
          difference: null,
          note: saysLong
            ? 'The security is marked long-term but was held for one year or less.'
            : 'The security is marked short-term but was held for more than one year.',
        }
      },
    },
  ]),
]
