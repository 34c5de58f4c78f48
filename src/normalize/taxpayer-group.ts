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

/** Counts values that can be no records: the first of them stand with their taxpayer, and the first of each year. */
export class Refusals {
  #count = 0
  readonly #years = new Set<number | null>()

  constructor(private readonly most: number) {}

  /** The code of a value that is one too many; null for any other. */
  codeOf({ value, alike }: ParsedValue): Refusal['code'] | null {
    const refusal = alike === undefined ? refusalOf(value) : null
    if (refusal === null) return null
    const isKnown = this.hasYearOf(value)
    return ++this.#count > this.most && isKnown ? refusal.code : null
  }

  /** True where one of its year stands with the taxpayer already; from now on one does. */
  hasYearOf(value: unknown): boolean {
    const year = yearOfRecord(value)
    const isKnown = this.#years.has(year)
    this.#years.add(year)
    return isKnown
  }
}

/** A taxpayer's values, and what the taxpayer is told apart by: an id as it came, of which `taxpayerId` is put out. */
export interface GroupedDossier extends RawDossier {
  readonly identity: string
}

/** Whose a record is, by itself, else by what is given, else by its file; null where nothing says it. */
export interface Owner {
  readonly id: string
  readonly path: string | null
}

/** Refuses a value. */
export type Refuse = (code: IssueCode, parsed: ParsedValue, more?: string) => void

/** Whether more documents, records and form objects counted in, came than a taxpayer may have. */
export const isTooMuch = (size: number, { maxTaxpayerDocuments }: Limits): boolean =>
  size > maxTaxpayerDocuments

/** What is told of that. */
export const wordsOfSize = ({ maxTaxpayerDocuments: most }: Limits): string =>
  `The taxpayer has more than ${most} documents, records and form objects; ${wordsOfLimit('maxTaxpayerDocuments')}`

/** The values of one taxpayer, as they come. */
export class TaxpayerGroup {
  readonly id: string
  /** The first file whose name alone says the id. */
  #path: string | null
  /** The name of another file says it too. */
  #sharesName = false
  #taxpayer: RawValue | null = null
  /** The same as canonical JSON, once another comes. */
  #text: string | null = null
  readonly #superseded: RawValue[] = []
  readonly #records: RawRecord[] = []
  /** What was noted of the keys of dossiers. */
  readonly notes: Issue[] = []
  readonly #refusals: Refusals
  /** How many documents there are, a record and a form object counted as one each. */
  #size = 0
  /** A value was a record, a taxpayer or a dossier, though it may have been refused. */
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

  /** A file by whose name alone it is the same taxpayer; null where the value says it. */
  nameBy(path: string | null): void {
    this.#path ??= path
    this.#sharesName ||= path !== null && path !== this.#path
  }

  /** Of two taxpayer objects the one stands that says more of whose it is, then the first; the other is put aside. */
  setTaxpayer({ value, at, origin }: ParsedValue): void {
    if (value === undefined || value === null) return
    const [taxpayer, newTaxpayer] = [this.#taxpayer, { raw: value, at, origin }]
    if (taxpayer === null) {
      this.#taxpayer = newTaxpayer
      return
    }
    // Several lines of a taxpayer most often say the same of it.
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

  /** Adds a record; `code` says that it is none. */
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

  /** Marks that one of the values is a record, a taxpayer or a dossier, though it may have been refused. */
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
    return this.#records.map(({ raw, at, origin, similar }) => ({
      value: raw,
      at,
      origin,
      name: null,
      single: false,
      ...(similar === undefined ? {} : { alike: similar }),
    }))
  }

  /** The taxpayer's id, or null if only a file name gives it. Then the values may belong to anyone. */
  get idFromValues(): string | null {
    return this.#path === null ? this.id : null
  }

  /** All of it. The taxpayer object is parsed when it is asked for as it came. */
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

/** A value that is part of no dossier, and whose it is where that is known. */
interface Rejected {
  readonly issue: Issue
  readonly rejected: ParsedValue
  readonly taxpayerId: string | null
}

/** What grouping gives: a taxpayer's dossier, or a value that cannot be used. */
export type Grouped = { readonly dossier: GroupedDossier } | Rejected

/** A value that cannot be used; of one that was refused before it was parsed `more` is what was told then. */
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
