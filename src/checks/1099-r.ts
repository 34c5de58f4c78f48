import { createFieldReader } from '../figures/box-meaning.js'
import { readDistributionCodes } from '../schema/forms/1099-r.js'
import { defineChecks, requireAtMost, requireEachAtMost, requireStatement, requireZeroIf } from './check-rules.js'
import type { CheckableDocument } from './checkable-document.js'
import { NO_TOLERANCE, ONE_AMOUNT_TOLERANCE } from './tolerance.js'

const GROSS_DISTRIBUTION = 'grossDistribution'
const TAXABLE_AMOUNT = 'taxableAmount'
const FEDERAL_TAX_WITHHELD = 'federalIncomeTaxWithheld'
const DISTRIBUTION_CODES = 'distributionCodes'
const INSTRUCTIONS = 'Instructions for Forms 1099-R and 5498 (2024)'

/** Returns the codes of box 7 as one string, which is empty if the list is absent or has an unreadable item. */
const readCodes = (document: CheckableDocument): string =>
  document.isUnreadable(DISTRIBUTION_CODES) ? '' : readDistributionCodes(createFieldReader(document.source))

const hasCode = (document: CheckableDocument, codePattern: RegExp): boolean => codePattern.test(readCodes(document))

const isTaxableUndetermined = (document: CheckableDocument): boolean =>
  document.flag('taxableAmountNotDetermined') === true

const ROTH_BOXES = ['amountToIrr', 'firstYearRothContribution', 'totalEmployeeContributions'] as const

/**
 * Returns true if money was moved, or may have been moved, to a Roth account. Such a move is taxable. The evidence is
 * box 10, box 11, a description or a fully taxable distribution. It also counts as evidence if one of these boxes is
 * unreadable, or if box 1 or 2a is absent.
 */
function isToRoth(document: CheckableDocument): boolean {
  if (ROTH_BOXES.some(name => document.isUnreadable(name))) return true
  const [gross, taxable] = [document.cents(GROSS_DISTRIBUTION), document.cents(TAXABLE_AMOUNT)]
  if ((document.cents('amountToIrr') ?? 0) > 0 || document.isPresent('firstYearRothContribution')) return true
  const hasRothDescription = document
    .list(DISTRIBUTION_CODES)
    .some(item => /roth/i.test(typeof item === 'string' ? item : String(item['value'])))
  if (hasRothDescription || gross === null || taxable === null) return true
  const afterTax = document.cents('totalEmployeeContributions') ?? 0
  return (
    Math.abs(taxable - gross) <= ONE_AMOUNT_TOLERANCE.cents ||
    Math.abs(taxable - (gross - afterTax)) <= ONE_AMOUNT_TOLERANCE.cents
  )
}

/** Maps each first code to the second codes that it allows. Source: guide to distribution codes in the instructions. */
const SECOND_CODES: Readonly<Record<string, string>> = {
  1: '8BDKLMP',
  2: '8BDKLMP',
  3: 'D',
  4: '8ABDGHKLMPY',
  6: 'W',
  7: 'ABDKLMY',
  8: '124BJK',
  B: '12478GLMPU',
  C: 'D',
  G: '4BK',
  H: '4',
  J: '8PS',
  K: 'Y',
  L: '1247B',
  M: '1247B',
  P: '124BJ',
  U: 'B',
}

/** Codes that may appear without a second code, in addition to the keys of `SECOND_CODES`. */
const SINGLE_CODES = '59EFNQRSTW'

/** True for a code that may appear alone. K may not, although `SECOND_CODES` has it, because K needs the code Y. */
const isSingleCode = (code: string): boolean =>
  SINGLE_CODES.includes(code) || (code !== 'K' && SECOND_CODES[code] !== undefined)

function hasValidCodes(document: CheckableDocument): boolean {
  const codes = readCodes(document)
  if (codes.length === 1) return isSingleCode(codes)
  const [first = '', second, ...otherCodes] = [...new Set(codes)]
  if (first === '' || otherCodes.length > 0) return first === ''
  if (second === undefined) return isSingleCode(first)
  return SECOND_CODES[first]?.includes(second) === true || SECOND_CODES[second]?.includes(first) === true
}

