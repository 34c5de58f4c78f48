import { declareMoney, list, memo, money, part, text, year } from '../field.js'
import { type FactsRuling, type FieldReader, form, submission } from '../form.js'
import { accountNumber, federalWithheld } from './shared-rows.js'

const PAYMENT_FIELDS = [
  year('year', null, 'Earlier year for which the benefits were paid.'),
  memo('payment', null, 'Benefits paid for that year. Included in box 3, so never added.'),
]

/** Excludes box 4 if box 3 is unreadable. Box 4 alone would wrongly count as negative income. */
const decideFacts = (fields: FieldReader): FactsRuling =>
  fields.isUnreadable('benefitsPaid') ? { reasons: { benefitsRepaid: 'benefits_unknown' } } : {}

/** Form SSA-1099, Social Security Benefit Statement. */
export const ssa1099 = form({
  key: 'form_ssa_1099',
  number: 'SSA-1099',
  title: 'Social Security Benefit Statement',
  source: 'Interface, Record, form_ssa_1099; Form SSA-1099 (2024)',
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'payee', id: 'id' },
  account: 'accountNumber',
  mainBox: { fields: ['benefitsPaid'] },
  accountsDiffer: true,
  uses: { benefits: { paid: 'benefitsPaid', byYear: 'paymentsByYear' } },
  fields: [
    submission(),
    accountNumber('on the statement'),
    money(
      ['pensions_and_annuities', 'benefitsPaid'],
      '3',
      'income.social_security',
      'Social Security benefits paid. Despite the name of the key, not a pension. Box 4 is subtracted.',
    ),
    federalWithheld('tax_withheld', '6', 'Voluntary federal income tax withheld.', 'federalIncomeTaxWithheld'),
    declareMoney('income.social_security', 'subtract')(
      ['repayments', 'benefitsRepaid'],
      '4',
      'Benefits repaid to SSA. Net benefits are box 3 less box 4, and may be negative.',
    ),
    part(
      ['workmans_compensation_offset', 'workersCompensationOffset'],
      '3',
      'income.social_security',
      "Workers' compensation offset. Included in box 3, so it is not added again.",
    ),
    list(
      ['payments', 'paymentsByYear'],
      null,
      PAYMENT_FIELDS,
      'Parts of box 3 that were paid for earlier years, each with its year. They are not added to box 3 again.',
    ),
    text(
      'trust_fund_indicator',
      null,
      'Trust fund that paid the benefits: retirement and survivors, or disability insurance.',
    ),
    text(
      ['SSA/RRB Payments', 'ssaRrbPayments'],
      null,
      'SSA or RRB payments, as text. The key contains a slash and a space. An amount in the text is never added.',
      { mayContainAmount: true },
    ),
  ],
  facts: decideFacts,
})
