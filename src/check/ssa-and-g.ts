import { type Cents, sumCents } from '../core/money.js'
import type { Check } from './check.js'
import { atMost, excess, onForm, statement, whereAmount } from './rules.js'
import { EACH_ROW, T1 } from './tolerance.js'
import type { View } from './view.js'

const PAID = 'benefitsPaid'
const REPAID = 'benefitsRepaid'
const BY_YEAR = 'paymentsByYear'
const WITHHELD = 'federalIncomeTaxWithheld'
const SSA_FORM = 'Form SSA-1099 (2024)'
const G_INSTRUCTIONS = 'Instructions for Form 1099-G (2024)'

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the readable rows of payments by earlier year. */
const rowsOf = (view: View) =>
  view
    .list(BY_YEAR)
    .filter(item => typeof item !== 'string')
    .map(({ year, payment }) => ({ year: numberOf(year), payment: numberOf(payment) }))

/** Payments that Form 1099-G reports in addition to unemployment benefits. */
const OTHER_PAYMENTS = [
  'rtaaPayments',
  'taxableGrants',
  'agriculturalSubsidies',
  'marketGainCommodityCreditCorporationLoans',
]

/** The checks of Forms SSA-1099 and 1099-G. */
export const SSA_AND_G_CHECKS: readonly Check[] = [
  ...onForm('form_ssa_1099', [
    {
      id: 'S-01',
      doc: 'Net benefits, box 3 less box 4, are not negative.',
      reading: 'Box 4 absent counts as 0.',
      boxes: [PAID],
      optional: [REPAID],
      severity: 'info',
      exceptions: 'A negative box 5 is legal: more was repaid than paid in the year.',
      source: `Publication 915 (2024), repayments more than gross benefits; ${SSA_FORM}, box 5`,
      run(view) {
        const [paid, repaid] = [view.cents(PAID), view.cents(REPAID) ?? 0]
        return paid !== null && !view.isUnreadable(REPAID) && paid < repaid
          ? { difference: paid - repaid }
          : null
      },
    },
    {
      id: 'S-02',
      doc: 'Payments for earlier years are together at most box 3.',
      boxes: [BY_YEAR, PAID],
      tolerance: EACH_ROW,
      severity: 'warning',
      exceptions: 'None known: the rows cover earlier years only, so their sum is below box 3.',
      source: `${SSA_FORM}, description of amount in box 3`,
      run(view) {
        if (view.isUnreadable(BY_YEAR) || view.list(BY_YEAR).length === 0) return null
        const payments = rowsOf(view)
          .map(row => row.payment)
          .filter(cents => cents !== null)
        const sum: Cents | null = payments.length === 0 ? null : sumCents(payments)
        return excess(sum, view.cents(PAID), { ...EACH_ROW, cents: EACH_ROW.cents * payments.length })
      },
    },
    {
      id: 'S-03',
      doc: "The workers' compensation offset is at most box 3.",
      ...atMost(T1, ['workersCompensationOffset'], [PAID]),
      severity: 'warning',
      source: `${SSA_FORM}, description of amount in box 3; Publication 915 (2024)`,
    },
    {
      id: 'S-04',
      doc: 'Box 6 is at most box 3.',
      ...atMost(T1, [WITHHELD], [PAID]),
      severity: 'warning',
      exceptions: 'None known: Form W-4V allows 7, 10, 12 or 22 percent.',
      source: `${SSA_FORM}, box 6; Form W-4V`,
    },
    {
      id: 'S-05',
      doc: 'Payments for earlier years are for years before the tax year.',
      ...statement([BY_YEAR], view => {
        const { year } = view
        return year === null || rowsOf(view).every(row => row.year === null || row.year < year)
      }),
      severity: 'info',
      source: `${SSA_FORM}, description of amount in box 3`,
    },
  ]),
  ...onForm('form_1099_g', [
    {
      id: 'G9-1',
      doc: 'Box 4 is at most the sum of boxes 1, 5, 6, 7 and 9.',
      reading: 'Box 1 must be present; each other box of the sum that is absent counts as 0.',
      ...atMost(T1, [WITHHELD], ['unemploymentCompensation', ...OTHER_PAYMENTS], OTHER_PAYMENTS),
      severity: 'warning',
      exceptions: 'None known: withholding on unemployment is 10%.',
      source: `${G_INSTRUCTIONS}, box 4; IRC 3402(p)`,
    },
    {
      id: 'G9-2',
      doc: 'The year of a refund is one of the ten before the tax year.',
      reading: 'If box 2 is above 0.',
      ...whereAmount('priorYearRefund', ['yearOfRefund'], view => {
        const [year, refundYear] = [view.year, view.number('yearOfRefund')]
        return year === null || refundYear === null || (refundYear >= year - 10 && refundYear <= year - 1)
      }),
      severity: 'warning',
      exceptions: '`Not Set` is absent.',
      source: `${G_INSTRUCTIONS}, boxes 2 and 3`,
    },
  ]),
]
