import { type Issue, makeIssue } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { formNamed, keyOfUnknown } from './names.js'
import { type FormPlace, type RecordPlaces, siteOfWay } from './places.js'
import { entriesOf, isFailed, KEPT } from './read-form.js'
import type { Parties } from './read-party.js'
import { type Statement, statementsOf, type Way } from './read-statement.js'
import { isMissing, type Raw, Taken } from './taken.js'

/** How statements of the Financial Data Exchange are read. */
export interface FromFdxOptions {
  /** The form kinds; those that the library knows, unless given. */
  readonly forms?: readonly FormTable[] | undefined
  /** The id of a record whose statement says none, or which is of several: `fdx` unless given. Records need different ids. */
  readonly recordId?: string | undefined
}

/** A value that no field of ours has a place for, as it came. `path` is an RFC 9535 normalized path of the input. */
export interface KeptValue {
  /** Where it stands in the input. */
  readonly path: string
  /** The value, as it came. */
  readonly value: unknown
}

/** What statements hold, as raw records of the interface. Issues: what of the input has no place, or is no statement. */
export interface FdxRecords {
  /** Raw records, for `analyze` and the others. */
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** What has no place, or is no statement. */
  readonly issues: readonly Issue[]
  /** The values that no field has a place for. */
  readonly kept: readonly KeptValue[]
}

/** The same, and where each part came from. Missing: null where the value is no statement. */
interface FdxReading extends FdxRecords {
  readonly places: readonly RecordPlaces[]
}

const STATEMENT_KEYS = ['forms', 'taxYear', 'taxStatementId', 'taxpayer_id', 'taxDataType']

/**
 * Reads tax forms of the Financial Data Exchange's interface, versions 5 and 6, as raw records of ours: what the other
 * functions take. Shape: a list of forms (`{forms: [{taxW2: {...}}]}`), a statement, a list of either, or a form. The
 * statements of one value are one record, as of one pull, for each `taxpayer_id` beside them. Units: amounts as they came.
 * Missing: no records where the value is none of these. Issues: each property and form that has no place; its value is kept,
 * and stands in the record too, where the reader of records tells of it. Source: the interface's tax forms, 4.6, 5.2 and 6.
 */
export function fromFdx(input: unknown, options: FromFdxOptions = {}): FdxRecords {
  const { records, issues, kept } = readFdx(input, options)
  return { records, issues, kept }
}

/** The same, and where everything came from. */
export function readFdx(
  input: unknown,
  { forms = FORMS, recordId = 'fdx' }: FromFdxOptions = {},
): FdxReading {
  if (isTooDeep(input)) return nothing(input, 'nesting_too_deep')
  const statements = statementsOf(input)
  if (statements === null) return nothing(input, 'fdx_unreadable')
  const reader = new Reader(forms, recordId)
  for (const statement of statements) reader.add(statement)
  return reader.end()
}

const nothing = (value: unknown, code: 'nesting_too_deep' | 'fdx_unreadable'): FdxReading => ({
  records: [],
  issues: [makeIssue(code, null)],
  kept: [{ path: '$', value }],
  places: [],
})

/** A raw record in the making, of the statements of one taxpayer. */
class GrowingRecord {
  readonly statements: Statement[] = []
  readonly #forms: unknown[] = []
  readonly #places: FormPlace[] = []
  /** What the statements hold under keys that the interface does not have. */
  readonly rest: Raw[] = []

  constructor(private readonly owner: unknown) {}

  addForm(form: unknown, place: FormPlace): void {
    this.#forms.push(form)
    this.#places.push(place)
  }

