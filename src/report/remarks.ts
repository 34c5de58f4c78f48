import { lastFour } from '../core/identifier.js'
import type { Issue } from '../core/issue.js'
import { ISSUES, type Severity } from '../core/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope } from '../export/table.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { placeOf } from '../summarize/result.js'
import { documentsByYear, whyNotCounted, wordsOfDocument } from './document-words.js'
import { FLAG_WORDS, REASON_WORDS } from './words.js'

/** Something to say of a document. `place` is `record/form/form_index/entry_index`. */
export interface Remark {
  readonly place: string
  readonly document: string
  readonly why: string
}

const remark = (document: SourceDocument, why: string, scope: Scope): Remark => ({
  place: placeOf(document),
  document: wordsOfDocument(document, scope),
  why,
})

/** The documents that do not count, by year, and why. */
export function notCounted(scope: Scope): (Remark & { readonly of: ResolvedDocument })[] {
  return documentsByYear(scope).flatMap(of => {
    const why = whyNotCounted(of)
    return why === null ? [] : [{ ...remark(of.document, why, scope), of }]
  })
}

/** Amounts of documents that count which are no income, and why. */
export const notIncome = (scope: Scope): (Remark & { readonly fact: FactRow })[] =>
  scope.result.ledger.facts.flatMap(fact => {
    const { reason } = fact.meaning
    const why = reason === null ? null : REASON_WORDS[reason]
    return why === null ? [] : [{ ...remark(fact.of.document, why, scope), fact }]
  })

/**
 * Documents of another recipient whose amounts count: a spouse's on a joint return. A copy that counts in the place of
 * one may name no recipient of its own.
 */
export function otherRecipients(scope: Scope): Remark[] {
  const { documents } = scope.result.resolution
  const counted = new Map(documents.flatMap(of => (of.status === 'counted' ? [[of.document, of]] : [])))
  return documents.flatMap(({ document, decidedBy, otherRecipient, recipientId: id, status }) => {
    if (!otherRecipient || id === null || document.year === null) return []
    const why = `of the recipient ending ${lastFour(id)}`
    if (status === 'counted') return [remark(document, why, scope)]
    const stands = decidedBy === null ? undefined : counted.get(decidedBy)
    if (stands === undefined || stands.otherRecipient) return []
    const more = `${why}; ${wordsOfDocument(stands.document, scope)} counts in its place and does not say so`
    return [remark(document, more, scope)]
  })
}

/** What documents that count are marked with. */
export function flagged(scope: Scope): Remark[] {
  const documents = new Map<SourceDocument, Set<FactRow['flags'][number]>>()
  for (const fact of scope.result.ledger.facts) {
    const { of, flags } = fact
    if (!isCounted(fact) || flags.length === 0) continue
    const seen = getOrCreate(documents, of.document, () => new Set())
    for (const flag of flags) seen.add(flag)
  }
  return [...documents].map(([document, flags]) =>
    remark(document, [...flags].map(flag => FLAG_WORDS[flag]).join('; '), scope),
  )
}

/** The doubts about documents that resolution and the forms' rules leave. */
export function doubtful(scope: Scope): Remark[] {
  const { ledger, resolution } = scope.result
  return [
    ...ledger.notes.filter(({ code }) => code !== 'taxable_upper_bound').map(note => ({ ...note, by: null })),
    ...resolution.warnings,
  ].map(({ code, document, by }) => {
    const decided = by === null ? '' : ` See ${wordsOfDocument(by, scope)}.`
    return remark(document, `${ISSUES[code][1]}${decided}`, scope)
  })
}

/** Orders issues: the worst severity first, then by code. */
export const compareIssues = (a: IssueKind, b: IssueKind): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || compareText(a.code, b.code)

type IssueKind = Pick<Issue, 'code' | 'severity'>

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** A sentence about each issue code, with how often it came. */
export const issueSayings = (scope: Scope): string[] =>
  issueCounts(scope).map(({ code, severity, count }) => {
    const noun = severity === 'info' ? 'note' : severity
    return `${count} ${noun}${count === 1 ? '' : 's'} ${code}: ${ISSUES[code][1]}`
  })

/** How often each code was met, the worst first, beside the doubts about documents. */
export function issueCounts(scope: Scope) {
  const { ledger, resolution } = scope.result
  const said = new Set<string>([...ledger.notes, ...resolution.warnings].map(({ code }) => code))
  const counts = new Map<string, IssueKind & { count: number }>()
  for (const { code, severity } of countablesOf(scope)) {
    if (said.has(code)) continue
    getOrCreate(counts, `${severity} ${code}`, () => ({ code, severity, count: 0 })).count++
  }
  return [...counts.values()].sort(compareIssues)
}
