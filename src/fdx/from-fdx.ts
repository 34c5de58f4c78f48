import { type Issue, makeIssue } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { formNamed, isNameOfForm, keyOfUnknown } from './names.js'
import { type FormPlace, type RecordPlaces, siteOfWay } from './places.js'
import { entriesOf, isFailed, KEPT } from './read-form.js'
import type { Parties } from './read-party.js'
import { isMissing, type Raw, Taken, type Way } from './taken.js'

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
  const issues: Issue[] = []
  const kept: KeptValue[] = []
  const drafts = new Map<unknown, RecordDraft>()

  const keep = (code: Issue['code'], way: Way, value: unknown): void => {
    const issue = makeIssue(code, siteOfWay(null, way))
    issues.push(issue)
    kept.push({ path: issue.path, value })
  }

  const readEntries = (form: FormTable, value: unknown, way: Way, parties: Parties): unknown[] => {
    if (!isObject(value)) {
      keep('document_not_object', way, value)
      return [value]
    }
    const entries = entriesOf(form, value, parties)
    if (isFailed(form, value, entries)) {
      keep('fdx_form_failed', way, value)
      return [null]
    }
    for (const { rest } of entries)
      for (const part of rest) keep('field_unknown', [...way, ...part.way], part.value)
    return entries.map(({ raw }) => raw)
  }

  /** Adds the forms of one element. The interface allows only one per element, but all of them are read. */
  const addForms = (element: FormElement, yearOfAll: unknown, parties: Parties, draft: RecordDraft): void => {
    const { value, way } = element
    if (!isObject(value)) {
      draft.forms.push(value)
      draft.places.push({ way, form: null, value })
      keep('form_not_object', way, value)
      return
    }
    for (const [name, content] of Object.entries(value)) {
      if (isMissing(content)) continue
      const form = formNamed(name, forms) ?? null
      const isList = Array.isArray(content)
      for (const [i, item] of (isList ? (content as unknown[]) : [content]).entries()) {
        const itemWay = isList ? [...way, name, i] : [...way, name]
        const itemYear = isObject(item) ? item['taxYear'] : undefined
        const year = isMissing(itemYear) ? yearOfAll : itemYear
        const head = isMissing(year) ? {} : { year }
        const key = form?.key ?? keyOfUnknown(name, forms)
        const entries = form === null ? [item] : readEntries(form, item, itemWay, parties)
        draft.forms.push({ ...head, [key]: entries })
        draft.places.push({ way: itemWay, form, value: item })
        if (form === null) keep('form_unknown', itemWay, item)
      }
    }
  }

  const isDeep = isTooDeep(input)
  const statements = isDeep ? null : statementsOf(input)
  if (statements === null) {
    keep(isDeep ? 'nesting_too_deep' : 'fdx_unreadable', [], input)
    return { records: [], issues, kept, places: [] }
  }
  for (const statement of statements) {
    const { raw, way } = statement
    const draft = getOrCreate(drafts, raw['taxpayer_id'], () => ({
      statements: [],
      forms: [],
      places: [],
      rest: [],
    }))
    draft.statements.push(statement)
    const taken = new Taken()
    const parties: Parties = { issuer: raw['issuer'], recipient: raw['recipient'], taken }
    for (const element of statement.forms) addForms(element, raw['taxYear'], parties, draft)
    for (const key of STATEMENT_KEYS) taken.add(key)
    const rest = taken.restOf(raw)
    for (const [key, value] of Object.entries(rest)) keep('field_unknown', [...way, key], value)
    if (Object.keys(rest).length > 0) draft.rest.push(rest)
  }
  return {
    records: [...drafts.values()].map((draft, i) => toRecord(draft, i === 0 ? recordId : `${recordId}#${i}`)),
    issues,
    kept,
    places: [...drafts.values()].map(({ statements: [first, second], places }) => ({
      way: second === undefined ? (first?.way ?? []) : [],
      forms: places,
    })),
  }
}

/** A raw record in the making, from the statements of one taxpayer. */
interface RecordDraft {
  readonly statements: Statement[]
  readonly forms: unknown[]
  readonly places: FormPlace[]
  /** What the statements hold under keys that the interface does not have. */
  readonly rest: Raw[]
}

/** Makes the record. It has the id and the year of its statement if there is only one. */
function toRecord({ statements, forms, rest }: RecordDraft, otherId: string): Raw {
  const ids = statements.map(({ raw }) => raw['taxStatementId'])
  const owner = statements[0]?.raw['taxpayer_id']
  const only = statements.length === 1 ? statements[0]?.raw : undefined
  const id = only?.['taxStatementId']
  const isId = typeof id === 'string' && id.trim() !== ''
  const unusedIds = isId ? [] : ids.filter(each => !isMissing(each))
  const year = only?.['taxYear']
  return {
    id: isId ? id : otherId,
    ...(isMissing(owner) ? {} : { taxpayer_id: owner }),
    ...(isMissing(year) ? {} : { tax_year: year }),
    forms,
    ...(unusedIds.length === 0 ? {} : { [`${KEPT}taxStatementId`]: unusedIds }),
    ...(rest.length === 0 ? {} : { [`${KEPT}statements`]: rest }),
  }
}

/** An element of a list of forms. */
interface FormElement {
  readonly value: unknown
  readonly way: Way
}

/** A statement: the forms of one response, or of one document. */
interface Statement {
  readonly raw: Raw
  readonly way: Way
  readonly forms: readonly FormElement[]
}

/** Statements stand under these keys, where there are several. */
const LISTS = ['statements', 'taxStatements']

/** A form by itself, outside a list of forms. */
const LONE = /^(?:tax(?:[0-9]{4}|W2)|[a-z]+IncomeStatement$|cryptocurrencyTaxStatement$)/

/** The statements of a value, in their order. Missing: null where it holds something that is none. */
function statementsOf(value: unknown, way: Way = []): Statement[] | null {
  if (Array.isArray(value)) {
    const found: Statement[] = []
    for (const [i, item] of (value as unknown[]).entries()) {
      // A list in a list is no answer of the interface.
      const one = Array.isArray(item) ? null : statementsOf(item, [...way, i])
      if (one === null) return null
      for (const each of one) found.push(each)
    }
    return found
  }
  if (!isObject(value)) return null
  for (const key of LISTS) if (Array.isArray(value[key])) return statementsOf(value[key], [...way, key])
  const { forms } = value
  if (Array.isArray(forms)) {
    const all = (forms as unknown[]).map((form, i) => ({ value: form, way: [...way, 'forms', i] }))
    return [{ raw: value, way, forms: all }]
  }
  if (!isMissing(forms)) return null
  if (!isMissing(value['taxStatementId']) || !isMissing(value['pdf'])) return [{ raw: value, way, forms: [] }]
  const isLone = Object.keys(value).some(key => LONE.test(key) && isNameOfForm(key) && isObject(value[key]))
  return isLone ? [{ raw: {}, way, forms: [{ value, way }] }] : null
}
