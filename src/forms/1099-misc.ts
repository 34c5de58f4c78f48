import { memo, money, moneyOf } from '../model/field.js'
import { form, submission } from '../model/form.js'
import { directSales, fatca, federalWithheld, OF_PAYER, payerAccount, secondNoticeFlag } from './rows.js'

/** Gross receipts of a business. */
const receipts = moneyOf('income.self_employment', 'add')

/** Income of no other kind. */
const otherIncome = moneyOf('income.other', 'add')

/** Form 1099-MISC, Miscellaneous Information. */
export const f1099misc = form({
  key: 'form_1099_misc',
  number: '1099-MISC',
  title: 'Miscellaneous Information',
  source: 'Interface, Record, form_1099_misc; Form 1099-MISC (2024)',
  fdx: 'tax1099Misc',
  ...OF_PAYER,
  // Public Law 119-21 sec. 70433: 2,000 from 2026, before that 600. Royalties and substitute payments keep 10.
  reportedFrom: {
    year: 2026,
    below: 200_000,
    boxes: ['rents', 'otherIncome', 'medicalPayments', 'cropInsurance'],
  },
  twin: { field: 'nonqualifiedDeferredCompensation', form: 'form_1099_nec', reason: 'same_money_as_nec' },
  fields: [
    submission(),
    payerAccount(),
    federalWithheld('tax_withheld', '4'),
    receipts(
      'medical_payments',
      'medicalPayments',
      '6',
      'Medical and health care payments. Gross receipts of a business, before expenses.',
      { fdx: 'medicalHealthPayment' },
    ),
    receipts(
      'fishing_income',
      'fishingIncome',
      '5',
      'Fishing boat proceeds. Gross receipts of a business, before expenses.',
      { fdx: 'fishingBoatProceeds' },
    ),
    money(
      'rents',
      'rents',
      '1',
      'income.rental',
      'add',
      'Rents. Gross, before expenses, and shown as gross receipts.',
    ),
    money('royalties', 'royalties', '2', 'income.royalties', 'add', 'Royalties. Gross, before expenses.'),
    otherIncome(
      'other_income',
      'otherIncome',
      '3',
      'Other income, such as prizes and awards that are not for services.',
    ),
    otherIncome(
      'substitute_payments_for_dividends',
      'substitutePaymentsForDividends',
      '8',
      'Substitute payments in lieu of dividends or interest. Not a dividend, so added to other income.',
      { fdx: 'substitutePayments' },
    ),
    otherIncome(
      'excess_golden_parachute',
      'excessGoldenParachute',
      '14',
      'Excess golden parachute payments. Box 13 before 2022; on Form 1099-NEC from 2025.',
      { fdx: 'excessGolden' },
    ),
    receipts(
      'crop_insurance',
      'cropInsurance',
      '9',
      'Crop insurance proceeds. Gross receipts of a farm, before expenses.',
    ),
    memo(
      'attorney_fees',
      'attorneyFees',
      '10',
      "Gross proceeds paid to an attorney. Often a client's money, so never added.",
      { fdx: 'grossAttorney' },
    ),
    money(
      'foreign_tax_paid',
      'foreignTaxPaid',
      null,
      'foreign_tax',
      'add',
      'Foreign tax paid. The current form no longer has this box.',
      { fdx: null },
    ),
    memo(
      'section_409a_deferrals',
      'section409aDeferrals',
      '12',
      'Section 409A deferrals under a nonqualified deferred compensation plan. Never added.',
      { fdx: 'section409ADeferrals' },
    ),
    money(
      'nonqualified_deferred_compensation',
      'nonqualifiedDeferredCompensation',
      '15',
      'income.other',
      'conditional',
      'Nonqualified deferred compensation. Not added where a 1099-NEC of the same issuer and year exists: the same money.',
      { fdx: 'nonQualifiedDeferredCompensation' },
    ),
    receipts(
      'fish_purchased_for_resale',
      'fishPurchasedForResale',
      '11',
      'Fish purchased for resale. Gross receipts of the seller, before expenses.',
      { fdx: 'fishPurchased' },
    ),
    directSales('7'),
    fatca(),
    secondNoticeFlag(),
  ],
})