/** The checks of Form 1099-R. R-10 also needs Form 5498, so it is in `ACROSS_CHECKS`. */
export const R_CHECKS = defineChecks('form_1099_r', [
  {
    id: 'R-01',
    doc: 'Box 2a is at most box 1.',
    ...requireAtMost(ONE_AMOUNT_TOLERANCE, [TAXABLE_AMOUNT], [GROSS_DISTRIBUTION]),
    severity: 'warning',
    exceptions: 'None known. The rule holds even if unrealized appreciation moves from a plan to a Roth IRA.',
    source: `${INSTRUCTIONS}, boxes 1 and 2a`,
  },
  {
    id: 'R-02',
    doc: 'Box 3 is at most box 2a, box 6 at most box 1, box 10 at most box 1.',
    interpretation:
      'Each part is tested if both of its boxes are present. Box 3 is not tested if the taxable amount is not determined, because box 2a is then blank.',
    ...requireEachAtMost(ONE_AMOUNT_TOLERANCE, [
      {
        smaller: 'eligibleCapitalGains',
        larger: TAXABLE_AMOUNT,
        note: 'Box 3 is above box 2a.',
        isExempt: document => isTaxableUndetermined(document) || document.isUnreadable('taxableAmountNotDetermined'),
      },
      { smaller: 'unrealizedAppreciation', larger: GROSS_DISTRIBUTION, note: 'Box 6 is above box 1.' },
      { smaller: 'amountToIrr', larger: GROSS_DISTRIBUTION, note: 'Box 10 is above box 1.' },
    ]),
    severity: 'warning',
    source: `${INSTRUCTIONS}, boxes 3, 6 and 10`,
  },
  {
    id: 'R-03',
    doc: 'Box 4 is at most box 1.',
    ...requireAtMost(ONE_AMOUNT_TOLERANCE, [FEDERAL_TAX_WITHHELD], [GROSS_DISTRIBUTION]),
    severity: 'warning',
    source: `${INSTRUCTIONS}, box 4`,
  },
  {
    id: 'R-04',
    doc: 'Box 2a is 0 for code G, unless the money went to a Roth account.',
    interpretation:
      'It went to a Roth account if box 10 or 11 has an entry, if a description contains Roth, or if box 2a equals box 1 or box 1 less box 5. Therefore, only a partly taxable rollover is reported.',
    ...requireZeroIf(
      ONE_AMOUNT_TOLERANCE,
      TAXABLE_AMOUNT,
      [DISTRIBUTION_CODES],
      document => hasCode(document, /G/) && !isToRoth(document),
    ),
    boxes: [DISTRIBUTION_CODES, TAXABLE_AMOUNT, GROSS_DISTRIBUTION],
    optional: ROTH_BOXES,
    severity: 'warning',
    exceptions:
      'Box 2a has an amount if the money moves from a plan to a Roth IRA, or inside a plan to a designated Roth account.',
    source: `${INSTRUCTIONS}, box 2a and code G`,
  },
  {
    id: 'R-05',
    doc: 'Box 2a is 0 for codes H, N and R.',
    ...requireZeroIf(ONE_AMOUNT_TOLERANCE, TAXABLE_AMOUNT, [DISTRIBUTION_CODES], document =>
      hasCode(document, /[HNR]/),
    ),
    severity: 'warning',
    source: `${INSTRUCTIONS}, codes H, N and R`,
  },
  {
    id: 'R-06',
    doc: 'Box 2a is 0 for code 6.',
    ...requireZeroIf(ONE_AMOUNT_TOLERANCE, TAXABLE_AMOUNT, [DISTRIBUTION_CODES], document => hasCode(document, /6/)),
    severity: 'warning',
    source: `${INSTRUCTIONS}, code 6; IRC 1035`,
  },
  {
    id: 'R-07',
    doc: 'If the taxable amount is not determined, box 2a is blank. For an IRA, it may also equal box 1.',
    interpretation: 'A box 2a of 0 counts as blank.',
    boxes: ['taxableAmountNotDetermined', TAXABLE_AMOUNT],
    optional: ['isIraSepSimple', GROSS_DISTRIBUTION],
    severity: 'info',
    exceptions: 'For an IRA, box 2a often equals box 1. The amount is then an upper limit of the taxable amount.',
    source: `${INSTRUCTIONS}, box 2b, taxable amount not determined`,
    run(document) {
      const taxable = document.cents(TAXABLE_AMOUNT)
      if (
        taxable === null ||
        taxable === 0 ||
        !isTaxableUndetermined(document) ||
        document.isUnreadable('isIraSepSimple')
      )
        return null
      const gross = document.cents(GROSS_DISTRIBUTION)
      if (document.flag('isIraSepSimple') !== true)
        return { difference: taxable, note: 'Box 2a is not blank, and the account is not an IRA.' }
      if (gross === null || taxable === gross) return null
      return { difference: taxable - gross, note: 'The account is an IRA, and box 2a differs from box 1.' }
    },
  },
  {
    id: 'R-08',
    doc: 'No tax is withheld for codes G, H, N and R.',
    ...requireZeroIf(
      NO_TOLERANCE,
      FEDERAL_TAX_WITHHELD,
      [DISTRIBUTION_CODES],
      document => (document.cents(FEDERAL_TAX_WITHHELD) ?? 0) > 0 && hasCode(document, /[GHNR]/),
    ),
    severity: 'warning',
    exceptions: 'None known: direct rollovers have no withholding.',
    source: `${INSTRUCTIONS}, box 4; IRC 3405(c)(2)`,
  },
  {
    id: 'R-09',
    doc: 'Box 7 has one distribution code that may be used alone, or two codes that may be used together.',
    interpretation: 'The codes may be in either order. A code that appears twice counts once.',
    ...requireStatement([DISTRIBUTION_CODES], hasValidCodes),
    severity: 'warning',
    exceptions: 'New codes of later years.',
    source: `${INSTRUCTIONS}, Guide to Distribution Codes; code Y, and S with J, in those of 2025`,
  },
])
