import { type Issue, makeIssue } from '../core/issues/issue.js'
import { isTooDeep } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate } from '../core/lists.js'
import type { FormTable } from '../schema/form.js'
import { FORMS } from '../schema/forms/index.js'
import { ConsumedPaths, type FdxNode, type FdxPath, type FdxRawObject, isAbsentValue } from './consumed-paths.js'
import { findFormByFdxName, isFdxFormName, toUnknownFormKey } from './form-names.js'
import { type FormLocation, type RecordLocations, toJsonPath } from './input-locations.js'
import { isFailedForm, KEPT_KEY_PREFIX, readFdxEntries } from './read-form.js'
import type { StatementParties } from './read-party.js'

/** The options of `fromFdx`. */
export interface FromFdxOptions {
  /** The form kinds. The default is every form kind that the library knows. */
  readonly forms?: readonly FormTable[] | undefined
  /** The id of a record whose statement has no id, or that combines several statements. The default is `fdx`. */
  readonly recordId?: string | undefined
}

/** An input value that no field of the library can represent. */
export interface KeptValue {
  /** The location in the input, as an RFC 9535 normalized path. */
  readonly path: string
  /** The value, unchanged. */
  readonly value: unknown
}

/** The result of `fromFdx`: the raw records, and the values that no field can represent. */
export interface FdxRecords {
  /** The raw records, which `analyze` and other functions accept. */
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** One issue for each value that no field can represent or that is not a statement. */
  readonly issues: readonly Issue[]
  /** The values that no field can represent. */
  readonly keptValues: readonly KeptValue[]
}

/** The records with the input location of each of their parts. `locations` is empty if the value is not a statement. */
interface LocatedFdxRecords extends FdxRecords {
  readonly locations: readonly RecordLocations[]
}

const STATEMENT_KEYS = ['forms', 'taxYear', 'taxStatementId', 'taxpayer_id', 'taxDataType']

/**
 * Reads tax forms of the Financial Data Exchange (FDX) API, versions 5 and 6, as the raw records that `analyze`
 * accepts. The input is a list of forms (`{forms: [{taxW2: {...}}]}`), a statement, a list of either, or one form. Any
 * other input gives no records. All statements of an input belong to one pull, so they become one record for each
 * `taxpayer_id`, a key next to `forms`. Amounts are unchanged. A property or form that the library cannot represent is
 * reported as an issue. Its value is in `keptValues` and also in the record, so the record reader reports it again.
 * Source: FDX API, tax forms, 4.6, 5.2 and 6.
 */
export function fromFdx(input: unknown, options: FromFdxOptions = {}): FdxRecords {
  const { records, issues, keptValues } = readFdxRecords(input, options)
  return { records, issues, keptValues }
}

/** Reads statements like `fromFdx` and also returns the input location of every part. */
export function readFdxRecords(
  input: unknown,
  { forms = FORMS, recordId = 'fdx' }: FromFdxOptions = {},
): LocatedFdxRecords {
  const issues: Issue[] = []
  const keptValues: KeptValue[] = []
  const drafts = new Map<unknown, RecordDraft>()

  const keepValue = (code: Issue['code'], path: FdxPath, value: unknown): void => {
    const issue = makeIssue(code, toJsonPath(null, path))
    issues.push(issue)
    keptValues.push({ path: issue.path, value })
  }

  const readEntries = (form: FormTable, value: unknown, path: FdxPath, parties: StatementParties): unknown[] => {
    if (!isObject(value)) {
      keepValue('document_not_object', path, value)
      return [value]
    }
    const entries = readFdxEntries(form, value, parties)
    if (isFailedForm(form, value, entries)) {
      keepValue('fdx_form_failed', path, value)
      return [null]
    }
    for (const { unreadProperties } of entries)
      for (const property of unreadProperties) keepValue('field_unknown', [...path, ...property.path], property.value)
    return entries.map(({ raw }) => raw)
  }

  /** Adds all forms of one element of `forms`, although FDX allows only one form per element. */
  const addForms = ({ path, value }: FdxNode, defaultYear: unknown, parties: StatementParties, draft: RecordDraft) => {
    if (!isObject(value)) {
      draft.forms.push(value)
      draft.locations.push({ path, form: null, value })
      keepValue('form_not_object', path, value)
      return
    }
    for (const [name, content] of Object.entries(value)) {
      if (isAbsentValue(content)) continue
      const form = findFormByFdxName(name, forms) ?? null
      const isList = Array.isArray(content)
      for (const [i, item] of (isList ? (content as unknown[]) : [content]).entries()) {
        const itemPath = isList ? [...path, name, i] : [...path, name]
        const itemYear = isObject(item) ? item['taxYear'] : undefined
        const year = isAbsentValue(itemYear) ? defaultYear : itemYear
        const yearProperty = isAbsentValue(year) ? {} : { year }
        const key = form?.key ?? toUnknownFormKey(name, forms)
        const entries = form === null ? [item] : readEntries(form, item, itemPath, parties)
        draft.forms.push({ ...yearProperty, [key]: entries })
        draft.locations.push({ path: itemPath, form, value: item })
        if (form === null) keepValue('form_unknown', itemPath, item)
      }
    }
  }

  const isInputTooDeep = isTooDeep(input)
  const statements = isInputTooDeep ? null : findStatements(input)
  if (statements === null) {
    keepValue(isInputTooDeep ? 'nesting_too_deep' : 'fdx_unreadable', [], input)
    return { records: [], issues, keptValues, locations: [] }
  }
  for (const statement of statements) {
    const { raw, path } = statement
    const draft = getOrCreate(drafts, raw['taxpayer_id'], () => ({
      statements: [],
      forms: [],
      locations: [],
      unreadProperties: [],
    }))
    draft.statements.push(statement)
    const consumed = new ConsumedPaths()
    const parties: StatementParties = { issuer: raw['issuer'], recipient: raw['recipient'], consumed }
    for (const element of statement.forms) addForms(element, raw['taxYear'], parties, draft)
    for (const key of STATEMENT_KEYS) consumed.add(key)
    const unreadProperties = consumed.collectUnreadProperties(raw)
    for (const [key, value] of Object.entries(unreadProperties)) keepValue('field_unknown', [...path, key], value)
    if (Object.keys(unreadProperties).length > 0) draft.unreadProperties.push(unreadProperties)
  }
  return {
    records: [...drafts.values()].map((draft, i) => toRecord(draft, i === 0 ? recordId : `${recordId}#${i}`)),
    issues,
    keptValues,
    locations: [...drafts.values()].map(({ statements: [firstStatement, secondStatement], locations }) => ({
      path: secondStatement === undefined ? (firstStatement?.path ?? []) : [],
      forms: locations,
    })),
  }
}

