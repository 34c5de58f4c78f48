import { constants } from 'node:buffer'
import { LazyDocument, toNormalizedDossier, toNormalizedRecord } from '../../api/dossier.js'
import type { Issue } from '../../core/issues/issue.js'
import { isCollapsedIssue } from '../../core/issues/issue-list.js'
import { ISSUES, type IssueCode } from '../../core/issues/issue-table.js'
import { getOrCreate } from '../../core/lists.js'
import { compareText } from '../../core/text.js'
import { IssueListing } from '../../files/convert/issue-listing.js'
import { NoRecordsError } from '../../files/read/describe-input.js'
import type { Privacy } from '../../ingest/privacy.js'
import type { SourceDossier } from '../../ingest/source-dossier.js'
import { compareIssues } from '../../report/remarks.js'
import { type IssueTableRow, issues, listIssueCells } from '../../tables/definitions/issues-table.js'
import { createJsonMaker } from '../../tables/objects.js'
import type { Call } from '../options/options.js'
import { findPageLayout, formatForPage, formatIssuePlace, replaceUnprintable, writeOut } from '../output/text.js'
import { createTaxpayerContext, visitInputs } from '../read-inputs.js'

/** Runs `taxtally validate`, which prints one line per issue code, or one line per issue with `--json`. */
export async function validateCommand(call: Call): Promise<number> {
  const groups = new Map<Issue['code'], IssuesOfCode>()
  const listing = new IssueListing(call.reading)
  const reportIssue = async (row: IssueTableRow): Promise<void> => {
    if (!call.json) addIssue(row, groups)
    else if (listing.tryList(row)) await writeOut(`${formatJsonIssue(row)}\n`)
  }
  const exitCode = await visitInputs(call, {
    visitDossier: async (dossier, privacy) => {
      const rows = [...issues.rows(createTaxpayerContext(dossier, privacy))]
      for (const row of rows) await reportIssue(row)
      return rows
    },
    onRejectedValue: (issue, taxpayerId) => reportIssue({ ...issue, taxpayerId }),
  }).catch((cause: unknown) => {
    if (cause instanceof NoRecordsError) return cause
    throw cause
  })
  for (const issue of listing.summarizeUnlisted())
    await writeOut(`${formatJsonIssue({ ...issue, taxpayerId: null })}\n`)
  const page = findPageLayout(process.stdout, process.env, call.noColor)
  for (const { code, first, keys, severity, count } of [...groups.values()].sort(compareIssues)) {
    const sentence = ISSUES[code][1]
    const detail = first.message.slice(sentence.length).trim()
    const advice = `${ISSUES[code][2]}${detail === '' ? '' : ` The first: ${detail}`}${keys ?? ''}`
    const line = replaceUnprintable([code, severity, count, formatIssuePlace(first), advice].join('  '))
    await writeOut(formatForPage(`${line}\n`, page, false))
  }
  // Fails only after the issues are printed, because they include those of inputs that are not JSON.
  if (typeof exitCode !== 'number') throw exitCode
  return exitCode
}

/** The issues with one code: the first issue, the number of issues, the worst severity, and the affected keys. */
interface IssuesOfCode {
  readonly code: Issue['code']
  readonly first: Issue
  readonly keys: KeyTally | null
  severity: Issue['severity']
  count: number
}

function addIssue(issue: Issue, groups: Map<Issue['code'], IssuesOfCode>): void {
  const { code, severity } = issue
  const group = getOrCreate(groups, code, () => {
    const keys = KEY_CODES.has(code) ? new KeyTally() : null
    return { code, first: issue, keys, severity, count: 0 }
  })
  group.count++
  group.keys?.add(issue)
  if (compareIssues(issue, group) < 0) group.severity = severity
}

const toJson = createJsonMaker(issues.columns)

const formatJsonIssue = (row: IssueTableRow): string => JSON.stringify(toJson(listIssueCells(row)))

