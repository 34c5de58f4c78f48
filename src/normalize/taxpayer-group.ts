import type { Issue, Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { canonicalJson, isEqualJson } from '../core/json.js'
import { wordsOfLimit } from '../core/limit-words.js'
import type { Limits } from '../core/limits.js'
import type { Site } from '../core/path.js'
import { withoutControls } from '../core/text.js'
import { TaxpayerAhead } from './ahead.js'
import type { ParsedValue } from './parsed-value.js'
import { rankTaxpayer } from './rank-taxpayer.js'
import type { RawDossier, RawRecord, RawValue } from './raw-dossier.js'
import { recordSizeOf } from './read-record.js'
import type { ShapeValue } from './read-shape.js'
import { Refusals } from './refusals.js'

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
  readonly #origin: Origin | null
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
  readonly #limits: Limits
  readonly #refuse: Refuse

  constructor({ id, path }: Owner, origin: Origin | null, limits: Limits, refuse: Refuse) {
    this.id = id
    this.#path = path
    this.#origin = origin
    this.#limits = limits
    this.#refusals = new Refusals(limits.maxValueIssues)
    this.#refuse = refuse
  }

  /** A file by whose name alone it is the same taxpayer; null where the value says it. */
  nameBy(path: string | null): void {
    this.#path ??= path
    this.#sharesName ||= path !== null && path !== this.#path
  }

  /** Of two taxpayer objects the one stands that says more of whose it is, then the first; the other is put aside. */
  setTaxpayer({ value, at, origin }: ParsedValue): void {
    if (value === undefined || value === null) return
    const came = this.#taxpayer
    if (came === null) {
      this.#taxpayer = { raw: value, at, origin }
      return
    }
    // Several lines of a taxpayer most often say the same of it.
    if (value === came.raw) return
    const given = { raw: TaxpayerAhead.wholeOf(value), at, origin }
    const taxpayer = { ...came, raw: TaxpayerAhead.wholeOf(came.raw) }
    if (isEqualJson(given.raw, taxpayer.raw)) return
    this.#text ??= canonicalJson(taxpayer.raw)
    if (canonicalJson(given.raw) === this.#text) return
    if (isTooMuch(++this.#size, this.#limits)) {
      this.#refuse(
        'limit_reached',
        { value: given.raw, at, origin, name: null, single: false },
        wordsOfSize(this.#limits),
      )
      return
    }
    const isBetter = rankTaxpayer(given.raw) > rankTaxpayer(taxpayer.raw)
    this.#superseded.push(isBetter ? taxpayer : given)
    if (!isBetter) return
    this.#taxpayer = given
    this.#text = null
  }

  /** Adds a record; `code` says that it is none. */
  addRecord(parsed: ParsedValue, code?: RawRecord['code']): void {
    const { value: raw, at, origin, alike, unread } = parsed
    const refused = code === undefined ? this.#refusals.codeOf(parsed) : null
    if (refused !== null) {
      this.#refuse(refused, parsed)
      return
    }
    this.#size += recordSizeOf(raw)
    const records = this.#records
    if (isTooMuch(this.#size, this.#limits)) {
      const more = wordsOfSize(this.#limits)
      if (this.#refusals.hasYearOf(raw)) this.#refuse('limit_reached', parsed, more)
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

  /** All of it. */
  get dossier(): GroupedDossier {
    const taxpayer = this.#taxpayer
    return new Gathered(
      this.id,
      taxpayer?.raw,
      taxpayer?.at ?? null,
      taxpayer?.origin ?? this.#origin,
      this.#superseded,
      this.#sharesName,
      this.#records,
      this.notes,
    )
  }
}

/** A taxpayer's values; the taxpayer object is parsed where it is asked for as it came. */
class Gathered implements GroupedDossier {
  readonly taxpayerId: string
  readonly #taxpayer: unknown

  constructor(
    readonly identity: string,
    taxpayer: unknown,
    readonly taxpayerAt: Site | null,
    readonly origin: Origin | null,
    readonly superseded: readonly RawValue[],
    readonly sharesName: boolean,
    readonly records: readonly RawRecord[],
    readonly notes: readonly Issue[],
  ) {
    this.taxpayerId = withoutControls(identity)
    this.#taxpayer = taxpayer
  }

  get taxpayer(): unknown {
    return TaxpayerAhead.wholeOf(this.#taxpayer)
  }

  get taxpayerRead(): ShapeValue | null {
    return TaxpayerAhead.readOf(this.#taxpayer)
  }
}
