import { amountsIn } from '../fdx.js'
import { declareMoney, list, memo } from '../field.js'
import { form, submission } from '../form.js'
import { K1_PROPERTIES, longTermGain, portfolioIncome, shortTermGain, taxPeriod } from './k1-rows.js'

/** Declares earnings of an estate or trust that belong to no other category. */
const earnings = declareMoney('income.estate_trust', 'add')

/** Schedule K-1 (Form 1041), Beneficiary's Share of Income, Deductions, Credits, etc. */
export const k11041 = form({
  key: 'schedule_k1_1041',
  number: 'Schedule K-1 (Form 1041)',
  title: "Beneficiary's Share of Income, Deductions, Credits, etc.",
  source: 'Interface, Record, schedule_k1_1041; Schedule K-1 (Form 1041) (2024)',
  fdx: 'tax1041K1',
  issuer: { key: 'fiduciary', id: 'ein', fdx: { prefix: 'fiduciary', tin: 'trustTin' } },
  recipient: { key: 'beneficiary', id: 'id' },
  ...K1_PROPERTIES,
  uses: { ownership: { shares: [] } },
  fields: [
    submission(),
    ...portfolioIncome('2a', '1'),
    earnings(
      'ordinary_business_income',
      '6',
      'Ordinary business income. A share of earnings, not cash. May be negative.',
    ),
    shortTermGain('short_term_capital_gain', '3', 'capital gain'),
    longTermGain('long_term_capital_gain', '4a', 'capital gain'),
    earnings('net_rental_real_estate_income', '7', 'Net rental real estate income, after expenses. May be negative.'),
    earnings(
      ['other_rental_income', 'otherNetRentalIncome'],
      '8',
      'Other rental income, after expenses. May be negative.',
      { fdx: 'otherRentalIncome' },
    ),
    memo('other_information', '14', 'Other information. It mixes amounts of different codes, so it is never added.', {
      fdx: amountsIn('otherInfo'),
    }),
    earnings('other_portfolio_and_non_business_income', '5', 'Other portfolio and nonbusiness income.', {
      fdx: 'otherPortfolioIncome',
    }),
    list('other_information_codes', '14', null, 'Codes of the other information.', { fdx: { textsIn: 'otherInfo' } }),
    ...taxPeriod('beginning_tax_period', 'ending_tax_period', 'estate or trust'),
  ],
})
