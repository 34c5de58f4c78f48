import { sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'

/** Every flag of a row of qualifying income, and what it says to a person. Flags are added, never renamed. */
export const FLAGS = {
  access_to_income_not_shown: 'A share of earnings is not cash: no document shows that the taxpayer can withdraw it.',
  basis_unknown: 'The cost basis of a sale is unknown, so its gain is not counted.',
  business_return_required: 'Ownership is 25% or more, or unknown: business tax returns are required.',
  check_failed: 'A document behind the figure fails a check of severity error. See the table of checks.',
  continuance_short: 'The income is stated to continue for fewer months than the guideline requires.',
  continuance_unknown: 'Counted only if you state how many months it will continue.',
  declining: 'Income declined; the lower amount is used.',
  declining_not_stabilized: 'Income declined and no document shows that it has stabilized, so it is not counted.',
  early_or_one_time: 'A distribution was early, one-time or the full balance, and is left out.',
  employer_added: 'A job was added this year.',
  employer_changed: 'The borrower changed employers; both are treated as one continuous job.',
  employer_ended: 'A job ended. It is excluded and not treated as a decline.',
  expenses_assumed: 'A fixed share of the gross is deducted for expenses.',
  guaranteed_payment_one_year: 'A guaranteed payment found in only one year is left out.',
  income_unreadable: 'One year is unreadable, so there is no trend; only a known loss counts.',
  incomplete: 'A box or document behind the figure is missing or could not be read.',
  insufficient_history: 'Less history than the guideline requires.',
  loss_not_considered: 'A loss is left out of the income.',
  lump_sum_excluded: 'Benefits paid for earlier years are left out.',
  manual_underwrite: 'Business income had a material decline, which requires manual underwriting.',
  needs_schedule_c: 'Schedule C is needed to compute net income.',
  needs_schedule_e: 'Schedule E is needed to compute net income after expenses.',
  net_negative: 'More was repaid than paid, so nothing is counted.',
  not_computable: 'The documents show only gross receipts; net income cannot be computed.',
  not_on_transcript: 'A document from tax software is not on the complete IRS transcript, so it is not verified.',
  not_recurring: 'Winnings are not recurring income.',
  not_seasonal_pattern:
    'Unemployment counts if both years have unemployment and wages, or if its continuance is stated.',
  other_recipient: "Another person's documents, such as a spouse's, are left out.",
  ratio_only: 'The gross-up counts in ratios, not in the qualifying amount.',
  reporting_threshold_rose: 'The reporting threshold rose to $2,000 in 2026, which may explain the drop.',
  rolled_or_converted: 'Form 5498 shows that a distribution was rolled over or converted; that part is left out.',
  short_history: 'Only one year of history.',
  taxable_unknown: 'The taxable part of a distribution is unknown, so none of it is grossed up.',
  taxable_upper_bound: 'The taxable part of a distribution is an upper bound.',
  third_party_sick_pay: 'Wages include third-party sick pay.',
  transcript_incomplete: 'No complete IRS transcript for the year.',
  unread_amounts: 'Some amounts are in fields we do not recognize; they are not included.',
  unreported: 'Allocated tips are unreported by definition.',
  wage_basis_box1: 'Box 5 is missing on a W-2; box 1 was used.',
  year_incomplete: 'The documents of the year may not be complete yet.',
} as const

/** A flag of a row. */
export type Flag = keyof typeof FLAGS

/** What a flag says in a year that is not over, where its own sentence would say too much. */
const SO_FAR: Partial<Record<Flag, string>> = {
  employer_changed:
    'The borrower changed employers, as far as the incomplete year shows; both are treated as one continuous job.',
  employer_ended:
    'No pay from a job has been seen so far in the year, which is not complete. The job is excluded and not treated as a decline.',
}

/**
 * What a flag of a row says to a person: a sentence, as `taxtally explain` and the report print it. `underwriting` is the one
 * that the row is of: while its year is not complete, a job that was not seen in it has not ended. `FLAGS` has the
 * sentences of a year that is over. Throws a TypeError for what is no flag.
 *
 * @example
 * ```ts
 * import { flagText, normalizeDossier, qualifyingIncome } from 'taxtally'
 *
 * const { value: dossier } = normalizeDossier({
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2g: [{ gross_winnings: 1200 }] }],
 * })
 * if (dossier === undefined) throw new Error('nothing to use')
 * const underwriting = qualifyingIncome(dossier)
 * const [flag] = underwriting.qualifyingIncome[0]?.flags ?? []
 * if (flag !== undefined) console.log(flagText(flag, underwriting)) //=> Winnings are not recurring income.
 * ```
 */
export function flagText(flag: Flag, underwriting: { readonly yearIncomplete: boolean }): string {
  if (!Object.hasOwn(FLAGS, flag)) throw new TypeError('flagText takes a flag of a row: FLAGS has them all.')
  return (underwriting.yearIncomplete ? SO_FAR[flag] : undefined) ?? FLAGS[flag]
}

export const sortFlags = (flags: Flag[]): Flag[] => sortInPlace(flags, compareText)

/** Adds those flags that are not there yet. */
export function addFlags(flags: Flag[], more: Iterable<Flag>): void {
  for (const flag of more) if (!flags.includes(flag)) flags.push(flag)
}
