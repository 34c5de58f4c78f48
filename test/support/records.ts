import { readFileSync } from 'node:fs'
import type { Issue } from '../../src/core/issues/issue.js'
import type { TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { getWideTable } from '../../src/tables/definitions/wide-tables.js'
import type { TableSpec } from '../../src/tables/table.js'
import { type Raw, resultOfDossier } from './run.js'

/** Makes an IRS record of 2023 with one form object. `fields` replaces properties of the record. */
export const recordWith = (form: Raw, fields: Raw = {}): Raw => ({
  id: 'r',
  tax_year: '2023',
  provider_id: 'irs',
  forms: [form],
  ...fields,
})

/** Computes the library's result for the records of taxpayer `t`. */
export const resultOfRecords = (...records: readonly unknown[]): TaxpayerResult =>
  resultOfDossier({ taxpayer: { id: 't' }, records })

/** Formats issues as lines with their code and path. */
export const listIssueLines = (issues: readonly Issue[]): string[] => issues.map(({ code, path }) => `${code} ${path}`)

/** Returns the wide table of a form kind. */
export function findWideTable(key: string): TableSpec {
  const form = FORMS.find(candidate => candidate.key === key)
  if (form === undefined) throw new Error(`there is no form ${key}`)
  return getWideTable(form) as TableSpec
}

/**
 * Reads a text file of examples. Each section is `== HEAD`, then lines. Omits empty lines and comments, which begin
 * with `#`. Returns the head and the lines of each section.
 */
export const readSections = (url: URL): [head: string, ...lines: string[]][] =>
  readFileSync(url, 'utf8')
    .split(/^== /m)
    .slice(1)
    .map(section => section.split('\n').filter(line => !/^ *(?:#.*)?$/.test(line)) as [string, ...string[]])
