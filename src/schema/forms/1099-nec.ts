import { money } from '../field.js'
import { form, submission } from '../form.js'
import { directSales, federalWithheld, secondNoticeFlag } from './shared-rows.js'

/** Form 1099-NEC, Nonemployee Compensation. */
export const f1099nec = form({
  key: 'form_1099_nec',
  number: '1099-NEC',
  title: 'Nonemployee Compensation',
  source: 'Interface, Record, form_1099_nec; Form 1099-NEC (2024)',
  fdx: 'tax1099Nec',
  issuer: { key: 'issuer_provider', id: 'fin', fdx: { prefix: 'payer' } },
  recipient: { key: 'recipient', id: 'id' },
  mainBox: { fields: ['nonemployeeCompensation'] },
  accountsDiffer: true,
  // Public Law 119-21 sec. 70433: $2,000 from 2026 on, $600 before.
  reportedFrom: { year: 2026, below: 200_000, boxes: ['nonemployeeCompensation'] },
  fields: [
    submission(),
    secondNoticeFlag(),
    directSales('2'),
    federalWithheld('federal_income_tax_withheld', '4', 'Federal income tax withheld (backup withholding).'),
    money(
      ['non_employee_compensation', 'nonemployeeCompensation'],
      '1',
      'income.self_employment',
      'Nonemployee compensation. Gross receipts of a business, before expenses.',
      { fdx: 'nonEmployeeCompensation' },
    ),
  ],
})
