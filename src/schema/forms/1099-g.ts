import { declareMoney, flag, memo, money, text, year } from '../field.js'
import { form, submission } from '../form.js'
import { federalWithheld, PAYER_FORM_PROPERTIES, payerAccount, SECOND_NOTICE } from './shared-rows.js'

/** Declares a government payment other than unemployment compensation. */
const government = declareMoney('income.government_payments', 'add')

/** Form 1099-G, Certain Government Payments. */
export const f1099g = form({
  key: 'form_1099_g',
  number: '1099-G',
  title: 'Certain Government Payments',
  source: 'Interface, Record, form_1099_g; Form 1099-G (2024)',
  fdx: 'tax1099G',
  ...PAYER_FORM_PROPERTIES,
  uses: { farm: { boxes: ['agriculturalSubsidies', 'marketGainCommodityCreditCorporationLoans'] } },
  fields: [
    submission(),
    payerAccount(),
    government('rtaa_payments', '5', 'Reemployment trade adjustment assistance (RTAA) payments.'),
    federalWithheld('tax_withheld', '4'),
    government('taxable_grants', '6', 'Taxable grants of a federal, state or local government.', { fdx: 'grants' }),
    money('unemployment_compensation', '1', 'income.unemployment', 'Unemployment compensation.'),
    government('agricultural_subsidies', '7', 'Agriculture payments: subsidies from the Department of Agriculture.', {
      fdx: 'agriculturePayments',
    }),
    memo(
      'prior_year_refund',
      '2',
      'State or local income tax refunds, credits, or offsets. Taxable only if the taxpayer itemized, so never added.',
      { fdx: 'taxRefund' },
    ),
    government(
      'market_gain_commodity_credit_corporation_loans',
      '9',
      'Market gain on Commodity Credit Corporation (CCC) loans.',
      { fdx: 'marketGain' },
    ),
    year(
      'year_of_refund',
      '3',
      'Tax year of the refund in box 2, as text or a number. 0 means that the year is not set.',
      { fdx: 'refundYear' },
    ),
    text('offset', '8', 'Whether the refund, credit or offset of box 2 is trade or business income.', { fdx: null }),
    flag('second_tin_notice', null, SECOND_NOTICE),
  ],
})