/** The codes of issues about unknown keys and variants of known keys. Their line also lists the keys. */
const KEY_CODES: ReadonlySet<IssueCode> = new Set([
  'field_unknown',
  'field_respelled',
  'field_misspelled',
  'amount_unread',
  'form_unknown',
  'form_respelled',
  'dossier_key_unknown',
])

/** The maximum number of keys that a line lists. */
const MAX_LISTED_KEYS = 5
/** The maximum number of distinct keys to count. Keys come from the data, so this limits the memory that they use. */
const MAX_KEYS = 1000

const LAST_KEY = /\['([^']+)'\]$/

/** Counts how often each key occurs in the issues with one code. The key of an issue is the last key in its path. */
export class KeyTally {
  readonly #counts = new Map<string, number>()
  #unnamed = 0
  #hasMore = false

  add(issue: Issue): void {
    const key = isCollapsedIssue(issue) ? undefined : LAST_KEY.exec(issue.path)?.[1]
    const count = key === undefined ? undefined : this.#counts.get(key)
    if (key === undefined) this.#unnamed++
    else if (count === undefined && this.#counts.size === MAX_KEYS) this.#hasMore = true
    else this.#counts.set(key, (count ?? 0) + 1)
  }

  /** Formats the keys: ` Keys: 'remark' 40, 'mood' 12, and 3 more.` Empty if the first path names the only key. */
  toString(): string {
    const named = [...this.#counts].sort(([a, x], [b, y]) => y - x || compareText(a, b))
    if (named.length === 0 || (named.length === 1 && this.#unnamed === 0)) return ''
    const parts = named.slice(0, MAX_LISTED_KEYS).map(([key, count]) => `'${key}' ${count}`)
    const unnamedCount = named.length - parts.length
    if (unnamedCount > 0) parts.push(`and ${this.#hasMore ? 'more than ' : ''}${unnamedCount} more`)
    const unnamed = this.#unnamed === 0 ? '' : `; unnamed ${this.#unnamed}`
    return ` Keys: ${parts.join(', ')}${unnamed}.`
  }
}

/** Runs `taxtally normalize`, which prints each taxpayer's normalized dossier as one line of JSON. */
export const normalizeCommand = (call: Call): Promise<number> =>
  visitInputs(call, {
    visitDossier: async (dossier, privacy) => {
      await writeChunks(stringifyDossier(dossier, privacy))
      return dossier.pendingIssues
    },
  })

/** Chunks are joined up to this length before they are encoded. */
const MIN_ENCODED_LENGTH = 1 << 20

/** Prints chunks as one line. If it is longer than a text can be, throws RangeError and prints nothing. */
async function writeChunks(chunks: Iterable<string>): Promise<void> {
  const parts: Buffer[] = []
  let [text, length] = ['', 1]
  for (const chunk of chunks) {
    text += chunk
    length += chunk.length
    if (length > constants.MAX_STRING_LENGTH) throw new RangeError('Invalid string length')
    if (text.length < MIN_ENCODED_LENGTH) continue
    parts.push(Buffer.from(text))
    text = ''
  }
  for (const part of parts) await writeOut(part)
  await writeOut(`${text}\n`)
}

/**
 * Yields the text that `JSON.stringify` makes of a dossier, in chunks. A document is made for its text and then
 * released, because all documents of a large dossier take several times the memory of its text.
 */
export function* stringifyDossier(source: SourceDossier, privacy: Privacy): Generator<string> {
  const masking = { privacy, people: source.personIds }
  yield JSON.stringify(toNormalizedDossier({ ...source, records: [] }, privacy)).slice(0, -2)
  for (const [i, record] of source.records.entries()) {
    const recordText = JSON.stringify(toNormalizedRecord({ ...record, documents: [] }, masking))
    yield `${i === 0 ? '' : ','}${recordText.slice(0, -2)}`
    for (const [k, document] of record.documents.entries())
      yield `${k === 0 ? '' : ','}${JSON.stringify(new LazyDocument(document, masking))}`
    yield ']}'
  }
  yield ']}'
}
