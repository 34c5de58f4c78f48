import type { Issue, Origin } from '../../core/issues/issue.js'
import type { CountableIssue } from '../../core/issues/issue-list.js'
import type { IssueCode, Severity } from '../../core/issues/issue-table.js'
import type { JsonPath } from '../../core/json-value.js'
import { JsonTextIndex, sliceJson, toOneLine } from '../../core/scan-json.js'
import type { ParsedValue } from '../../ingest/group/raw-dossier.js'
import type { GroupedDossier } from '../../ingest/group/taxpayer-group.js'
import type { SourceDossier } from '../../ingest/source-dossier.js'

/** One result of reading the inputs: a taxpayer's dossier or a broken value. */
export type InputResult = { readonly dossier: GroupedDossier } | BrokenValue

/** A rejected value. `text` is null if it was too large to keep. `taxpayerId` is null if its taxpayer is not known. */
export interface BrokenValue {
  readonly issue: Issue
  readonly taxpayerId: string | null
  readonly text: string | null
  /** True if the entire file is unreadable: it is one malformed value, or it unpacks to too many bytes. */
  readonly unreadable: boolean
  /** The number of values that this object represents. Default: 1. */
  readonly count?: number
}

/** A value that was read from an input: parsed or broken. */
export type ReadValue = ParsedValue | BrokenValue

/** The origin of a value, with the text from which the value was parsed. The text is used to quote rejected parts. */
export class TextOrigin implements Origin {
  readonly source: string
  readonly line: number | null
  readonly #text: string
  readonly #root: JsonPath | null
  #textIndex: JsonTextIndex | null = null

  constructor({ source, line }: Origin, text: string, root: JsonPath | null) {
    this.source = source
    this.line = line
    this.#text = text
    this.#root = root
  }

  /** Returns the original text at a path, on one line. Returns null if the path does not exist in the text. */
  findText(path: JsonPath | null): string | null {
    const keys: (string | number)[] = []
    for (let step = path; step !== null && step !== this.#root; step = step.parent) {
      const key = step.key ?? step.hiddenKey
      if (key !== undefined) keys.unshift(key)
    }
    // The complete text is returned without slicing, because it may not be JSON.
    if (keys.length === 0) return toOneLine(this.#text)
    this.#textIndex ??= new JsonTextIndex()
    const slice = sliceJson(this.#text, keys, this.#textIndex)
    return slice === null ? null : toOneLine(slice)
  }
}

/** Returns the original text of a rejected value, on one line. Returns null if it is not available. */
export const findOriginalText = (origin: Origin | null, path: JsonPath | null): string | null =>
  origin instanceof TextOrigin ? origin.findText(path) : null

/** The counts of a run or of a part of it. */
export interface Counts {
  readonly taxpayers: number
  /** The number of rejected records and values, including repeated records. */
  readonly rejected: number
  /** The number of rejected form entries in accepted records. */
  readonly rejectedEntries: number
  readonly issues: Readonly<Record<Severity, number>>
  /** The number of issues by code. Codes that did not occur are absent. */
  readonly codes: Readonly<Partial<Record<IssueCode, number>>>
  /** True if an entire file was unreadable, for example because it is one malformed value. */
  readonly unreadable: boolean
}

const sumCounts = (items: readonly { readonly count?: number }[]): number =>
  items.reduce((sum, { count = 1 }) => sum + count, 0)

/** Adds up the counts of a run. */
export class Tally {
  readonly #counts = { taxpayers: 0, rejected: 0, rejectedEntries: 0, unreadable: false }
  readonly #issues = { error: 0, warning: 0, info: 0 }
  readonly #codes: Partial<Record<IssueCode, number>> = {}

  /** Adds a broken value and its issue. */
  addBroken({ issue, unreadable, count = 1 }: BrokenValue): void {
    this.#counts.rejected += count
    this.#counts.unreadable ||= unreadable
    this.addIssues([issue])
  }

  /** Adds a taxpayer and its rejected values, but not its issues. */
  addDossier({ unusedTaxpayers, rejected, records }: SourceDossier): void {
    this.#counts.taxpayers++
    this.#counts.rejected += unusedTaxpayers.length + sumCounts(rejected)
    for (const { rejectedEntries } of records) this.#counts.rejectedEntries += sumCounts(rejectedEntries)
  }

  addIssues(issues: readonly CountableIssue[]): void {
    for (const { code, severity } of issues) {
      this.#issues[severity]++
      this.#codes[code] = (this.#codes[code] ?? 0) + 1
    }
  }

  /** Adds the counts of another tally, such as that of a thread. */
  add({ issues, codes, unreadable, ...counts }: Counts): void {
    for (const name of ['taxpayers', 'rejected', 'rejectedEntries'] as const) this.#counts[name] += counts[name]
    this.#counts.unreadable ||= unreadable
    for (const severity of ['error', 'warning', 'info'] as const) this.#issues[severity] += issues[severity]
    for (const [code, count] of Object.entries(codes) as [IssueCode, number][])
      this.#codes[code] = (this.#codes[code] ?? 0) + count
  }

  toCounts(): Counts {
    return { ...this.#counts, issues: { ...this.#issues }, codes: { ...this.#codes } }
  }
}
