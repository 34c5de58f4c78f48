import { formatCents, formatMicros } from '../../src/core/money.js'
import { type AnalyzeOptions, analyze } from '../../src/index.js'
import { listFormsByKey } from '../../src/ingest/read-dossier.js'
import { KNOWN_FACTS_SCHEMA, readPolicy } from '../../src/underwriting/policies/read-settings.js'
import type { KnownFacts, Policy } from '../../src/underwriting/policies/settings.js'
import { type PolicyUnderwriting, underwrite } from '../../src/underwriting/underwrite.js'
import { isObject } from '../reference/values.js'
import { expectAccepted, type Raw, resultOfDossier } from '../support/run.js'

/** A parsed example: the dossier, how it is underwritten, and the expected figures. */
export interface Example {
  readonly raw: Raw
  readonly policy: Policy
  readonly knownFacts: KnownFacts | undefined
  readonly asOfYear: number | undefined
  readonly expected: readonly (readonly [figure: string, value: string])[]
}

const NOT_READ = 'a box or a document behind it could not be read'
const SSN = 'XXX-XX-1234'

/** Builds an entry as a transcript contains it. The issuer and the taxpayer are filled in if the example names none. */
function buildEntry(key: string, fields: Raw): Raw {
  const form = listFormsByKey().get(key)
  if (form === undefined) throw new Error(`no form ${key}`)
  const { issuer: name, recipient: who, ...boxes } = fields
  const issuer = { [form.issuer.id]: '00-1234567', name: 'ACME COMPANY', address: '1 MAIN STREET', ...(name as Raw) }
  const recipient = { [form.recipient.id]: typeof who === 'string' ? who : SSN, name: 'A PERSON' }
  return { submission_type: 'Original document', [form.issuer.key]: issuer, [form.recipient.key]: recipient, ...boxes }
}

/**
 * Reads an example. Each line has one of these forms:
 * - `YEAR FORM_ARRAY {boxes}` adds an entry. A value that is not an object is added as it is.
 * - `YEAR FORM_ARRAY: {...}` replaces the whole array with the value.
 * - `record: {...}` adds a raw record.
 * - `policy: NAME` or `policy: {...}` sets the policy or changes its settings.
 * - `known: {...}`, `taxpayer: {...}`, `as-of: YEAR` and `pulled: YEAR PROVIDER DATE` set the known facts, the taxpayer, the
 *   as-of year and the source of a year.
 * - `-> FIGURE = VALUE` is an expected figure.
 */
