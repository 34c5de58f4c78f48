import { getOrCreate, NO_ITEMS } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { FormTable } from '../model/form.js'
import type { Role } from '../model/role.js'
import { unparsedRecords } from '../normalize/missing-years.js'
import type { SourceDocument } from '../normalize/source.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import { type Gap, rolesFedBy } from '../summarize/gaps.js'
import { isMissing } from '../summarize/result.js'
import { nothing, type UnroundedAmount } from './averaging.js'
import type { BorrowerView } from './borrower-view.js'
import type { Flag } from './flag.js'
import type { StreamRule } from './stream-rules.js'
import { inputOf, inputOfStated, leftOut, type TraceExclusion, wordsOfPlace } from './trace.js'

/**
 * Boxes of a stream's years that could not be read, or an entry that may have held one. Missing: `document` of an entry,
 * `role` where a box stands in for another.
 */
export interface Loss {
  readonly year: number
  readonly role: Role | null
  readonly document: SourceDocument | null
  readonly fields: readonly string[]
}

/** The loss that a gap is. Where the gap names no box, every one of the document that was lost may be it. */
export const lossOf = (gap: Gap): Loss => {
  const document = gap.of?.document ?? null
  const fields = gap.field === null ? (document?.unreadable ?? []) : [gap.field]
  return { year: gap.year, role: gap.role, document, fields }
}

/** True where a year without an amount may have had one: something of it could not be read. */
export const isLostIn = (year: number, losses: readonly Loss[], { result }: BorrowerView): boolean =>
  losses.some(each => each.year === year) || isMissing(result.missing, year)

const REASON = 'income_unreadable'

const ofRecord = (recordId: string | null, form: string, year: number | null): TraceExclusion => ({
  ...inputOfStated(form, '', null),
  recordId,
  year,
  reason: REASON,
})

/** Those of a stream's two years that have no amount, and of which something could not be read. */
export function unreadYears(
  year: number,
  latest: Cents | null,
  prior: Cents | null,
  losses: readonly Loss[],
  borrower: BorrowerView,
): readonly number[] {
  if (losses.length === 0 && borrower.result.missing.size === 0) return NO_ITEMS
  return [
    ...(latest === null && isLostIn(year, losses, borrower) ? [year] : NO_ITEMS),
    ...(prior === null && isLostIn(year - 1, losses, borrower) ? [year - 1] : NO_ITEMS),
  ]
}

/** Everything of a year that could not be read and may have held a stream's income: boxes, entries, whole records. */
export function unreadOf(year: number, losses: readonly Loss[], { result }: BorrowerView): TraceExclusion[] {
  const { dossier } = result
  const own = losses.filter(each => each.year === year)
  const boxes = own.flatMap(({ document, fields }) =>
    document === null ? [] : fields.map(field => leftOut(inputOf(document, field, null), REASON)),
  )
  const roles = new Set(own.flatMap(({ document, role }) => (document === null ? [role] : [])))
  const feeding = new Map<FormTable, boolean>()
  const feeds = (form: FormTable): boolean =>
    getOrCreate(feeding, form, () => rolesFedBy(form).some(role => roles.has(role)))
  const entries = dossier.records.flatMap(({ id, unreadableEntries }) =>
    unreadableEntries.flatMap(({ form, year: each }) =>
      each === year && feeds(form) ? [ofRecord(id, form.key, year)] : [],
    ),
  )
  return [...boxes, ...entries, ...refusedOf(year, dossier)]
}

/** The records of a year, or of none that is known, that were refused in whole or in part, or not parsed yet. */
function refusedOf(year: number, dossier: SourceDossier): TraceExclusion[] {
  const isOf = ({ taxYear }: { readonly taxYear: number | null }): boolean =>
    taxYear === null || taxYear === year
  return [
    ...dossier.rejected.filter(each => !each.repeated && isOf(each)),
    ...dossier.records.filter(each => isOf(each) && each.forms.some(({ unreadable: lost }) => lost)),
    ...unparsedRecords(dossier).filter(isOf),
  ].map(({ id, taxYear }) => ofRecord(id, 'record', taxYear))
}

/** So many are named. */
const NAMED = 3

/** What of years could not be read, in words: the boxes and where they stand, each once. */
export function wordsOfUnread(
  years: readonly number[],
  losses: readonly Loss[],
  borrower: BorrowerView,
): string {
  const words = new Set(years.flatMap(year => unreadOf(year, losses, borrower).map(wordsOfPlace)))
  const more = words.size > NAMED ? ` and ${words.size - NAMED} more` : ''
  return `${[...words].slice(0, NAMED).join(', ')}${more}`
}

/** What is not known of a year that could not be read. */
const UNKNOWN: ReadonlySet<Flag> = new Set<Flag>([
  'insufficient_history',
  'not_seasonal_pattern',
  'short_history',
])

/** A stream with years that could not be read: nothing of it counts but a loss that is known. */
function unreadable(
  worked: UnroundedAmount,
  years: readonly number[],
  { method }: StreamRule,
): UnroundedAmount {
  const reason = `${years.join(' and ')} could not be read`
  const flags: Flag[] = [...worked.flags.filter(flag => !UNKNOWN.has(flag)), REASON]
  if (worked.amount < 0) return { ...worked, supportable: null, flags, rule: `${reason}: the loss alone` }
  return nothing(method === 'never' ? `${worked.rule}; ${reason}` : `${reason}: 0`, flags)
}

/**
 * A stream as it was worked, unless one of its two years could not be read, or the year that ends a history too short
 * could not: that it is short is not known.
 */
export function unlessUnread(
  worked: UnroundedAmount,
  unread: readonly number[],
  past: number,
  losses: readonly Loss[],
  borrower: BorrowerView,
  rule: StreamRule,
): UnroundedAmount {
  const isShort = unread.length === 0 && worked.flags.includes('insufficient_history')
  const years = isShort && isLostIn(past, losses, borrower) ? [past] : unread
  return years.length === 0 ? worked : unreadable(worked, years, rule)
}
