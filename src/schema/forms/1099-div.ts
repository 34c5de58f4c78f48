import { declareMoney, memo, money, part } from '../field.js'
import { form, submission } from '../form.js'
import { fatca, federalWithheld, PAYER_FORM_PROPERTIES, payerAccount, secondNoticeText } from './shared-rows.js'

/** Declares an amount that box 1a includes. */
const partOfDividends = declareMoney('income.dividends', 'part')

/** Declares an amount that box 2a includes. */
const partOfGains = declareMoney('income.capital_gains', 'part')

/** Form 1099-DIV, Dividends and Distributions. */
export const f1099div = form({
  key: 'form_1099_div',
  number: '1099-DIV',
  title: 'Dividends and Distributions',
  source: 'Interface, Record, form_1099_div; Form 1099-DIV (2024)',
  fdx: 'tax1099Div',
  ...PAYER_FORM_PROPERTIES,
  fields: [
    submission(),
    payerAccount(),
    federalWithheld('tax_withheld', '4', 'Federal income tax withheld (backup withholding).'),
    money(
      ['capital_gains', 'capitalGainDistributions'],
      '2a',
      'income.capital_gains',
      'Total capital gain distributions (long-term). Includes boxes 2b, 2c, 2d and 2f.',
      { fdx: 'totalCapitalGain' },
    ),
    memo('non_dividend_distribution', '3', 'Nondividend distributions. A return of capital, not income.', {
      fdx: 'nonTaxableDistribution',
    }),
    memo('cash_liquidation_distribution', '9', 'Cash liquidation distributions. Sale proceeds, not income.', {
      fdx: 'cashLiquidation',
    }),
    memo(
      'non_cash_liquidation_distribution',
      '10',
      'Noncash liquidation distributions, at fair market value. Sale proceeds, not income.',
      { fdx: 'nonCashLiquidation' },
    ),
    memo(
      'investment_expense',
      '6',
      'Investment expenses of a nonpublicly offered fund. Included in box 1a and never subtracted.',
      { fdx: 'investmentExpenses' },
    ),
    money(
      ['ordinary_dividend', 'ordinaryDividends'],
      '1a',
      'income.dividends',
      'Total ordinary dividends. Includes boxes 1b, 2e, 5 and 6.',
    ),
    partOfGains('collectibles_28_percent_gain', '2d', 'Collectibles (28%) gain. Included in box 2a.', {
      fdx: 'collectiblesGain',
    }),
    partOfGains('unrecaptured_section_1250_gain', '2b', 'Unrecaptured section 1250 gain. Included in box 2a.', {
      fdx: 'unrecaptured1250Gain',
    }),
    partOfGains('section_1202_gain', '2c', 'Section 1202 gain on qualified small business stock. Included in box 2a.'),
    money('foreign_tax_paid', '7', 'foreign_tax', 'Foreign tax paid.'),
    partOfDividends('qualified_dividends', '1b', 'Qualified dividends. Included in box 1a, so it is not added again.'),
    partOfDividends(
      'section_199a_reit_dividends',
      '5',
      'Section 199A dividends of a REIT. Included in box 1a, so it is not added again.',
      { fdx: 'section199ADividends' },
    ),
    money(
      'exempt_interest_dividends',
      '12',
      'income.tax_exempt_interest',
      'Exempt-interest dividends. Not included in box 1a. Treated as tax-exempt interest.',
      { fdx: 'taxExemptInterestDividend' },
    ),
    part(
      'specified_private_activity_bond_interest_dividend',
      '13',
      'income.tax_exempt_interest',
      'Specified private activity bond interest dividends. Included in box 12, so it is not added again.',
      { fdx: 'specifiedPabInterestDividend' },
    ),
    partOfDividends(
      'section_897_ordinary_dividends',
      '2e',
      'Section 897 ordinary dividends, from U.S. real property interests. Included in box 1a.',
      { fdx: 'section897Dividends' },
    ),
    partOfGains(
      'section_897_capital_gain',
      '2f',
      'Section 897 capital gain, from U.S. real property interests. Included in box 2a.',
    ),
    secondNoticeText(),
    fatca(),
  ],
})
