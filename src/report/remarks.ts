import { lastFour } from '../core/identifier.js'
import type { Issue } from '../core/issue.js'
import { ISSUES, type Severity } from '../core/issue-table.js'
import { addTo, getOrCreate } from '../core/lists.js'
import { type Cents, subtractCents } from '../core/money.js'
import { compareText } from '../core/text.js'
import { needs } from '../export/finding-tables.js'
import { countablesOf } from '../export/issues-table.js'
import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { placeOf } from '../summarize/result.js'
import { NEEDS } from '../underwrite/needs.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { documentsByYear, whyNotCounted, wordsOfDocument } from './document-words.js'
import { dollars, FLAG_WORDS, labelOfPolicy, REASON_WORDS } from './words.js'

/** A remark about a document. `place` is `record/form/form_index/entry_index`. */
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

/** Lists the documents that do not count, by year, with the reason. */
export function notCounted(scope: Scope): (Remark & { readonly of: ResolvedDocument })[] {
  return documentsByYear(scope).flatMap(of => {
    const why = whyNotCounted(of)
    return why === null ? [] : [{ ...remark(of.document, why, scope), of }]
  })
}

/** Lists the amounts of counted documents that are not income, with the reason. */
export const notIncome = (scope: Scope): (Remark & { readonly fact: FactRow })[] =>
  scope.result.ledger.facts.flatMap(fact => {
    const { reason } = fact.meaning
    const why = reason === null ? null : REASON_WORDS[reason]
    return why === null ? [] : [{ ...remark(fact.of.document, why, scope), fact }]
  })

/**
 * Lists the counted documents of another recipient, such as a spouse on a joint return. A copy that counts instead of such
 * a document may name no recipient itself.
 */
export function otherRecipients(scope: Scope): Remark[] {
  const { documents } = scope.result.resolution
  const counted = new Map(documents.flatMap(of => (of.status === 'counted' ? [[of.document, of]] : [])))
  return documents.flatMap(({ document, decidedBy, otherRecipient, recipientId: id, status }) => {
    if (!otherRecipient || id === null || document.year === null) return []
    const why = `belongs to the recipient ending ${lastFour(id)}`
    if (status === 'counted') return [remark(document, why, scope)]
    const stands = decidedBy === null ? undefined : counted.get(decidedBy)
    if (stands === undefined || stands.otherRecipient) return []
    const more = `${why}; the ${wordsOfDocument(stands.document, scope)} counts instead and does not say so`
    return [remark(document, more, scope)]
  })
}

/** Lists the counted documents whose facts have flags. */
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

/** Lists the warnings about documents from resolution and from the rules of forms. */
export function doubtful(scope: Scope): Remark[] {
  const { ledger, resolution } = scope.result
  return [
    ...ledger.notes.filter(({ code }) => code !== 'taxable_upper_bound').map(note => ({ ...note, by: null })),
    ...resolution.warnings,
  ].map(({ code, document, by }) => {
    const decided = by === null ? '' : ` See the ${wordsOfDocument(by, scope)}.`
    return remark(document, `${ISSUES[code][1]}${decided}`, scope)
  })
}

/** Orders issues: the worst severity first, then by code. */
export const compareIssues = (a: IssueKind, b: IssueKind): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || compareText(a.code, b.code)

type IssueKind = Pick<Issue, 'code' | 'severity'>

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Makes a sentence about each issue code, with its number of issues. */
export const issueSayings = (scope: Scope): string[] =>
  issueCounts(scope).map(({ code, severity, count }) => {
    const noun = severity === 'info' ? 'note' : severity
    return `${count} ${noun}${count === 1 ? '' : 's'} ${code}: ${ISSUES[code][1]}`
  })

/** Counts the issues of each code, the worst first, without the codes that `doubtful` lists. */
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

/** Lists what is needed and for what: borrower, issuer, year and amount, and the policies if not all of them need it. */
export function neededOf(
  scope: Scope,
  wordsOf: (borrower: string) => string,
  textOf: (cents: Cents) => string,
): (readonly [what: string, about: readonly string[]])[] {
  const policies = underwritingsOf(scope).length
  const asked = new Map<string, Map<string, string[]>>()
  for (const { under, need, about, cents } of needs.rows(scope)) {
    const whose = need.borrower === 'self' ? null : wordsOf(need.borrower)
    const where = [whose, about, need.year].filter(each => each !== null).join(', ')
    const item = [where, cents === null ? '' : textOf(cents)].filter(each => each !== '').join(': ')
    const items = getOrCreate(asked, NEEDS[need.need], () => new Map<string, string[]>())
    addTo(items, item, under.policy.name)
  }
  return [...asked].map(([what, items]) => {
    const about = [...items].map(([item, names]) => {
      const under = names.length < policies ? `under ${names.map(labelOfPolicy).join(', ')}` : ''
      return [item, under].filter(each => each !== '').join('; ')
    })
    return [what, about.filter(line => line !== '')]
  })
}

/** Counts the records and the documents of a taxpayer. */
export const countsOf = ({ result: { dossier, resolution } }: Scope) => ({
  records: dossier.records.length,
  rejected: dossier.rejected.reduce((sum, { count }) => sum + count, 0),
  documents: resolution.documents.length,
  counted: resolution.documents.filter(document => whyNotCounted(document) === null).length,
})

/** Returns true if the rows of an underwriting are about more than one borrower. */
export const hasSeveralBorrowers = ({ qualifyingIncome: rows }: Underwriting): boolean =>
  rows.some(({ borrower }) => borrower !== rows[0]?.borrower)

/**
 * Returns the verified part of the monthly total, whether it is at most the total, and the losses (0 or more). Losses
 * reduce the total but not the verified amount, so the verified amount can exceed the total.
 */
export function confirmedOf({ qualifyingIncome }: Underwriting) {
  const total = qualifyingIncome.at(-1)
  const confirmed = total?.verifiedMonthly ?? 0
  let losses: Cents = 0
  for (const { category, qualifyingMonthly } of qualifyingIncome)
    if (category !== 'total' && qualifyingMonthly < 0) losses = subtractCents(losses, qualifyingMonthly)
  return { confirmed, isPart: confirmed <= (total?.qualifyingMonthly ?? 0), losses }
}

/** Writes the verified amount as the end of the sentence about the total. */
export function confirmedWords(under: Underwriting): string {
  const { confirmed, isPart, losses } = confirmedOf(under)
  const total = under.qualifyingIncome.at(-1)?.qualifyingMonthly ?? 0
  if (isPart) {
    const part = confirmed === total ? 'all' : confirmed === 0 ? 'none' : dollars(confirmed)
    return total === 0 ? '' : `, ${part} of it matched to IRS transcripts`
  }
  const against = losses > 0 ? `; losses of ${dollars(losses)} count against it` : ''
  return `; ${dollars(confirmed)} of income is matched to IRS transcripts${against}`
}