/** A raw record under construction, from the statements of one taxpayer. */
interface RecordDraft {
  readonly statements: FdxInputStatement[]
  readonly forms: unknown[]
  readonly locations: FormLocation[]
  /** For each statement, the properties that were not read. Statements without such properties have no element. */
  readonly unreadProperties: FdxRawObject[]
}

/** Builds the record of a draft. It has the id and year of its statement only if there is exactly one statement. */
function toRecord({ statements, forms, unreadProperties }: RecordDraft, fallbackId: string): FdxRawObject {
  const ids = statements.map(({ raw }) => raw['taxStatementId'])
  const taxpayerId = statements[0]?.raw['taxpayer_id']
  const onlyStatement = statements.length === 1 ? statements[0]?.raw : undefined
  const id = onlyStatement?.['taxStatementId']
  const isId = typeof id === 'string' && id.trim() !== ''
  const unusedIds = isId ? [] : ids.filter(id => !isAbsentValue(id))
  const year = onlyStatement?.['taxYear']
  return {
    id: isId ? id : fallbackId,
    ...(isAbsentValue(taxpayerId) ? {} : { taxpayer_id: taxpayerId }),
    ...(isAbsentValue(year) ? {} : { tax_year: year }),
    forms,
    ...(unusedIds.length === 0 ? {} : { [`${KEPT_KEY_PREFIX}taxStatementId`]: unusedIds }),
    ...(unreadProperties.length === 0 ? {} : { [`${KEPT_KEY_PREFIX}statements`]: unreadProperties }),
  }
}

/** A statement: the forms of one response or of one document. */
interface FdxInputStatement {
  readonly raw: FdxRawObject
  readonly path: FdxPath
  /** The elements of the list of forms. */
  readonly forms: readonly FdxNode[]
}

/** The keys that contain several statements. */
const STATEMENT_LIST_KEYS = ['statements', 'taxStatements']

/** Matches the property name of a single form that is not in a list of forms. */
const LONE_FORM_PATTERN = /^(?:tax(?:[0-9]{4}|W2)|[a-z]+IncomeStatement$|cryptocurrencyTaxStatement$)/

/** Lists the statements of a value in order. Returns null if the value contains something that is not a statement. */
function findStatements(value: unknown, path: FdxPath = []): FdxInputStatement[] | null {
  if (Array.isArray(value)) {
    // FDX never nests lists.
    const findItemStatements = (item: unknown, i: number) =>
      Array.isArray(item) ? null : findStatements(item, [...path, i])
    const lists = value.map(findItemStatements)
    return lists.includes(null) ? null : lists.flatMap(list => list ?? [])
  }
  if (!isObject(value)) return null
  for (const key of STATEMENT_LIST_KEYS)
    if (Array.isArray(value[key])) return findStatements(value[key], [...path, key])
  const { forms } = value
  if (Array.isArray(forms)) {
    const elements = (forms as unknown[]).map((form, i) => ({ value: form, path: [...path, 'forms', i] }))
    return [{ raw: value, path, forms: elements }]
  }
  if (!isAbsentValue(forms)) return null
  if (!isAbsentValue(value['taxStatementId']) || !isAbsentValue(value['pdf'])) return [{ raw: value, path, forms: [] }]
  const hasLoneForm = Object.keys(value).some(
    key => LONE_FORM_PATTERN.test(key) && isFdxFormName(key) && isObject(value[key]),
  )
  return hasLoneForm ? [{ raw: {}, path, forms: [{ value, path }] }] : null
}
