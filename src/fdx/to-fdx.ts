import type { AnyDocument } from '../api/normalized-types.js'
import { type Issue, makeIssue } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import { camelCase } from '../core/text.js'
import { FORMS } from '../forms/index.js'
import type { FormTable, PartyKeys } from '../model/form.js'
import type { PublicParty } from '../normalize/privacy.js'
import { nameOfForm, rowsOf } from './names.js'
import { type FdxVersion, inVersion, putAt, type Written, writeField } from './write-field.js'

/** The options of `toFdx`. */
export interface ToFdxOptions {
  /** The version of the FDX interface. The default is 6. */
  readonly version?: FdxVersion | undefined
  /** The form kinds. The default is every form kind that the library knows. */
  readonly forms?: readonly FormTable[] | undefined
}

/** A value of a document that the FDX interface has no place for. */
export interface UnwrittenValue {
  /** The position in the list of documents, as an RFC 9535 path. */
  readonly path: string
  /** The value. */
  readonly value: unknown
}

/** Documents as forms of the Financial Data Exchange. */
export interface FdxStatement {
  /** One form per document. */
  readonly forms: readonly Readonly<Record<string, unknown>>[]
  /** One issue for each value that has no place in FDX. */
  readonly issues: readonly Issue[]
  /** The values that have no place in FDX. */
  readonly kept: readonly UnwrittenValue[]
}

/**
 * Writes normalized documents as tax forms of the Financial Data Exchange's interface, one form per document. The result is
 * the `forms` of its list of forms (version 5) or of a statement (version 6). Amounts are JSON numbers in dollars; rates and
 * shares are percentages. A value that a JSON number cannot express exactly is kept. An absent value is left out, never 0.
 * Each value without a place gives an issue, such as a complete SSA-1099. Identifiers and names are as in the documents.
 * Source: the interface's tax forms, 5.2 and 6.
 */
export function toFdx(documents: Iterable<AnyDocument>, options: ToFdxOptions = {}): FdxStatement {
  const { version = 6, forms = FORMS } = options
  const tables = new Map(forms.map(form => [form.key, form]))
  const written: Written[] = []
  const issues: Issue[] = []
  const kept: UnwrittenValue[] = []
  let index = 0
  for (const document of documents) {
    const at = step(null, index++)
    const keep = (site: Site, value: unknown): void => {
      const issue = makeIssue('fdx_no_place', site)
      issues.push(issue)
      kept.push({ path: issue.path, value })
    }
    const form = tables.get(document.form)
    const name = form === undefined ? null : nameOfForm(form)
    if (form === undefined || name === null) keep(at, document)
    else written.push({ [name]: formOf(document, form, version, keep, at) })
  }
  return { forms: written, issues, kept }
}

function formOf(
  document: AnyDocument,
  form: FormTable,
  version: FdxVersion,
  keep: (site: Site, value: unknown) => void,
  at: Site,
): Written {
  const written: Written = {}
  if (document.taxYear !== null) written['taxYear'] = document.taxYear
  const fields = document.fields as Readonly<Record<string, unknown>>
  for (const role of ['issuer', 'recipient'] as const) {
    const party = document[role]
    for (const part of writeParty(written, form[role], role, party, version))
      keep(step(step(at, role), part), party[part as 'name' | 'address'])
  }
  // Codes are written before the amounts of their lists.
  const ordered = [...form.fields].sort((a, b) => Number(a.type === 'money') - Number(b.type === 'money'))
  for (const field of ordered) {
    const value = fields[field.name]
    if (value === null || value === undefined) continue
    if (!writeField(written, field, value, version)) keep(step(step(at, 'fields'), field.name), value)
  }
  const rows = rowsOf(form)
  if (rows !== null && written[rows] !== undefined) written[rows] = [written[rows]]
  return written
}

/** The number of characters that fit on a line of a name or an address. */
const LINE = 64

/** Splits a text into lines between words. Returns null if the text does not fit. */
function linesOf(text: string, most: number): string[] | null {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (word.length > LINE) return null
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length > most ? null : lines
}

function putLines(form: Written, path: string, keys: readonly string[], text: string): boolean {
  const lines = linesOf(text, keys.length)
  for (const [i, line] of (lines ?? []).entries()) putAt(form, `${path}${keys[i]}`, line)
  return lines !== null
}

/** Writes a party and returns the names of the parts that have no place. */
function writeParty(
  form: Written,
  keys: PartyKeys,
  role: 'issuer' | 'recipient',
  { id, name, address }: PublicParty,
  version: FdxVersion,
): string[] {
  const { at: prefixes = camelCase(keys.key), style, tin } = keys.fdx ?? {}
  const own = inVersion(prefixes, version)
  const lost: string[] = []
  const isObject = style === 'object'
  // Version 6 uses the same two keys for the parties of every form, except those of Form 1042-S, which keep their own keys.
  const path = isObject ? own : version === 6 ? role : null
  const inside = path !== null
  if (id !== null) {
    const key = inside ? (isObject && version === 5 ? 'agentTin' : 'tin') : null
    putAt(form, key === null ? (tin ?? `${own}Tin`) : `${path}.${key}`, id)
  }
  if (name !== null) {
    const people = version === 6 ? `${path}.individualName` : `${own}Name`
    const names = version === 6 ? `${path}.businessName.` : inside ? `${path}.` : `${own}NameAddress.`
    if (role === 'recipient' && (version === 6 || style === 'apart')) {
      // The last word of a person's name is the last name.
      const lastSpace = name.lastIndexOf(' ')
      if (lastSpace > 0) putAt(form, `${people}.first`, name.slice(0, lastSpace))
      putAt(form, `${people}.last`, name.slice(lastSpace + 1))
    } else if (!putLines(form, names, ['name1', 'name2'], name)) lost.push('name')
  }
  if (address !== null) {
    const where =
      version === 6
        ? `${path}.address.`
        : inside
          ? `${path}.`
          : style === 'apart'
            ? `${own}Address.`
            : `${own}NameAddress.`
    if (!putLines(form, where, ['line1', 'line2', 'line3'], address)) lost.push('address')
  }
  return lost
}
