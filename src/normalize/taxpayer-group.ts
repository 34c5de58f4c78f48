import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { canonicalJson, isEqualJson } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { type Limits, wordsOfLimit } from '../core/limits.js'
import { withoutControls } from '../core/text.js'

import { usableId } from './envelope.js'
import { kindOfValue, type Refusal, rankTaxpayer, refusalOf } from './kind-of-value.js'
import {
  type ParsedValue,
  type RawDossier,
  type RawRecord,
  type RawValue,
  wordsOfAlike,
} from './raw-dossier.js'
import { recordSizeOf, yearOfRecord } from './read-record.js'

/**
 * Counts values that cannot be records. Their taxpayer keeps the first of them, up to a limit, and the first one of each year.
 */
export class Refusals {
  #count = 0
  readonly #years = new Set<number | null>()

  constructor(private readonly most: number) {}

  /** Counts a value. Returns its code if the value is above the limit; null for any other value. */
  codeOf({ value, alike }: ParsedValue): Refusal['code'] | null {
    const refusal = alike === undefined ? refusalOf(value) : null
    if (refusal === null) return null
    const isKnown = this.hasYearOf(value)
    return ++this.#count > this.most && isKnown ? refusal.code : null
  }

  /** True if a value of the same year was counted before. Remembers the year. */
  hasYearOf(value: unknown): boolean {
    const year = yearOfRecord(value)
    const isKnown = this.#years.has(year)
    this.#years.add(year)
    return isKnown
  }
}

/** The values of one taxpayer. `identity` is the id before control characters are replaced; it distinguishes taxpayers. */
export interface GroupedDossier extends RawDossier {
  readonly identity: string
}

/** The owner of a record: from the record itself, or from the given id, or from the name of its file. */
export interface Owner {
  readonly id: string
  readonly path: string | null
}

/** Rejects a value. */
export type Refuse = (code: IssueCode, parsed: ParsedValue, more?: string) => void

/** True if a taxpayer has more documents than the limit. Records and form objects count, too. */
export const isTooMuch = (size: number, { maxTaxpayerDocuments }: Limits): boolean =>
  size > maxTaxpayerDocuments

/** Returns the sentence about that limit. */
export const wordsOfSize = ({ maxTaxpayerDocuments: most }: Limits): string =>
  `The taxpayer has more than ${most} documents, records and form objects; ${wordsOfLimit('maxTaxpayerDocuments')}`

/** Collects the values of one taxpayer. */
export class TaxpayerGroup {
  readonly id: string
  /** The path of the first file if only its name gives the id. */
  #path: string | null
  /** True if the name of another file gives the same id. */
  #sharesName = false
  #taxpayer: RawValue | null = null
  /** The taxpayer object as canonical JSON, computed when another one comes. */
  #text: string | null = null
  readonly #superseded: RawValue[] = []
  readonly #records: RawRecord[] = []
  /** Issues about the keys of dossiers. */
  readonly notes: Issue[] = []
  readonly #refusals: Refusals
  /** The number of documents. Records and form objects count as one each. */
  #size = 0
  /** True if one value was a record, a taxpayer or a dossier, even if it was rejected. */
  #isRecognized = false

  constructor(
    { id, path }: Owner,
    private readonly origin: Origin | null,
    private readonly limits: Limits,
    private readonly refuse: Refuse,
  ) {
    this.id = id
    this.#path = path
    this.#refusals = new Refusals(limits.maxValueIssues)
  }

  /** Adds the path of a file whose name alone gives the id. The path is null if the value itself gives the id. */
  nameBy(path: string | null): void {
    this.#path ??= path
    this.#sharesName ||= path !== null && path !== this.#path
  }

