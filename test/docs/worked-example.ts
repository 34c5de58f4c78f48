import { type AnalyzeOptions, analyze, type Underwriting } from '../../src/index.js'
import { listFormsByKey } from '../../src/ingest/read-dossier.js'
import { expectAccepted, type Raw } from '../support/run.js'

/** A worked example of the pages about underwriting: a dossier, options, and the expected figures. */
interface WorkedExample {
  readonly raw: Raw
  readonly options: AnalyzeOptions
  readonly expected: readonly (readonly [figure: string, value: string])[]
}

const SSN = 'XXX-XX-1234'
const DEFAULT_ISSUER = 'ACME'
const SOFTWARE = 'turbotax'

/** Returns the employer number of an issuer. It depends only on the name. */
function numberOf(name: string): string {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.charCodeAt(0)) % 9_000_000
  return `00-${String(1_000_000 + sum)}`
}

/** Makes an entry as a transcript has it. */
function makeEntry(key: string, issuer: string, fields: Raw): Raw {
  const form = listFormsByKey().get(key)
  if (form === undefined) throw new Error(`there is no form ${key}`)
  const { recipient = SSN, issuer: issuerFields, ...boxes } = fields
  return {
    submission_type: 'Original document',
    [form.issuer.key]: {
      [form.issuer.id]: numberOf(issuer),
      name: issuer,
      address: `${numberOf(issuer).slice(-3)} MAIN STREET`,
      ...(issuerFields as Raw),
    },
    [form.recipient.key]: { [form.recipient.id]: recipient, name: 'A PERSON' },
    ...boxes,
  }
}

const W2_LINE = /^w2(?: ([A-Z][A-Z ]*[A-Z]))? ([\d.]+)(?: (\{.*\}))?$/
const FORM_LINE = /^(\w+)(?: ([A-Z][A-Z ]*[A-Z]))? (\{.*\})$/

/** Reads a document: `w2 ISSUER AMOUNT {more boxes}` or `FORM_ARRAY ISSUER {boxes}`. */
function readDocument(text: string): readonly [key: string, entry: Raw] {
  const w2 = W2_LINE.exec(text)
  if (w2 !== null) {
    const [, issuer = DEFAULT_ISSUER, amount = '', boxes = '{}'] = w2
    const wages = { wages_tips_other_compensation: Number(amount), medicare_wages_tips: Number(amount) }
    return ['form_w2', makeEntry('form_w2', issuer, { ...wages, ...(JSON.parse(boxes) as Raw) })]
  }
  const [, key = '', issuer = DEFAULT_ISSUER, boxes = ''] = FORM_LINE.exec(text) ?? []
  if (key === '') throw new Error(`not a document: ${text}`)
  return [key, makeEntry(key, issuer, JSON.parse(boxes) as Raw)]
}

/** Reads an example. `docs/underwriting/README.md` explains its lines. */
function readWorkedExample(text: string): WorkedExample {
  const records = new Map<string, Raw>()
  const dates = new Map<string, string>()
  const expected: [string, string][] = []
  let policy: unknown = 'fannie'
  let facts: Raw = {}
  let borrower: Raw = {}
  let taxpayer: Raw = {}
  let asOfYear: number | undefined
  let statedIncome: Raw | undefined
  const addDocument = (isFromIrs: boolean, year: string, documentText: string): void => {
    const provider = isFromIrs ? 'irs' : SOFTWARE
    const id = `${provider}-${year}`
    const record = records.get(id) ?? { id, tax_year: year, provider_id: provider, forms: [{ year, ssn: SSN }] }
    records.set(id, record)
    const [key, entry] = readDocument(documentText)
    const [form] = record['forms'] as [Raw]
    form[key] = [...((form[key] as Raw[] | undefined) ?? []), entry]
  }
  for (const line of text.split('\n').map(untrimmed => untrimmed.trim())) {
    const [, keyword = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    if (keyword === '' || keyword === '#') continue
    if (keyword === 'policy:') policy = rest.startsWith('{') ? JSON.parse(rest) : rest
    else if (keyword === 'facts:') facts = { ...facts, ...(JSON.parse(rest) as Raw) }
    else if (keyword === 'borrower:') borrower = { ...borrower, ...(JSON.parse(rest) as Raw) }
    else if (keyword === 'taxpayer:') taxpayer = JSON.parse(rest) as Raw
    else if (keyword === 'stated:') statedIncome = JSON.parse(rest) as Raw
    else if (keyword === 'as-of:') asOfYear = Number(rest)
    else if (keyword === 'record:') records.set(`record-${records.size}`, JSON.parse(rest) as Raw)
    else if (keyword === 'pulled:') dates.set(`irs-${rest.split(' ')[0]}`, String(rest.split(' ')[1]))
    else if (keyword === 'software') addDocument(false, rest.slice(0, 4), rest.slice(5))
    else if (keyword === '->') {
      const [figure = '', value = ''] = rest.split(' = ')
      expected.push([figure.trim(), value.trim()])
    } else addDocument(true, keyword, rest)
  }
  for (const [id, record] of records) {
    const day = record['provider_id'] === SOFTWARE ? '03-01' : '09-01'
    record['date'] ??= `${dates.get(id) ?? `${Number(record['tax_year']) + 1}-${day}`}T00:00:00Z`
  }
  const { borrowers = [], ...otherFacts } = facts as { readonly borrowers?: readonly Raw[] }
  const knownFacts = { taxpayer_id: 'tp', borrowers: [{ id: 'self', ...borrower }, ...borrowers], ...otherFacts }
  return {
    raw: { taxpayer: { id: 'tp', ...taxpayer }, records: [...records.values()] },
    options: {
      policy,
      knownFacts,
      ...(asOfYear !== undefined && { asOfYear }),
      ...(statedIncome !== undefined && { statedIncome: { taxpayerId: 'tp', ...statedIncome } }),
    } as unknown as AnalyzeOptions,
    expected,
  }
}

const toProperty = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Prints a value as tables do. */
function printValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(';')
  if (typeof value !== 'object') return String(value)
  const decimal = value as { toFixed: (places: number) => string }
  return decimal.toFixed(2)
}

