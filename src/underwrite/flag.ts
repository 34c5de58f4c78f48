import { sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'

/** Every flag of a row of qualifying income, and what it says to a person. Flags are added, never renamed. */
export const FLAGS = {
  access_to_income_not_shown:
    'A share of earnings is not cash: nothing here shows that the taxpayer can draw it.',
  basis_unknown: 'A sale has no known basis, so its gain is not counted.',
  business_return_required:
    'An owner of a quarter or more, or of a share not known: the business return is needed.',
  check_failed:
    'A document that the figure uses fails a check of severity error. The table of checks says which.',
  continuance_short: 'The income is stated to continue for fewer months than the policy asks.',
  continuance_unknown: 'Counted only where the caller states for how many months it will continue.',
  declining: 'The income fell, and its lower amount stands for it.',
  declining_not_stabilized: 'The income fell and nothing shows that it has stabilized, so it is not counted.',
  early_or_one_time: 'A distribution was early, one-time or the whole balance, and is left out.',
  employer_added: 'A job began in the year, beside those of the year before.',
  employer_changed:
    'One employer took the place of another: they are one job, and any other employer is a job of its own.',
  employer_ended: 'A job ended: it does not count, and its end is no decline.',
  expenses_assumed: 'A fixed share of the gross is taken for expenses.',
  guaranteed_payment_one_year: 'A guaranteed payment of one year only is left out.',
  income_unreadable:
    'A year of it could not be read, so it is not known how the income went: only a loss that is known counts.',
  incomplete: 'A box or a document that the figure needs is missing or could not be read.',
  insufficient_history: 'There are fewer years in a row than the policy asks.',
  loss_not_considered: 'A loss is left out of the income.',
  lump_sum_excluded: 'Benefits paid for earlier years are taken out.',
  manual_underwrite: 'A business income fell by more than the material share: a person must underwrite it.',
  needs_schedule_c: 'Net income needs Schedule C.',
  needs_schedule_e: 'It needs Schedule E, with what it leaves after expenses.',
  net_negative: 'More was repaid than paid, so nothing is counted.',
  not_computable: 'Only gross receipts are on these documents; net income cannot be worked out.',
  not_on_transcript:
    'A complete transcript lacks a document that software holds: the authority does not confirm it.',
  not_recurring: 'Winnings are not recurring income.',
  not_seasonal_pattern:
    'Unemployment counts where both years have it and wages, or where continuance is stated.',
  other_recipient: "Another person's documents, such as a spouse's, are left out.",
  ratio_only: 'The gross-up enters ratios, and not the qualifying amount.',
  reporting_threshold_rose:
    'Payers need not report less than 2,000 from 2026 on, before that less than 600: the fall may be theirs.',
  rolled_or_converted:
    'Form 5498 shows that a distribution was rolled over or converted; that part is left out.',
  short_history: 'There is one year only.',
  taxable_unknown: 'The taxable part of a distribution is not known, so none of it is grossed up.',
  taxable_upper_bound: 'The taxable part of a distribution is an upper bound.',
  third_party_sick_pay: 'Wages hold sick pay of a third party.',
  transcript_incomplete: 'No complete transcript of the year is there to confirm all of it.',
  unread_amounts: 'Amounts stand behind keys that nobody reads; they are in no figure.',
  unreported: 'Allocated tips are unreported by definition.',
  wage_basis_box1: 'A Form W-2 without box 5 stands with its box 1.',
  year_incomplete: 'The documents of the year may not be complete yet.',
} as const

/** A flag of a row. */
export type Flag = keyof typeof FLAGS

/** What a flag says in a year that is not over, where its own sentence would say too much. */
const SO_FAR: Partial<Record<Flag, string>> = {
  employer_changed:
    'One employer took the place of another, as far as is seen in the year, which is not complete: they are one job, and any other employer is a job of its own.',
  employer_ended:
    'No pay of a job was seen so far in the year, which is not complete: it does not count, and is no decline.',
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
