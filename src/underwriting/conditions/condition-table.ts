import type { ConditionCode } from '../policies/policy.js'

interface ConditionDefinition {
  readonly document: string
  readonly message: string
}

/** Every condition in the order of `CONDITION_CODES`. */
export const CONDITIONS: Readonly<Record<ConditionCode, ConditionDefinition>> = {
  schedule_c: {
    document: 'Schedule C with all pages of the tax return',
    message: 'The documents show only gross receipts. Schedule C shows the net income of the business.',
  },
  schedule_e: {
    document: 'Schedule E with all pages of the tax return',
    message: 'The documents show only gross rents. Schedule E shows the net rental income.',
  },
  schedule_f: {
    document: 'Schedule F with all pages of the tax return',
    message: 'The documents show only gross farm receipts. Schedule F shows the net farm income.',
  },
  declining: {
    document: 'Written verification or a year-to-date statement that shows stable income',
    message: 'The income declined. Show why, and that it is stable now.',
  },
  history: {
    document: 'Documents of earlier years, or a written verification of the history',
    message: 'The history is shorter than the policy requires.',
  },
  second_job_history: {
    document: 'Verification of employment with the start date of the second job',
    message: 'The borrower has not held this job next to the main job for as long as the policy requires.',
  },
  employment_verification: {
    document: 'Verification of employment',
    message: 'Verify that the borrower works for the employer, and since when.',
  },
  start_date: {
    document: 'Verification of employment with the start date',
    message:
      'The job may have started during the year before. With the start date, the average covers only months worked.',
  },
  return_to_work: {
    document: "Employer's letter with the date of return",
    message: 'The borrower was on leave. Show when the borrower returns to work, and at what pay.',
  },
  combat_pay: {
    document: 'Leave and Earnings Statement',
    message: 'The pay includes combat pay, which may not continue.',
  },
  pay_does_not_fit: {
    document: 'Paystub with year-to-date pay',
    message: 'Base pay of the year to date differs from the rate of pay by more than 10%.',
  },
  equity_vesting: {
    document: 'Vesting schedule and statements of the equity plan',
    message: 'The pay came from stock options or grants. Show that more will vest.',
  },
  deferred_pay_term: {
    document: 'Payment schedule of the deferred compensation plan',
    message: 'The pay came from a deferred compensation plan. Show for how long it continues.',
  },
  not_recurring: { document: 'None', message: 'The income does not recur, so it does not count.' },
  tip_reporting: {
    document: 'Form 4137 with the tax return',
    message: 'The tips were not reported to the employer. Show that they were reported on the tax return.',
  },
  distributions_or_liquidity: {
    document: 'Distributions on the K-1, or evidence that the business has enough liquidity',
    message: 'Earnings of the business are not cash. Show that the borrower received them or can withdraw them.',
  },
  business_returns: {
    document: 'Business tax returns of two years',
    message: 'The borrower owns 25% or more, or an unknown share. The business returns are required.',
  },
  trust_agreement: {
    document: 'Trust agreement or trustee statement',
    message: 'Show the terms, the amount and the duration of the payments.',
  },
  asset_ownership: {
    document: 'Account statement',
    message: 'Show that the borrower still owns the asset that pays the income.',
  },
  current_pay: {
    document: 'Paystub dated within 30 days of the application',
    message: 'The figure is based on annual Forms W-2. A paystub shows the current pay.',
  },
  latest_year_documents: {
    document: 'Documents of the latest year',
    message: 'The documents of the most recent tax year are not complete.',
  },
  royalty_contract: {
    document: 'Royalty contract or lease',
    message: 'Show that the royalties continue for three years.',
  },
  seasonal_employment: {
    document: 'Evidence of seasonal employment and of benefits in two years',
    message: 'Unemployment compensation counts only if the work is seasonal.',
  },
  continuance: {
    document: 'Letter, agreement or account statement that shows the duration',
    message: 'Show that the income continues for as long as the policy requires.',
  },
  receipt_history: {
    document: 'Bank statements or court records that show receipts',
    message: 'Receipts are not shown for as long as the policy requires.',
  },
  award_letter: {
    document: 'Award letter or statement of the pension',
    message: 'Show the monthly amount of the pension and that it continues.',
  },
  account_statement: {
    document: 'Account statement with the current balance',
    message: 'Show that the balance covers the withdrawals for as long as the policy requires.',
  },
  rollover_uncertain: {
    document: 'Form 5498 and statements of both accounts',
    message: 'A distribution may have been rolled over. Show which one was.',
  },
  cost_basis: {
    document: 'Form 8949 or Schedule D',
    message: 'The cost basis of a sale is unknown, so its gain is not counted.',
  },
  raise_documented: {
    document: "Employer's verification of the raise",
    message: 'Pay rose by more than 10%. Show the reason.',
  },
  not_on_transcript: {
    document: 'The document itself, and a new transcript',
    message: 'The complete IRS transcript does not list this document. A Schedule K-1 may arrive later.',
  },
  possible_duplicate: {
    document: 'Both documents',
    message: 'The document may be a second copy of another one. Show that they are two documents.',
  },
  copies_disagree: {
    document: 'The document itself',
    message: 'The IRS copy and the software copy disagree about what the amount is.',
  },
  source_conflict: { document: 'The document itself', message: 'Sources hold different versions of the document.' },
  amended_target_doubtful: {
    document: 'The corrected document and its original',
    message: 'It is uncertain which document a correction is meant for.',
  },
  recipient_uncertain: {
    document: 'Identification of the borrower',
    message: 'The document may belong to another person.',
  },
  basis_from_software: { document: 'Form 8949', message: 'Only tax software has the cost basis of the sale.' },
  employer_by_name: {
    document: 'Verification of employment, or both employer identification numbers',
    message: 'Two employers were joined because their names agree.',
  },
  unread_amount: { document: 'The document or record itself', message: 'Amounts under unknown keys are not included.' },
  unread_form: { document: 'The form itself', message: 'A form of an unknown kind may hold income.' },
  year_incomplete: {
    document: 'A new transcript after July of the next year',
    message: 'Documents of the year may still be missing.',
  },
  transcript_incomplete: {
    document: 'A new transcript after July of the next year',
    message: 'No complete IRS transcript of the year exists.',
  },
  unreadable_box: { document: 'The document itself', message: 'The amount of a document could not be read.' },
  rejected_record: { document: 'The record again', message: 'A record or an entry of the year could not be read.' },
  manual_underwrite: {
    document: 'Manual underwriting',
    message: 'A business of which the borrower owns 25% or more fell by more than 20%.',
  },
  tax_debt: { document: 'Installment agreement or evidence of payoff', message: 'The taxpayer owes federal tax.' },
  obligation_reported: { document: 'Statement of the obligation', message: 'A form shows a debt or a foreclosure.' },
  mortgage_verification: {
    document: 'Mortgage statements or payoff letter',
    message: 'Verify how many loans there are.',
  },
}
