import { checkbox } from '../fdx.js'
import { code, date, flag, memo, money, part, text, year } from '../field.js'
import { form, submission } from '../form.js'
import { accountNumber } from './shared-rows.js'

/** Form 5498, IRA Contribution Information. */
export const f5498 = form({
  key: 'form_5498',
  number: '5498',
  title: 'IRA Contribution Information',
  source: 'Interface, Record, form_5498; Form 5498 (2024)',
  fdx: 'tax5498',
  issuer: { key: 'trustee', id: 'fin', fdx: { prefix: 'issuer' } },
  recipient: { key: 'participant', id: 'id' },
  account: 'accountNumber',
  accountsDiffer: true,
  uses: {
    retirementAccount: {
      balance: 'fairMarketValueOfAccount',
      rollovers: 'rolloverContributions',
      conversions: 'rothConversionAmount',
    },
  },
  fields: [
    submission(),
    accountNumber('assigned by the trustee or issuer'),
    memo(
      'ira_contributions',
      '1',
      'Traditional IRA contributions for the tax year, other than the amounts in boxes 2 to 4, 8 to 10, 13a and 14a.',
    ),
    memo(
      'rollover_contributions',
      '2',
      'Rollover contributions, including direct rollovers. Evidence that a distribution on a 1099-R was rolled over.',
    ),
    memo(
      'roth_conversion_amount',
      '3',
      'Roth IRA conversion amount. Evidence that a distribution on a 1099-R was a conversion.',
      { fdx: 'rothIraConversion' },
    ),
    memo(
      'recharacterized_contributions',
      '4',
      'Contributions, with their earnings, that were recharacterized from one type of IRA to another.',
    ),
    money(
      'fair_market_value_of_account',
      '5',
      'balance.retirement_account',
      'Fair market value (FMV) of the account on December 31. A balance, not income.',
      { fdx: 'fairMarketValue' },
    ),
    memo('life_insurance_cost', '6', 'Life insurance cost included in box 1, for endowment contracts only.'),
    memo('sep_contributions', '8', 'SEP contributions made in the calendar year, including those for the prior year.'),
    memo(
      'simple_contributions',
      '9',
      'SIMPLE contributions made in the calendar year, including those for the prior year.',
    ),
    memo(
      'roth_ira_contributions',
      '10',
      'Roth IRA contributions for the tax year. Excludes rollovers and conversions.',
    ),
    memo('required_minimum_distribution', '12b', 'Required minimum distribution (RMD) amount for the next year.', {
      fdx: 'rmdAmount',
    }),
    memo(
      'postponed_contributions',
      '13a',
      'Postponed or late contributions made in the year for an earlier year, including late rollovers.',
      { fdx: 'postponedContribution' },
    ),
    part(
      'fair_market_value_specified_assets',
      '15a',
      'balance.retirement_account',
      'FMV of certain specified assets without a readily available market value. Included in box 5.',
      { fdx: 'fmvSpecifiedAssets' },
    ),
    flag(['sep_code', 'isSep'], '7', 'Whether the account is a SEP IRA.', { fdx: 'sep' }),
    flag(['ira_code', 'isIra'], '7', 'Whether the account is a traditional IRA.', { fdx: 'ira' }),
    flag(['simple_code', 'isSimple'], '7', 'Whether the account is a SIMPLE IRA.', { fdx: 'simple' }),
    flag(['roth_ira_code', 'isRothIra'], '7', 'Whether the account is a Roth IRA.', { fdx: 'rothIra' }),
    text(
      'rmd_subsequent_year',
      '11',
      'Whether a required minimum distribution (RMD) must be taken for the next year.',
      { fdx: checkbox('rmdNextYear') },
    ),
    date('rmd_date', '12a', 'RMD date: the amount in box 12b must be distributed by this date.'),
    year(
      ['year', 'postponedContributionYear'],
      '13b',
      'Year for which the postponed contribution in box 13a was made.',
      { fdx: 'postponedYear' },
    ),
    code(
      'postponed_contribution_code',
      '13c',
      'Code for the reason of the postponed or late contribution in box 13a.',
      { fdx: 'postponedCode' },
    ),
    code(
      'repayments_code',
      '14b',
      'Code for the type of repayment, such as a qualified reservist or disaster distribution.',
      { fdx: 'repayCode' },
    ),
  ],
})