const SEVERITY_NAMES = ['blocking', 'review', 'standard', 'met']

/** Lists the codes of conditions of a severity, or those that are met. */
function listCodes({ conditions }: Underwriting, borrower: string, stream: string | null, severity: string): string {
  const codes = conditions
    .filter(row => row.borrower === borrower && row.stream === stream)
    .filter(row => (severity === 'met' ? row.met : !row.met && row.severity === severity))
    .map(({ condition }) => condition)
  return codes.length === 0 ? 'none' : [...new Set(codes)].sort().join(';')
}

/**
 * Prints a figure: `STREAM.COLUMN`, `total.COLUMN`, `borrower.SEVERITY`, `as_of_year`, `INDICATOR`, `loans`, `loan_1.COLUMN` or
 * `NAME.finding` of the tie-out. `BORROWER/` may come first. Prints `no row` if there is none.
 */
function printFigure(underwriting: Underwriting, figure: string): string {
  const [, borrower = 'self', path = ''] = /^(?:([^/]+)\/)?(.*)$/.exec(figure) ?? []
  const [, name = '', column = ''] = /^(.*?)(?:\.([a-z_0-9]+))?$/.exec(path) ?? []
  if (path === 'as_of_year') return printValue(underwriting.asOfYear)
  if (path === 'later_incomplete_years') return printValue(underwriting.laterIncompleteYears)
  if (path === 'loans')
    return String(underwriting.mortgages.filter(({ taxYear }) => taxYear === underwriting.asOfYear).length)
  if (path === 'streams') return printValue(underwriting.incomeStreams.map(({ stream }) => stream))
  const read = (row: object | undefined): string =>
    row === undefined ? 'no row' : printValue((row as Raw)[toProperty(column)] ?? null)
  if (name.startsWith('loan_'))
    return read(
      underwriting.mortgages.find(({ taxYear, loan }) => taxYear === underwriting.asOfYear && `loan_${loan}` === name),
    )
  if (name === 'total')
    return read([...underwriting.qualifyingTotals, underwriting.total].find(row => row.borrower === borrower))
  if (column === 'finding') return read(underwriting.tieOut.find(row => (row.name ?? row.item) === name))
  const isSeverity = SEVERITY_NAMES.includes(column)
  if (name === 'borrower' && isSeverity) return listCodes(underwriting, borrower, null, column)
  const stream = underwriting.incomeStreams.find(row => row.borrower === borrower && row.stream === name)
  if (stream !== undefined) return isSeverity ? listCodes(underwriting, borrower, name, column) : read(stream)
  const indicator = underwriting.indicators.find(row => row.indicator === name)
  if (indicator === undefined) return 'no row'
  if (column !== '') return read(indicator)
  return printValue(indicator.ratio ?? indicator.amount ?? indicator.count ?? indicator.label)
}

/** Runs an example under each policy of `policy: NAME, NAME`, and returns the figures and the expected figures. */
export function runWorkedExample(text: string): { figures: [string, string][]; expected: WorkedExample['expected'] } {
  const [line = '', names = ''] = /^\s*policy: ([^{\n]*,[^{\n]*)$/m.exec(text) ?? []
  const texts = line === '' ? [text] : names.split(', ').map(name => text.replace(line, `policy: ${name}`))
  const runs = texts.map(exampleText => {
    const { raw, options, expected } = readWorkedExample(exampleText)
    const { underwriting } = expectAccepted(analyze(raw, options)).value
    return {
      expected,
      figures: expected.map(([figure]): [string, string] => [figure, printFigure(underwriting, figure)]),
    }
  })
  return { figures: runs.flatMap(({ figures }) => figures), expected: runs.flatMap(({ expected }) => expected) }
}
