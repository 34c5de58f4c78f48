import { declareMoney, memo, money } from '../field.js'
import { form, submission } from '../form.js'
import {
  directSales,
  fatca,
  federalWithheld,
  PAYER_FORM_PROPERTIES,
  payerAccount,
  secondNoticeFlag,
} from './shared-rows.js'

/** Declares gross receipts of a business. */
const receipts = declareMoney('income.self_employment', 'add')

/** Declares income that belongs to no other category. */
const otherIncome = declareMoney('income.other', 'add')

/** Form 1099-MISC, Miscellaneous Information. */
export const f1099misc = form({
  key: 'form_1099_misc',
  number: '1099-MISC',
  title: 'Miscellaneous Information',
  source: 'Interface, Record, form_1099_misc; Form 1099-MISC (2024)',
  fdx: 'tax1099Misc',
  ...PAYER_FORM_PROPERTIES,
  uses: { farm: { boxes: ['cropInsurance'] } },
  // Public Law 119-21 sec. 70433: $2,000 from 2026 on, $600 before. Royalties and substitute payments stay at $10.
  reportedFrom: { year: 2026, below: 200_000, boxes: ['rents', 'otherIncome', 'medicalPayments', 'cropInsurance'] },
  countedOnOtherForm: { field: 'nonqualifiedDeferredCompensation', form: 'form_1099_nec', reason: 'same_money_as_nec' },
  fields: [
    submission(),
    payerAccount(),
    federalWithheld('tax_withheld', '4'),
    receipts(
      'medical_payments',
      '6',
      'Medical and health care payments. Gross receipts of a business, before expenses.',
      { fdx: 'medicalHealthPayment' },
    ),
    receipts('fishing_income', '5', 'Fishing boat proceeds. Gross receipts of a business, before expenses.', {
      fdx: 'fishingBoatProceeds',
    }),
    money('rents', '1', 'income.rental', 'Gross rents, before expenses. Reported as gross receipts.'),
    money('royalties', '2', 'income.royalties', 'Gross royalties, before expenses.'),
    otherIncome('other_income', '3', 'Other income, such as prizes and awards that are not for services.'),
    otherIncome(
      'substitute_payments_for_dividends',
      '8',
      'Substitute payments in lieu of dividends or interest. Not dividends, so they are added to other income.',
      { fdx: 'substitutePayments' },
    ),
    otherIncome(
      'excess_golden_parachute',
      '14',
      'Excess golden parachute payments. In box 13 before 2022, and on Form 1099-NEC from 2025 on.',
      { fdx: 'excessGolden' },
    ),
    receipts('crop_insurance', '9', 'Crop insurance proceeds. Gross receipts of a farm, before expenses.'),
    memo('attorney_fees', '10', "Gross proceeds paid to an attorney. Often a client's money, so not income.", {
      fdx: 'grossAttorney',
    }),
    money('foreign_tax_paid', null, 'foreign_tax', 'Foreign tax paid. The current form no longer has this box.', {
      fdx: null,
    }),
    memo(
      'section_409a_deferrals',
      '12',
      'Section 409A deferrals under a nonqualified deferred compensation plan. Never added.',
      { fdx: 'section409ADeferrals' },
    ),
    declareMoney('income.other', 'conditional')(
      'nonqualified_deferred_compensation',
      '15',
      'Nonqualified deferred compensation. Not added if a 1099-NEC of the same issuer and year exists, because that form reports the same money.',
      { fdx: 'nonQualifiedDeferredCompensation' },
    ),
    receipts(
      'fish_purchased_for_resale',
      '11',
      'Payments for fish purchased for resale. Gross receipts of the seller, before expenses.',
      { fdx: 'fishPurchased' },
    ),
    directSales('7'),
    fatca(),
    secondNoticeFlag(),
  ],
})
