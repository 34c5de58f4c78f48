import type { AnyDocument } from '../api/normalized-types.js'
import { type Issue, makeIssue } from '../core/issue.js'
import { type Site, step } from '../core/path.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { nameOfForm, rowsOf } from './names.js'
import { type FdxVersion, type Written, writeField } from './write-field.js'
import { writeParty } from './write-party.js'

/** How forms of the Financial Data Exchange are written. */
export interface ToFdxOptions {
  /** The version of its interface; 6 unless given. */
  readonly version?: FdxVersion | undefined
  /** The form kinds; those that the library knows, unless given. */
  readonly forms?: readonly FormTable[] | undefined
}

/** A value of a document that the other interface has no place for. `path` begins at the list of documents. */
export interface UnwrittenValue {
  /** Where it stands in the list of documents. */
  readonly path: string
  /** The value. */
  readonly value: unknown
}

/** Documents as forms of the Financial Data Exchange. Issues: one for each value that has no place there. */
export interface FdxStatement {
  /** A form for each document. */
  readonly forms: readonly Readonly<Record<string, unknown>>[]
  /** One for each value that has no place there. */
  readonly issues: readonly Issue[]
  /** Those values. */
  readonly kept: readonly UnwrittenValue[]
}

/**
 * Writes normalized documents as tax forms of the Financial Data Exchange's interface, one form a document: the `forms` of
 * its list of forms (version 5) or of a statement (version 6). Units: amounts are JSON numbers of dollars, rates and shares
 * percents; what no JSON number says exactly is kept. Missing: absent, never 0. Issues: each value that has no place there,
 * such as a whole SSA-1099. Privacy: identifiers and names as the documents have them. Source: its tax forms, 5.2 and 6.
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
  // Codes go before the amounts of their lists.
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
