import { flag, money } from '../model/field.js'
import { form, submission } from '../model/form.js'

/** Form 1099-NEC, Nonemployee Compensation. */
export const f1099nec = form({
  key: 'form_1099_nec',
  number: '1099-NEC',
  title: 'Nonemployee Compensation',
  source: 'Interface, Record, form_1099_nec; Form 1099-NEC (2024)',
  fdx: 'tax1099Nec',
  issuer: { key: 'issuer_provider', id: 'fin', fdx: { at: 'payer' } },
  recipient: { key: 'recipient', id: 'id' },
  accountsDiffer: true,
  // Public Law 119-21 sec. 70433: 2,000 from 2026, before that 600.
  reportedFrom: { year: 2026, below: 200_000, boxes: ['nonemployeeCompensation'] },
  fields: [
    submission(),
    flag(
      'second_notice_indicator',
      'secondNoticeIndicator',
      null,
      "Second TIN notice: the IRS told the payer twice within three years that the recipient's TIN is incorrect.",
      { fdx: 'secondTinNotice' },
    ),
    flag(
      'direct_sales_indicator',
      'directSalesIndicator',
      '2',
      'Payer made direct sales of consumer products for resale totaling $5,000 or more to the recipient.',
      { fdx: 'payerDirectSales' },
    ),
    money(
      'federal_income_tax_withheld',
      'federalIncomeTaxWithheld',
      '4',
      'withheld.federal',
      'add',
      'Federal income tax withheld (backup withholding).',
      { fdx: 'federalTaxWithheld' },
    ),
    money(
      'non_employee_compensation',
      'nonemployeeCompensation',
      '1',
      'income.self_employment',
      'add',
      'Nonemployee compensation. Gross receipts of a business, not net of expenses.',
      { fdx: 'nonEmployeeCompensation' },
    ),
  ],
})
