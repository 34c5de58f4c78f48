import type { AnyDocument } from '../api/normalized-types.js'
import { type Issue, makeIssue } from '../core/issues/issue.js'
import { extendPath, type JsonPath } from '../core/json-value.js'
import { toCamelCase } from '../core/text.js'
import type { PublicParty } from '../ingest/privacy.js'
import type { FormTable, PartyKeys } from '../schema/form.js'
import { FORMS } from '../schema/forms/index.js'
import { getFdxFormName, getRowsKey } from './form-names.js'
import { type FdxObject, type FdxVersion, selectVersion, setPath, writeField } from './write-field.js'

/** The options of `toFdx`. */
export interface ToFdxOptions {
  /** The version of the FDX API. The default is 6. */
  readonly version?: FdxVersion | undefined
  /** The form kinds. The default is every form kind that the library knows. */
  readonly forms?: readonly FormTable[] | undefined
}

/** A value of a document that FDX cannot represent. */
export interface UnwrittenValue {
  /** The location in the list of documents, as an RFC 9535 path. */
  readonly path: string
  /** The value as it is in the document. */
  readonly value: unknown
}

/** The result of `toFdx`: documents as FDX forms, and the values that FDX cannot represent. */
export interface FdxStatement {
  /** One form per document. */
  readonly forms: readonly Readonly<Record<string, unknown>>[]
  /** One issue for each value that FDX cannot represent. */
  readonly issues: readonly Issue[]
  /** The values that FDX cannot represent. */
  readonly keptValues: readonly UnwrittenValue[]
}

/**
 * Writes normalized documents as tax forms of the Financial Data Exchange (FDX) API, one form per document. The result
 * is the `forms` property of an FDX list of forms (version 5) or of a statement (version 6). Amounts are JSON numbers
 * in dollars. Rates and shares are percentages. An absent value is omitted, never written as 0. A value that a JSON
 * number cannot express exactly, or that FDX cannot represent, such as a complete SSA-1099, is reported as an issue and
 * returned in `keptValues`. Identifiers and names are unchanged. Source: FDX API, tax forms, 5.2 and 6.
 */
export function toFdx(documents: Iterable<AnyDocument>, options: ToFdxOptions = {}): FdxStatement {
  const { version = 6, forms = FORMS } = options
  const tables = new Map(forms.map(form => [form.key, form]))
  const writtenForms: FdxObject[] = []
  const issues: Issue[] = []
  const keptValues: UnwrittenValue[] = []
  let documentIndex = 0
  for (const document of documents) {
    const documentPath = extendPath(null, documentIndex++)
    const keepValue = (valuePath: JsonPath, value: unknown): void => {
      const issue = makeIssue('fdx_no_place', valuePath)
      issues.push(issue)
      keptValues.push({ path: issue.path, value })
    }
    const form = tables.get(document.form)
    const name = form === undefined ? null : getFdxFormName(form)
    if (form === undefined || name === null) keepValue(documentPath, document)
    else writtenForms.push({ [name]: writeForm(document, form, version, keepValue, documentPath) })
  }
  return { forms: writtenForms, issues, keptValues }
}

function writeForm(
  document: AnyDocument,
  form: FormTable,
  version: FdxVersion,
  keepValue: (valuePath: JsonPath, value: unknown) => void,
  documentPath: JsonPath,
): FdxObject {
  const fdxForm: FdxObject = {}
  if (document.taxYear !== null) fdxForm['taxYear'] = document.taxYear
  const fields = document.fields as Readonly<Record<string, unknown>>
  for (const role of ['issuer', 'recipient'] as const) {
    const party = document[role]
    for (const partName of writeParty(fdxForm, form[role], role, party, version))
      keepValue(extendPath(extendPath(documentPath, role), partName), party[partName as 'name' | 'address'])
  }
  // Write codes before amounts, because one list may contain an amount and its code.
  const orderedFields = [...form.fields].sort((a, b) => Number(a.type === 'money') - Number(b.type === 'money'))
  for (const field of orderedFields) {
    const value = fields[field.name]
    if (value === null || value === undefined) continue
    if (!writeField(fdxForm, field, value, version))
      keepValue(extendPath(extendPath(documentPath, 'fields'), field.name), value)
  }
  const rows = getRowsKey(form)
  if (rows !== null && fdxForm[rows] !== undefined) fdxForm[rows] = [fdxForm[rows]]
  return fdxForm
}

/** The maximum number of characters on a line of a name or an address. */
const MAX_LINE_CHARACTERS = 64

/** Splits a text between words into at most `maxLines` lines. Returns null if the text does not fit. */
function splitIntoLines(text: string, maxLines: number): string[] | null {
  const lines: string[] = []
  for (const nextWord of text.split(' ')) {
    const lastLine = lines.at(-1)
    if (nextWord.length > MAX_LINE_CHARACTERS) return null
    if (lastLine !== undefined && lastLine.length + nextWord.length < MAX_LINE_CHARACTERS)
      lines[lines.length - 1] = `${lastLine} ${nextWord}`
    else lines.push(nextWord)
  }
  return lines.length > maxLines ? null : lines
}

function writeLines(form: FdxObject, path: string, keys: readonly string[], text: string): boolean {
  const lines = splitIntoLines(text, keys.length)
  for (const [i, line] of (lines ?? []).entries()) setPath(form, `${path}.${keys[i]}`, line)
  return lines !== null
}

/** Writes a party and returns the names of the parts that FDX cannot represent. */
function writeParty(
  form: FdxObject,
  keys: PartyKeys,
  role: 'issuer' | 'recipient',
  { id, name, address }: PublicParty,
  version: FdxVersion,
): string[] {
  const unplacedParts: string[] = []
  const paths = getPartyPaths(keys, role, version)
  if (id !== null) setPath(form, paths.id, id)
  if (name !== null) {
    if (role === 'recipient' && (version === 6 || keys.fdx?.style === 'apart')) {
      // FDX separates first and last names. Treat the last word as the last name.
      const lastSpace = name.lastIndexOf(' ')
      if (lastSpace > 0) setPath(form, `${paths.person}.first`, name.slice(0, lastSpace))
      setPath(form, `${paths.person}.last`, name.slice(lastSpace + 1))
    } else if (!writeLines(form, paths.name, ['name1', 'name2'], name)) unplacedParts.push('name')
  }
  if (address !== null && !writeLines(form, paths.address, ['line1', 'line2', 'line3'], address))
    unplacedParts.push('address')
  return unplacedParts
}

/** Returns the paths of a party's parts: its identifier, its name as a person, and the lines of its name or address. */
function getPartyPaths({ key, fdx }: PartyKeys, role: 'issuer' | 'recipient', version: FdxVersion) {
  const { prefix: prefixes = toCamelCase(key), style, tin } = fdx ?? {}
  const prefix = selectVersion(prefixes, version)
  // Version 6 uses the keys `issuer` and `recipient` on every form except Form 1042-S, which has its own keys.
  const path = version === 6 && style !== 'object' ? role : prefix
  const person = version === 6 ? `${path}.individualName` : `${prefix}Name`
  if (version === 6) return { id: `${path}.tin`, person, name: `${path}.businessName`, address: `${path}.address` }
  if (style === 'object') return { id: `${prefix}.agentTin`, person, name: prefix, address: prefix }
  const name = `${prefix}NameAddress`
  return { id: tin ?? `${prefix}Tin`, person, name, address: style === 'apart' ? `${prefix}Address` : name }
}