export function readExample(text: string): Example {
  const forms = new Map<number, Raw>()
  const pulls = new Map<number, [provider: string, date: string]>()
  const expected: [string, string][] = []
  let policy = policyNamed('fannie-2026-03')
  const otherRecords: Raw[] = []
  let knownFacts: KnownFacts | undefined
  let asOfYear: number | undefined
  let taxpayer: Raw = {}
  for (const line of text.split('\n').map(untrimmed => untrimmed.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [, keyword = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    if (keyword === 'policy:') policy = rest.startsWith('{') ? { ...policy, ...JSON.parse(rest) } : policyNamed(rest)
    else if (keyword === 'record:') otherRecords.push(JSON.parse(rest) as Raw)
    else if (keyword === 'known:') knownFacts = KNOWN_FACTS_SCHEMA.parse({ taxpayerId: 'tp', ...JSON.parse(rest) })
    else if (keyword === 'taxpayer:') taxpayer = JSON.parse(rest) as Raw
    else if (keyword === 'as-of:') asOfYear = Number(rest)
    else if (keyword === 'pulled:') {
      const [year = '', provider = '', date = ''] = rest.split(' ')
      pulls.set(Number(year), [provider, date])
    } else if (keyword === '->') {
      const [figure = '', value = ''] = rest.split('=').map(side => side.trim())
      expected.push([figure, value])
    } else {
      const [, key = '', boxes = ''] = /^(\S+)\s+(.*)$/.exec(rest) ?? []
      const form = forms.get(Number(keyword)) ?? { type: 'WAID', year: keyword, ssn: SSN }
      forms.set(Number(keyword), form)
      const value = JSON.parse(boxes) as unknown
      const list = (form[key] as unknown[] | undefined) ?? []
      if (key.endsWith(':')) form[key.slice(0, -1)] = value
      else form[key] = [...list, isObject(value) ? buildEntry(key, value) : value]
    }
  }
  const records = [...forms].map(([year, form]) => {
    const [provider_id, date] = pulls.get(year) ?? ['irs', `${year + 1}-08-01`]
    return { id: `r${year}`, name: '', tax_year: String(year), provider_id, date: `${date}T00:00:00Z`, forms: [form] }
  })
  return {
    raw: { taxpayer: { id: 'tp', ...taxpayer }, records: [...records, ...otherRecords] },
    policy,
    knownFacts,
    asOfYear,
    expected,
  }
}

/** Returns the preset with a name. */
export const policyNamed = (name: string): Policy => expectAccepted(readPolicy(name)).value

/** Underwrites an example with its own policy or another one. */
export function underwriteExample(example: Example, policy = example.policy): PolicyUnderwriting {
  const { raw, knownFacts, asOfYear } = example
  const facts = asOfYear === undefined ? knownFacts : { taxpayerId: 'tp', ...knownFacts, asOfYear }
  return underwrite(resultOfDossier(raw), policy, facts)
}

/** Reads and underwrites an example. */
export const underwriteText = (text: string): PolicyUnderwriting => underwriteExample(readExample(text))

/** Underwrites a dossier through the public API. */
export const underwritingOf = (raw: unknown, options: AnalyzeOptions = {}) =>
  expectAccepted(analyze(raw, options)).value.underwriting

/**
 * Makes a dossier of documents of 2023 and 2024. By default, each year is an IRS transcript that was pulled in September,
 * so it is complete.
 */
export function dossierOf(
  entries: readonly (readonly [year: number, key: string, entry: Raw])[],
  pull: { readonly date?: string; readonly otherRecords?: readonly Raw[] } = {},
): Raw {
  const records = [2023, 2024].map(year => {
    const form: Raw = { year: `${year}`, ssn: SSN }
    for (const [entryYear, key, entry] of entries)
      if (entryYear === year) form[key] = [...((form[key] as Raw[] | undefined) ?? []), entry]
    const date = `${year + 1}-${pull.date ?? '09-01'}T00:00:00Z`
    return { id: `r${year}`, provider_id: 'irs', tax_year: `${year}`, date, forms: [form] }
  })
  return { taxpayer: { id: 'tp' }, records: [...records, ...(pull.otherRecords ?? [])] }
}

/**
 * Prints a figure as a table does: a traced figure, `as_of_year`, `CATEGORY.flags`, `.trend` or `.months`, `INDICATOR.note` or
 * `.years`. `not_read` lists the indicators whose notes say that data could not be read. Prints `none` if the row is absent and
 * `null` if the value is null.
 */
export function printFigure(underwriting: PolicyUnderwriting, figure: string): string {
  const trace = underwriting.traces.find(candidate => candidate.figure === figure)
  if (trace !== undefined) {
    const { value, unit } = trace
    if (value === null) return 'null'
    if (typeof value === 'string') return value
    return unit === 'money' ? formatCents(value) : unit === 'ratio' ? formatMicros(value) : String(value)
  }
  if (figure === 'as_of_year') return String(underwriting.asOfYear)
  if (figure === 'later_incomplete_years') return underwriting.laterIncompleteYears.join(';')
  if (figure === 'not_read')
    return underwriting.indicators
      .flatMap(indicatorRow => (indicatorRow.note?.endsWith(NOT_READ) ? [indicatorRow.indicator] : []))
      .join(';')
  if (figure === 'rows') return underwriting.qualifyingIncome.map(nameOf).join(';')
  const [, name, column] = /^(.*?)(?:\.([a-z_]+))?$/.exec(figure) ?? []
  const row = underwriting.qualifyingIncome.find(candidate => nameOf(candidate) === name)
  if (row !== undefined && column === 'flags') return row.flags.join(';')
  if (row !== undefined && column === 'trend') return String(row.trend)
  if (row !== undefined && column === 'months') return String(row.months)
  const indicator = underwriting.indicators.find(candidate => candidate.indicator === name)
  if (indicator !== undefined && column === 'note') return String(indicator.note)
  if (indicator !== undefined && column === 'years') return String(indicator.years)
  return 'none'
}

/** Returns the category of a row. The borrower comes before it unless it is the taxpayer. */
const nameOf = ({ borrower, category }: PolicyUnderwriting['qualifyingIncome'][number]): string =>
  borrower === 'self' ? category : `${borrower}.${category}`

/**
 * Runs an example under its policy, or under each policy of `policy: NAME, NAME`. Returns the actual and the expected figures
 * for comparison.
 */
export function runExample(text: string): { actual: [string, string][]; expected: Example['expected'] } {
  const [line = '', names = ''] = /^\s*policy: ([^{\n]*,[^{\n]*)$/m.exec(text) ?? []
  const runs = (line === '' ? [text] : names.split(', ').map(name => text.replace(line, `policy: ${name}`))).map(
    exampleText => {
      const example = readExample(exampleText)
      const underwriting = underwriteExample(example)
      const { expected } = example
      const actual = expected.map(([figure]): [string, string] => [figure, printFigure(underwriting, figure)])
      return { expected, actual }
    },
  )
  return { actual: runs.flatMap(({ actual }) => actual), expected: runs.flatMap(({ expected }) => expected) }
}