  /**
   * Sets the taxpayer object. If there is one already, the one that contains the id is used, then the first one. The other is
   * kept aside.
   */
  setTaxpayer({ value, at, origin }: ParsedValue): void {
    if (value === undefined || value === null) return
    const taxpayer = this.#taxpayer
    const newTaxpayer: RawValue = { raw: value, at, origin }
    if (taxpayer === null) {
      this.#taxpayer = newTaxpayer
      return
    }
    // Several lines of one taxpayer usually have equal taxpayer objects.
    if (isEqualJson(value, taxpayer.raw)) return
    this.#text ??= canonicalJson(taxpayer.raw)
    if (canonicalJson(value) === this.#text) return
    if (isTooMuch(++this.#size, this.limits)) {
      this.refuse('limit_reached', { value, at, origin, name: null, single: false }, wordsOfSize(this.limits))
      return
    }
    const isBetter = rankTaxpayer(value) > rankTaxpayer(taxpayer.raw)
    this.#superseded.push(isBetter ? taxpayer : newTaxpayer)
    if (!isBetter) return
    this.#taxpayer = newTaxpayer
    this.#text = null
  }

  /** Adds a record. `code` is given if the value is not a record. */
  addRecord(parsed: ParsedValue, code?: RawRecord['code']): void {
    const { value: raw, at, origin, alike, unread } = parsed
    const refused = code === undefined ? this.#refusals.codeOf(parsed) : null
    if (refused !== null) {
      this.refuse(refused, parsed)
      return
    }
    this.#size += recordSizeOf(raw)
    const records = this.#records
    if (isTooMuch(this.#size, this.limits)) {
      const more = wordsOfSize(this.limits)
      if (this.#refusals.hasYearOf(raw)) this.refuse('limit_reached', parsed, more)
      else records.push({ raw, at, origin, code: 'limit_reached', more })
    } else if (unread !== undefined) records.push({ raw, at, origin, ...unread })
    else if (code !== undefined) records.push({ raw, at, origin, code })
    else records.push(alike === undefined ? { raw, at, origin } : { raw, at, origin, similar: alike })
  }

  /** Records that one of the values is a record, a taxpayer or a dossier, even if it was rejected. */
  recognize(): void {
    this.#isRecognized = true
  }

  /**
   * The values of a group in which nothing was recognized: an error response under a taxpayer's id, or in a file named after
   * a taxpayer, does not make a taxpayer without income.
   *
   * @returns null if something was recognized, so that there is a dossier.
   */
  get unrecognizedValues(): readonly ParsedValue[] | null {
    if (this.#isRecognized) return null
    return this.#records.map(
      ({ raw, at, origin, similar }): ParsedValue => ({
        value: raw,
        at,
        origin,
        name: null,
        single: false,
        ...(similar === undefined ? {} : { alike: similar }),
      }),
    )
  }

  /** The taxpayer's id, or null if only a file name gives it. Then the values may belong to anyone. */
  get idFromValues(): string | null {
    return this.#path === null ? this.id : null
  }

  /** Returns the dossier. An early parsed taxpayer object is parsed completely only when its raw value is needed. */
  get dossier(): GroupedDossier {
    const taxpayer = this.#taxpayer
    return {
      identity: this.id,
      taxpayerId: withoutControls(this.id),
      taxpayer: taxpayer?.raw,
      taxpayerAt: taxpayer?.at ?? null,
      origin: taxpayer?.origin ?? this.origin,
      superseded: this.#superseded,
      sharesName: this.#sharesName,
      records: this.#records,
      notes: this.notes,
    }
  }
}

/** A value that belongs to no dossier, and the id of its taxpayer if it is known. */
interface Rejected {
  readonly issue: Issue
  readonly rejected: ParsedValue
  readonly taxpayerId: string | null
}

/** A result of assembling: the dossier of one taxpayer, or a rejected value. */
export type Grouped = { readonly dossier: GroupedDossier } | Rejected

/** Makes the result for a rejected value. If it was rejected before it was parsed, the default text is the one from then. */
export function rejectedOf(
  code: IssueCode,
  parsed: ParsedValue,
  taxpayerId: string | null,
  more: string | undefined = parsed.alike === undefined ? parsed.unread?.more : wordsOfAlike(parsed.alike),
): Rejected {
  const { value, at, origin } = parsed
  const isRecord = code !== 'value_unrecognized' && isObject(value) && kindOfValue(value) === 'record'
  const recordId = isRecord ? usableId(value['id']) : null
  return {
    issue: makeIssue(code, at, { origin, recordId, more }),
    rejected: parsed,
    taxpayerId: taxpayerId === null ? null : withoutControls(taxpayerId),
  }
}
