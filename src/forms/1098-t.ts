import { account, flag, money, text } from '../model/field.js'
import { form, submission } from '../model/form.js'

/** Form 1098-T, Tuition Statement. */
export const f1098t = form({
  key: 'form_1098_t',
  number: '1098-T',
  title: 'Tuition Statement',
  source: 'Interface, Record, form_1098_t; Form 1098-T (2024)',
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'recipient', id: 'id' },
  account: 'accountNumber',
  accountsDiffer: true,
  notOnTranscripts: true,
  fields: [
    submission(),
    account(
      'account_number',
      'accountNumber',
      null,
      'Account number assigned by the filer, the school. Only its last four characters are kept.',
    ),
    money(
      'qualified_tuition_and_related_expenses',
      'qualifiedTuitionAndRelatedExpenses',
      '1',
      'expense.tuition',
      'add',
      'Payments received for qualified tuition and related expenses.',
    ),
    money(
      'scholarships_grants',
      'scholarshipsGrants',
      '5',
      'memo',
      'none',
      'Scholarships or grants. Taxable only above the qualified expenses, so never added.',
    ),
    money(
      'adjustments_made_for_prior_year',
      'adjustmentsMadeForPriorYear',
      '4',
      'memo',
      'none',
      'Adjustments made for a prior year to the tuition reported then. Not subtracted from box 1.',
    ),
    money(
      'adjustments_to_scholarships_or_grants_for_a_prior_year',
      'adjustmentsToScholarshipsOrGrantsForAPriorYear',
      '6',
      'memo',
      'none',
      'Adjustments to scholarships or grants for a prior year. Not subtracted from box 5.',
    ),
    money(
      'reimbursements_refunds_from_an_insurance_contract',
      'reimbursementsRefundsFromAnInsuranceContract',
      '10',
      'memo',
      'none',
      'Reimbursements or refunds of qualified tuition from an insurance contract.',
    ),
    text(
      'half_time_student_indicator',
      'halfTimeStudentIndicator',
      '8',
      'Whether the student was at least half-time in an academic period of the year.',
    ),
    text(
      'graduate_student_indicator',
      'graduateStudentIndicator',
      '9',
      'Whether the student was a graduate student.',
    ),
    text(
      'academic_period_code',
      'academicPeriodCode',
      '7',
      'Whether box 1 includes amounts for an academic period beginning January to March of the next year.',
    ),
    flag(
      'tin_checkbox',
      'tinCheckbox',
      null,
      "Whether the filer certifies that it asked for the student's TIN as required.",
    ),
  ],
})
