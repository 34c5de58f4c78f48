import { checkbox } from '../fdx.js'
import { flag, memo, money, text } from '../field.js'
import { form, submission } from '../form.js'
import { accountNumber } from './shared-rows.js'

/** Form 1098-T, Tuition Statement. */
export const f1098t = form({
  key: 'form_1098_t',
  number: '1098-T',
  title: 'Tuition Statement',
  source: 'Interface, Record, form_1098_t; Form 1098-T (2024)',
  fdx: 'tax1098T',
  issuer: { key: 'payer', id: 'fin', fdx: { prefix: 'filer' } },
  recipient: { key: 'recipient', id: 'id', fdx: { prefix: 'student' } },
  account: 'accountNumber',
  accountsDiffer: true,
  notOnTranscripts: true,
  fields: [
    submission(),
    accountNumber('assigned by the filer, the school'),
    money(
      'qualified_tuition_and_related_expenses',
      '1',
      'expense.tuition',
      'Payments received for qualified tuition and related expenses.',
      { fdx: 'qualifiedTuitionFees' },
    ),
    memo(
      'scholarships_grants',
      '5',
      'Scholarships or grants. Only the part above the qualified expenses is taxable, so they are never added.',
      { fdx: 'scholarship' },
    ),
    memo(
      'adjustments_made_for_prior_year',
      '4',
      'Adjustments to the tuition that was reported for a prior year. Not subtracted from box 1.',
      { fdx: 'adjustmentPriorYear' },
    ),
    memo(
      'adjustments_to_scholarships_or_grants_for_a_prior_year',
      '6',
      'Adjustments to scholarships or grants for a prior year. Not subtracted from box 5.',
      { fdx: 'adjustScholarship' },
    ),
    memo(
      'reimbursements_refunds_from_an_insurance_contract',
      '10',
      'Reimbursements or refunds of qualified tuition from an insurance contract.',
      { fdx: 'insuranceRefund' },
    ),
    text(
      'half_time_student_indicator',
      '8',
      'Whether the student was at least a half-time student in an academic period of the year.',
      { fdx: checkbox('halfTime') },
    ),
    text('graduate_student_indicator', '9', 'Whether the student was a graduate student.', {
      fdx: checkbox('graduate'),
    }),
    text(
      'academic_period_code',
      '7',
      'Whether box 1 includes amounts for an academic period that begins in January to March of the next year.',
      { fdx: checkbox('includeJanMar') },
    ),
    flag('tin_checkbox', null, "Whether the filer certifies that it asked for the student's TIN as required.", {
      fdx: 'studentTinCertification',
    }),
  ],
})
