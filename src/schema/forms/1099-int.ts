import { normalizeKey } from '../../core/text.js'
import { declareMoney, deduction, memo, money, part, text } from '../field.js'
import { type FactsRuling, type FieldReader, form, submission } from '../form.js'
import { fatca, federalWithheld, PAYER_FORM_PROPERTIES, payerAccount, secondNoticeText } from './shared-rows.js'

/** Declares interest that no other box includes. */
const interest = declareMoney('income.interest', 'add')

const IRS_NAMES: ReadonlySet<string> = new Set(['irs', 'internalrevenueservice'])

const PAID_BY_IRS: FactsRuling = { flags: ['payer_is_irs'] }
const PAID_BY_OTHERS: FactsRuling = {}

/**
 * Flags interest that the IRS paid on a late refund, because it does not recur. The name "US TREASURY" does not count:
 * it may also mean interest on savings bonds.
 */
const decideFacts = (fields: FieldReader): FactsRuling =>
  IRS_NAMES.has(normalizeKey(fields.issuerName() ?? '')) ? PAID_BY_IRS : PAID_BY_OTHERS

/** Form 1099-INT, Interest Income. */
export const f1099int = form({
  key: 'form_1099_int',
  number: '1099-INT',
  title: 'Interest Income',
  source: 'Interface, Record, form_1099_int; Form 1099-INT (2024)',
  fdx: 'tax1099Int',
  ...PAYER_FORM_PROPERTIES,
  fields: [
    submission(),
    payerAccount(),
    interest('interest_income', '1', 'Interest income. Excludes the interest of box 3.'),
    federalWithheld('tax_withheld', '4', 'Federal income tax withheld (backup withholding).'),
    interest(
      ['savings_bonds', 'savingsBondAndTreasuryInterest'],
      '3',
      'Interest on U.S. savings bonds and Treasury obligations. Not included in box 1, so it is added to the income.',
      { fdx: 'usBondInterest' },
    ),
    memo('investment_expense', '5', 'Investment expenses of a single-class REMIC. Included in box 1; not subtracted.', {
      fdx: 'investmentExpenses',
    }),
    deduction(
      ['interest_forfeiture', 'earlyWithdrawalPenalty'],
      '2',
      'Early withdrawal penalty: forfeited interest or principal. A deduction on the return, not subtracted from box 1.',
    ),
    money('foreign_tax_paid', '6', 'foreign_tax', 'Foreign tax paid.'),
    money('tax_exempt_interest', '8', 'income.tax_exempt_interest', 'Tax-exempt interest. Not included in box 1.'),
    part(
      'specified_private_activity_bond_interest',
      '9',
      'income.tax_exempt_interest',
      'Specified private activity bond interest. Included in box 8, so it is not added again.',
      { fdx: 'specifiedPabInterest' },
    ),
    interest('market_discount', '10', 'Accrued market discount of the year. Not included in box 1, so it is added.'),
    deduction(
      'bond_premium',
      '11',
      'Amortized premium on taxable bonds. A deduction on the return, not subtracted from the income sum.',
    ),
    deduction(
      'bond_premium_on_tax_exempt_bond',
      '13',
      'Amortized premium on tax-exempt bonds. Subtracted on the return, but not from the income sum.',
      { fdx: 'taxExemptBondPremium' },
    ),
    deduction(
      'bond_premium_on_treasury_obligation',
      '12',
      'Amortized premium on Treasury obligations. A deduction on the return, not subtracted from the income sum.',
      { fdx: 'usBondPremium' },
    ),
    secondNoticeText(),
    text('cusip', '14', 'CUSIP number of the tax-exempt or tax credit bond.', { fdx: 'cusipNumber' }),
    fatca(),
  ],
  facts: decideFacts,
})