  /** The record, by its statement's id where it is of one, else by the one that is given. */
  raw(otherwise: string): Raw {
    const ids = this.statements.map(({ raw }) => raw['taxStatementId'])
    const [only, other] = this.statements
    const given = other === undefined ? ids[0] : undefined
    const isId = typeof given === 'string' && given.trim() !== ''
    // Of several, or where one is no text, the record does not go by it.
    const unused = isId ? [] : ids.filter(id => !isMissing(id))
    const year = other === undefined ? only?.raw['taxYear'] : undefined
    return {
      id: isId ? given : otherwise,
      ...(isMissing(this.owner) ? {} : { taxpayer_id: this.owner }),
      ...(isMissing(year) ? {} : { tax_year: year }),
      forms: this.#forms,
      ...(unused.length === 0 ? {} : { [`${KEPT}taxStatementId`]: unused }),
      ...(this.rest.length === 0 ? {} : { [`${KEPT}statements`]: this.rest }),
    }
  }

  /** Where its parts came from. */
  places(): RecordPlaces {
    const [only, other] = this.statements
    return { way: other === undefined ? (only?.way ?? []) : [], forms: this.#places }
  }
}

/** Puts statements together into records. */
class Reader {
  readonly #records = new Map<unknown, GrowingRecord>()
  readonly #issues: Issue[] = []
  readonly #kept: KeptValue[] = []

  constructor(
    private readonly forms: readonly FormTable[],
    private readonly recordId: string,
  ) {}

  add(statement: Statement): void {
    const { raw, way } = statement
    const owner = raw['taxpayer_id']
    const record = getOrCreate(this.#records, owner, () => new GrowingRecord(owner))
    record.statements.push(statement)
    const taken = new Taken()
    const parties: Parties = { issuer: raw['issuer'], recipient: raw['recipient'], taken }
    for (const form of statement.forms) this.#addForms(form, raw['taxYear'], parties, record)
    for (const key of STATEMENT_KEYS) taken.add(key)
    const rest = taken.restOf(raw)
    for (const key of Object.keys(rest)) this.#keep('field_unknown', [...way, key], rest[key])
    if (Object.keys(rest).length > 0) record.rest.push(rest)
  }

  /** Adds the forms of one element: by the interface there is one, and all are read. */
  #addForms(
    { value, way }: Statement['forms'][number],
    yearOfAll: unknown,
    parties: Parties,
    record: GrowingRecord,
  ): void {
    if (!isObject(value)) {
      record.addForm(value, { way, form: null, value })
      this.#keep('form_not_object', way, value)
      return
    }
    for (const name of Object.keys(value)) {
      const held = value[name]
      if (isMissing(held)) continue
      const form = formNamed(name, this.forms) ?? null
      const isList = Array.isArray(held)
      for (const [i, one] of (isList ? (held as unknown[]) : [held]).entries()) {
        const place = isList ? [...way, name, i] : [...way, name]
        const own = isObject(one) ? one['taxYear'] : undefined
        const year = isMissing(own) ? yearOfAll : own
        const head = isMissing(year) ? {} : { year }
        const isKnown = form !== null
        const key = isKnown ? form.key : keyOfUnknown(name, this.forms)
        const entries = isKnown ? this.#entries(form, one, place, parties) : [one]
        record.addForm({ ...head, [key]: entries }, { way: place, form, value: one })
        if (!isKnown) this.#keep('form_unknown', place, one)
      }
    }
  }

  #entries(form: FormTable, value: unknown, way: Way, parties: Parties): unknown[] {
    if (!isObject(value)) {
      this.#keep('document_not_object', way, value)
      return [value]
    }
    const entries = entriesOf(form, value, parties)
    if (isFailed(form, value, entries)) {
      this.#keep('fdx_form_failed', way, value)
      return [null]
    }
    for (const { rest } of entries)
      for (const each of rest) this.#keep('field_unknown', [...way, ...each.way], each.value)
    return entries.map(({ raw }) => raw)
  }

  #keep(code: Issue['code'], way: Way, value: unknown): void {
    const issue = makeIssue(code, siteOfWay(null, way))
    this.#issues.push(issue)
    this.#kept.push({ path: issue.path, value })
  }

  end(): FdxReading {
    const records = [...this.#records.values()]
    return {
      records: records.map((record, i) => record.raw(i === 0 ? this.recordId : `${this.recordId}#${i}`)),
      issues: this.#issues,
      kept: this.#kept,
      places: records.map(record => record.places()),
    }
  }
}
