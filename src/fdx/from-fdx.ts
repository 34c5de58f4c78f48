import { type Issue, makeIssue } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/shape-of.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { formsByName, keyOfUnknown } from './names.js'
import { type FormPlace, type RecordPlaces, siteOfWay } from './places.js'
import { entriesOf, isFailed, KEPT } from './read-form.js'
import { type Statement, statementsOf, type Way } from './read-statement.js'
import { isMissing, Taken } from './taken.js'

/** How statements of the Financial Data Exchange are read. */
export interface FromFdxOptions {
  /** The form kinds; those that the library knows, unless given. */
  readonly forms?: readonly FormTable[] | undefined
  /** The id of a record whose statement says none, or which is of several: `fdx` unless given. Records need different ids. */
  readonly recordId?: string | undefined
}

/** A value that no field of ours has a place for, as it came. `path` is an RFC 9535 normalized path of the input. */
export interface KeptValue {
  readonly path: string
  readonly value: unknown
}

/** What statements hold, as raw records of the interface. Issues: what of the input has no place, or is no statement. */
export interface FdxRecords {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly issues: readonly Issue[]
  readonly kept: readonly KeptValue[]
}

/** The same, and where each part came from. Missing: null where the value is no statement. */
interface FdxReading extends FdxRecords {
  readonly places: readonly RecordPlaces[]
}

const STATEMENT_KEYS = [
  'forms',
  'taxYear',
  'taxStatementId',
  'taxpayer_id',
  'issuer',
  'recipient',
  'taxDataType',
]

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

/** A record in the making. */
interface Growing {
  readonly owner: unknown
  readonly statements: Statement[]
  readonly forms: Record<string, unknown>[]
  readonly places: FormPlace[]
  readonly rest: Record<string, unknown>[]
}

/** Puts statements together into records. */
class Reader {
  readonly #formOf: (name: string) => FormTable | undefined
  readonly #tables: readonly FormTable[]
  readonly #recordId: string
  readonly #records: Growing[] = []
  readonly #issues: Issue[] = []
  readonly #kept: KeptValue[] = []

  constructor(forms: readonly FormTable[], recordId: string) {
    this.#formOf = formsByName(forms)
    this.#tables = forms
    this.#recordId = recordId
  }

  add(statement: Statement): void {
    const { raw, way } = statement
    const owner = raw['taxpayer_id']
    let record = this.#records.find(each => each.owner === owner)
    if (record === undefined) {
      record = { owner, statements: [], forms: [], places: [], rest: [] }
      this.#records.push(record)
    }
    record.statements.push(statement)
    for (const form of statement.forms) this.#addForms(form, statement, record)
    const taken = new Taken()
    for (const key of STATEMENT_KEYS) taken.add(key)
    const rest = taken.restOf(raw)
    for (const key of Object.keys(rest)) this.#keep('field_unknown', [...way, key], rest[key])
    if (Object.keys(rest).length > 0) record.rest.push(rest)
  }

  /** Adds the forms of one element: by the interface there is one, and all are read. */
  #addForms({ value, way }: Statement['forms'][number], { raw: of }: Statement, record: Growing): void {
    if (!isObject(value)) {
      record.forms.push(value as Record<string, unknown>)
      record.places.push({ way, form: null, value })
      this.#keep('form_not_object', way, value)
      return
    }
    for (const name of Object.keys(value)) {
      const held = value[name]
      if (isMissing(held)) continue
      const place = [...way, name]
      const form = this.#formOf(name) ?? null
      record.places.push({ way: place, form, value: held })
      const year = yearIn(held) ?? of['taxYear']
      const head = isMissing(year) ? {} : { year }
      if (form === null) {
        record.forms.push({ ...head, [keyOfUnknown(name, this.#tables)]: listOfAny(held) })
        this.#keep('form_unknown', place, held)
      } else record.forms.push({ ...head, [form.key]: this.#entries(form, held, place, of) })
    }
  }

  #entries(form: FormTable, held: unknown, place: Way, of: Statement['raw']): unknown[] {
    const parties = { issuer: of['issuer'], recipient: of['recipient'] }
    const isList = Array.isArray(held)
    return listOfAny(held).flatMap((value, i): unknown[] => {
      const way = isList ? [...place, i] : place
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
    })
  }

  #keep(code: Issue['code'], way: Way, value: unknown): void {
    const issue = makeIssue(code, siteOfWay(null, way))
    this.#issues.push(issue)
    this.#kept.push({ path: issue.path, value })
  }

  end(): FdxReading {
    return {
      records: this.#records.map((record, i) => this.#recordOf(record, i)),
      issues: this.#issues,
      kept: this.#kept,
      places: this.#records.map(({ statements, places }) => ({
        way: statements.length === 1 ? (statements[0]?.way ?? []) : [],
        forms: places,
      })),
    }
  }

  #recordOf({ owner, statements, forms, rest }: Growing, index: number): Readonly<Record<string, unknown>> {
    const [only, other] = statements
    const given = other === undefined ? only?.raw['taxStatementId'] : undefined
    const isId = typeof given === 'string' && given.trim() !== ''
    const year = other === undefined ? only?.raw['taxYear'] : undefined
    return {
      id: isId ? given : index === 0 ? this.#recordId : `${this.#recordId}#${index}`,
      ...(isMissing(owner) ? {} : { taxpayer_id: owner }),
      ...(isMissing(year) ? {} : { tax_year: year }),
      forms,
      ...(rest.length === 0 ? {} : { [`${KEPT}statements`]: rest }),
    }
  }
}

const listOfAny = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [value]

/** The year that a form says, or the first of several. */
const yearIn = (value: unknown): unknown => {
  const [first] = listOfAny(value)
  return isObject(first) ? first['taxYear'] : undefined
}
