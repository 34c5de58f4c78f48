import { type Cents, sumCents } from '../core/money.js'
import type { Check } from './check.js'
import { defineChecks, findExcess, requireAtMost, requireIfAmount, requireStatement } from './check-rules.js'
import type { CheckableDocument } from './checkable-document.js'
import { ONE_AMOUNT_TOLERANCE, PER_ROW_TOLERANCE } from './tolerance.js'

const BENEFITS_PAID = 'benefitsPaid'
const BENEFITS_REPAID = 'benefitsRepaid'
const PAYMENTS_BY_YEAR = 'paymentsByYear'
const FEDERAL_TAX_WITHHELD = 'federalIncomeTaxWithheld'
const SSA_FORM = 'Form SSA-1099 (2024)'
const G_INSTRUCTIONS = 'Instructions for Form 1099-G (2024)'

const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the readable rows of payments by earlier year. */
const readPaymentRows = (document: CheckableDocument) =>
  document
    .list(PAYMENTS_BY_YEAR)
    .filter(item => typeof item !== 'string')
    .map(({ year, payment }) => ({ year: readNumber(year), payment: readNumber(payment) }))

/** Payments that Form 1099-G reports in addition to unemployment benefits. */
const OTHER_PAYMENTS = [
  'rtaaPayments',
  'taxableGrants',
  'agriculturalSubsidies',
  'marketGainCommodityCreditCorporationLoans',
]

/** The checks of Forms SSA-1099 and 1099-G. */
export const SSA_AND_G_CHECKS: readonly Check[] = [
  ...defineChecks('form_ssa_1099', [
    {
      id: 'S-01',
      doc: 'Net benefits, box 3 less box 4, are not negative.',
      interpretation: 'If box 4 is absent, it counts as 0.',
      boxes: [BENEFITS_PAID],
      optional: [BENEFITS_REPAID],
      severity: 'info',
      exceptions: 'Box 5 may be negative if more was repaid than was paid in the year.',
      source: `Publication 915 (2024), repayments more than gross benefits; ${SSA_FORM}, box 5`,
      run(document) {
        const [paid, repaid] = [document.cents(BENEFITS_PAID), document.cents(BENEFITS_REPAID) ?? 0]
        return paid !== null && !document.isUnreadable(BENEFITS_REPAID) && paid < repaid
          ? { difference: paid - repaid }
          : null
      },
    },
    {
      id: 'S-02',
      doc: 'Payments for earlier years add up to at most box 3.',
      boxes: [PAYMENTS_BY_YEAR, BENEFITS_PAID],
      tolerance: PER_ROW_TOLERANCE,
      severity: 'warning',
      exceptions: 'None known. The rows cover only earlier years, so their sum is below box 3.',
      source: `${SSA_FORM}, description of amount in box 3`,
      run(document) {
        if (document.isUnreadable(PAYMENTS_BY_YEAR) || document.list(PAYMENTS_BY_YEAR).length === 0) return null
        const payments = readPaymentRows(document).flatMap(({ payment }) => payment ?? [])
        const sum: Cents | null = payments.length === 0 ? null : sumCents(payments)
        const tolerance = { ...PER_ROW_TOLERANCE, cents: PER_ROW_TOLERANCE.cents * payments.length }
        return findExcess(sum, document.cents(BENEFITS_PAID), tolerance)
      },
    },
    {
      id: 'S-03',
      doc: "The workers' compensation offset is at most box 3.",
      ...requireAtMost(ONE_AMOUNT_TOLERANCE, ['workersCompensationOffset'], [BENEFITS_PAID]),
      severity: 'warning',
      source: `${SSA_FORM}, description of amount in box 3; Publication 915 (2024)`,
    },
    {
      id: 'S-04',
      doc: 'Box 6 is at most box 3.',
      ...requireAtMost(ONE_AMOUNT_TOLERANCE, [FEDERAL_TAX_WITHHELD], [BENEFITS_PAID]),
      severity: 'warning',
      exceptions: 'None known: Form W-4V allows 7, 10, 12 or 22 percent.',
      source: `${SSA_FORM}, box 6; Form W-4V`,
    },
    {
      id: 'S-05',
      doc: 'Payments for earlier years are for years before the tax year.',
      ...requireStatement([PAYMENTS_BY_YEAR], document => {
        const { year } = document
        return year === null || readPaymentRows(document).every(row => row.year === null || row.year < year)
      }),
      severity: 'info',
      source: `${SSA_FORM}, description of amount in box 3`,
    },
  ]),
  ...defineChecks('form_1099_g', [
    {
      id: 'G9-1',
      doc: 'Box 4 is at most the sum of boxes 1, 5, 6, 7 and 9.',
      interpretation: 'Box 1 must be present. Any other box of the sum counts as 0 if it is absent.',
      ...requireAtMost(
        ONE_AMOUNT_TOLERANCE,
        [FEDERAL_TAX_WITHHELD],
        ['unemploymentCompensation', ...OTHER_PAYMENTS],
        OTHER_PAYMENTS,
      ),
      severity: 'warning',
      exceptions: 'None known: withholding on unemployment is 10%.',
      source: `${G_INSTRUCTIONS}, box 4; IRC 3402(p)`,
    },
    {
      id: 'G9-2',
      doc: 'The year of a refund is one of the ten years before the tax year.',
      interpretation: 'The check runs if box 2 is above 0.',
      ...requireIfAmount('priorYearRefund', ['yearOfRefund'], document => {
        const [year, refundYear] = [document.year, document.number('yearOfRefund')]
        return year === null || refundYear === null || (refundYear >= year - 10 && refundYear <= year - 1)
      }),
      severity: 'warning',
      exceptions: '`Not Set` counts as absent.',
      source: `${G_INSTRUCTIONS}, boxes 2 and 3`,
    },
  ]),
]
