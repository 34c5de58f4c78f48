import { count, date, memo, money, text } from '../field.js'
import { form, submission } from '../form.js'
import { accountNumber } from './shared-rows.js'

/** Form 1098, Mortgage Interest Statement. */
export const f1098 = form({
  key: 'form_1098',
  number: '1098',
  title: 'Mortgage Interest Statement',
  source: 'Interface, Record, form_1098; Form 1098 (2024)',
  fdx: 'tax1098',
  issuer: { key: 'recipient_lender', id: 'fin', fdx: { prefix: 'lender' } },
  recipient: { key: 'payer_borrower', id: 'ssn', fdx: { prefix: 'borrower' } },
  account: 'accountNumber',
  mainBox: { fields: ['mortgageInterestPaid'] },
  accountsDiffer: true,
  issuerMayBePerson: true,
  uses: {
    mortgage: {
      principal: 'outstandingMortgagePrincipal',
      interest: 'mortgageInterestPaid',
      insurance: 'mortgageInsurancePremiums',
      points: 'pointsPaidOnPurchase',
      property: 'addressOfPropertySecuringMortgage',
      originated: 'mortgageOriginationDate',
      acquired: 'mortgageAcquisitionDate',
    },
  },
  fields: [
    submission(),
    accountNumber('assigned by the lender'),
    money(
      ['mortgage_interest_received', 'mortgageInterestPaid'],
      '1',
      'expense.mortgage_interest',
      'Mortgage interest that the lender received from the taxpayer. An expense, not income.',
      { fdx: 'mortgageInterest' },
    ),
    money(
      'points_paid_on_purchase',
      '6',
      'expense.mortgage_points',
      'Points paid on the purchase of a principal residence.',
      { fdx: 'pointsPaid' },
    ),
    memo(
      'refund_of_overpaid_interest',
      '4',
      'Refund of interest that was overpaid in a prior year. Not subtracted from box 1.',
      { fdx: 'overpaidRefund' },
    ),
    money('mortgage_insurance_premiums', '5', 'expense.mortgage_insurance', 'Mortgage insurance premiums.', {
      fdx: 'mortgageInsurance',
    }),
    money(
      'outstanding_mortgage_principal',
      '2',
      'debt.mortgage_principal',
      'Outstanding mortgage principal on January 1, or at origination if the loan began later in the year.',
      { fdx: 'outstandingPrincipal' },
    ),
    count('number_of_mortgaged_properties', '9', 'Number of properties, if more than one secures the mortgage.', {
      fdx: 'mortgagedProperties',
    }),
    date('mortgage_origination_date', '3', 'Mortgage origination date.', { fdx: 'originationDate', decides: true }),
    text(
      'address_of_property_securing_mortgage',
      '8',
      'Address or description of the property securing the mortgage.',
      { fdx: ['propertyDescription', 'propertyDescription', 'propertyAddress'], personal: true },
    ),
    text(
      'other_information_from_recipient',
      '10',
      'Other information from the lender, such as real estate taxes or insurance paid from escrow.',
      { fdx: 'otherInformation', personal: true },
    ),
    date(
      'mortgage_acquisition_date',
      '11',
      'Mortgage acquisition date, if the lender acquired the mortgage in the year.',
      { fdx: 'acquisitionDate', decides: true },
    ),
  ],
})
