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

/** The options of `fromFdx`. */
export interface FromFdxOptions {
  /** The form kinds. The default is every form kind that the library knows. */
  readonly forms?: readonly FormTable[] | undefined
  /** The id of a record if its statement has no id, or if it is made of several statements. `fdx` by default. */
  readonly recordId?: string | undefined
}

/** An input value that no field has a place for, unchanged. */
export interface KeptValue {
  /** The position in the input, as an RFC 9535 normalized path. */
  readonly path: string
  /** The value, unchanged. */
  readonly value: unknown
}

/** The raw records that were read from statements. */
export interface FdxRecords {
  /** Raw records, for `analyze` and the others. */
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** One issue for each value that has no place or is not a statement. */
  readonly issues: readonly Issue[]
  /** The values that have no place. */
  readonly kept: readonly KeptValue[]
}

/** The records, and the input location of each of their parts. `places` is empty if the value is not a statement. */
interface FdxReading extends FdxRecords {
  readonly places: readonly RecordPlaces[]
}

const STATEMENT_KEYS = ['forms', 'taxYear', 'taxStatementId', 'taxpayer_id', 'taxDataType']

/**
 * Reads tax forms of the Financial Data Exchange's interface, versions 5 and 6, as the raw records that `analyze` takes. The
 * input is a list of forms (`{forms: [{taxW2: {...}}]}`), a statement, a list of either, or one form. Any other
 * input gives no records. The statements of one value become one record for each `taxpayer_id` next to them, because they
 * are from one pull. Amounts are unchanged. A property or form that has no place gives an issue. Its value is in `kept` and
 * also in the record, and the record reader reports it again. Source: the interface's tax forms, 4.6, 5.2 and 6.
 */
export function fromFdx(input: unknown, options: FromFdxOptions = {}): FdxRecords {
  const { records, issues, kept } = readFdx(input, options)
  return { records, issues, kept }
}

/** Reads statements like `fromFdx` and also returns the input location of every part. */
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

  /** Adds the forms of one element. The interface allows only one form per element, but all of them are read. */
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

/** A raw record under construction, from the statements of one taxpayer. */
interface RecordDraft {
  readonly statements: Statement[]
  readonly forms: unknown[]
  readonly places: FormPlace[]
  /** The values of the statements under keys that the interface does not have. */
  readonly rest: Raw[]
}

/** Makes the record. It has the id and the year of its statement only if there is one statement. */
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

/** A statement: the forms of one response or of one document. */
interface Statement {
  readonly raw: Raw
  readonly way: Way
  readonly forms: readonly FormElement[]
}

/** The keys that contain several statements. */
const LISTS = ['statements', 'taxStatements']

/** Matches the name of a form that is not in a list of forms. */
const LONE = /^(?:tax(?:[0-9]{4}|W2)|[a-z]+IncomeStatement$|cryptocurrencyTaxStatement$)/

/** Lists the statements of a value in order. Returns null if the value contains something that is not a statement. */
function statementsOf(value: unknown, way: Way = []): Statement[] | null {
  if (Array.isArray(value)) {
    const found: Statement[] = []
    for (const [i, item] of (value as unknown[]).entries()) {
      // The interface never sends a list inside a list.
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
