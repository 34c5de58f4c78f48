import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseString } from 'fast-csv'
import type { CommandResult } from '../cli/command.js'
import { type Case, type Cell, type ExpectedResult, listExpectedRows, type Row } from './case.js'

/** The results of a case: the folder with the tables, and the output of both commands. */
export interface CaseResult {
  readonly folder: string
  readonly convert: CommandResult
  readonly commandRun: CommandResult
  readonly seconds?: number
  readonly megabytes?: number
}

type Cells = Readonly<Record<string, string>>

/** Matches C0 controls except tab and line breaks, DEL, C1 controls, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u
const NUMBER = /^-?\d+(\.\d+)?$/

function matchesCell(cell: string | undefined, want: Cell): boolean {
  if (cell === undefined) return false
  if (want === null) return cell === ''
  if (typeof want === 'object') {
    if ('has' in want) return cell.includes(want.has)
    return 'hasNot' in want ? !cell.includes(want.hasNot) : want.oneOf.some(one => matchesCell(cell, one))
  }
  const text = String(want)
  return cell === text || (NUMBER.test(cell) && NUMBER.test(text) && Number(cell) === Number(text))
}

const matchesRow = (row: Cells, want: Row): boolean =>
  Object.entries(want).every(([column, cell]) => matchesCell(row[column], cell))

const readRows = (path: string): Promise<Cells[]> =>
  new Promise((resolve, reject) => {
    const rows: Cells[] = []
    parseString<Cells, Cells>(readFileSync(path, 'utf8'), { headers: true })
      .on('error', reject)
      .on('data', (row: Cells) => rows.push(row))
      .on('end', () => resolve(rows))
  })

/** Prints rows that resemble a missing row (same year, category and so on), or else the first rows. */
function printSimilarRows(rows: readonly Cells[], want: Row): string {
  const keys = ['tax_year', 'category', 'line', 'kind', 'record_id', 'entry_index', 'form', 'code']
  const named = Object.fromEntries(Object.entries(want).filter(([key]) => keys.includes(key)))
  const similarRows = rows.filter(row => matchesRow(row, named))
  return printRows(similarRows.length > 0 ? similarRows : rows, Object.keys(want))
}

const printRows = (rows: readonly Cells[], columns: readonly string[]): string =>
  rows
    .slice(0, 6)
    .map(row => `\n  ${JSON.stringify(Object.fromEntries(columns.map(name => [name, row[name]])))}`)
    .join('') || ' no row'

/** Describes every difference from the expectations of a case. */
export async function faultsOf({ expect }: Case, result: CaseResult): Promise<string[]> {
  const tables = new Map<string, Cells[]>()
  for (const file of readdirSync(result.folder)) {
    if (file.endsWith('.csv')) tables.set(file.slice(0, -4), await readRows(join(result.folder, file)))
  }
  return [
    ...exitFaults(expect, result),
    ...rowFaults(expect, tables),
    ...issueFaults(expect, tables.get('issues') ?? []),
    ...textFaults(expect, result),
    ...outputFaults(expect, result.commandRun.stdout),
    ...boundFaults(expect, result),
  ]
}

function* exitFaults({ exit, commandExit }: ExpectedResult, { convert, commandRun }: CaseResult): Generator<string> {
  if (![exit].flat().includes(convert.code as number))
    yield `exit ${convert.code}, not ${exit}: ${convert.stderr.trim()}`
  if (commandExit !== undefined && commandRun.code !== commandExit)
    yield `exit of the second command ${commandRun.code}, not ${commandExit}: ${commandRun.stderr.trim()}`
}

function* rowFaults(expect: ExpectedResult, tables: ReadonlyMap<string, readonly Cells[]>): Generator<string> {
  for (const [name, wants] of listExpectedRows(expect)) {
    const rows = tables.get(name) ?? []
    if (!tables.has(name)) yield `no table ${name}`
    for (const want of wants)
      if (!rows.some(row => matchesRow(row, want)))
        yield `${name}: no row ${JSON.stringify(want)}, but${printSimilarRows(rows, want)}`
  }
  if (expect.incomeExact === true) {
    const wants = new Map(listExpectedRows(expect)).get('income') ?? []
    const years = new Set(wants.map(want => String(want['tax_year'])))
    const extraRows = (tables.get('income') ?? []).filter(
      row => (wants.length === 0 || years.has(row['tax_year'] as string)) && !wants.some(want => matchesRow(row, want)),
    )
    if (extraRows.length > 0)
      yield `income: more rows${printRows(extraRows, ['tax_year', 'category', 'amount', 'complete'])}`
  }
  for (const [name, wants] of Object.entries(expect.not ?? {})) {
    for (const want of wants)
      if (tables.get(name)?.some(row => matchesRow(row, want)) !== false)
        yield `${name}: a row ${JSON.stringify(want)}, or no table`
  }
  for (const [name, count] of Object.entries(expect.rows ?? {}))
    if (tables.get(name)?.length !== count) yield `${name}: ${tables.get(name)?.length} rows, not ${count}`
}

function* issueFaults({ issues = {} }: ExpectedResult, issueRows: readonly Cells[]): Generator<string> {
  const codes = issueRows.map(({ code = '' }) => code)
  const all = [...new Set(codes)].join(', ')
  for (const code of issues.has ?? []) if (!codes.includes(code)) yield `no issue ${code}, but ${all}`
  for (const code of issues.hasNot ?? []) {
    const row = issueRows.find(issue => issue['code'] === code)
    if (row !== undefined) yield `issue ${code} at ${row['path']}: ${row['message']}`
  }
  for (const { names, ...want } of issues.matchingRows ?? []) {
    const fits = (row: Cells): boolean =>
      matchesRow(row, want) && (names === undefined || `${row['path']} ${row['message']}`.includes(names))
    if (!issueRows.some(fits))
      yield `no issue ${JSON.stringify({ ...want, names })}, but ${all}${printSimilarRows(issueRows, { ...want, path: '', message: '' })}`
  }
  for (const [code, want] of Object.entries(issues.count ?? {})) {
    const count = codes.filter(issueCode => issueCode === code).length
    if (typeof want === 'number' ? count !== want : count > want.max)
      yield `${count} of ${code}, not ${JSON.stringify(want)}`
  }
}

function* textFaults(
  { texts, textsHave, clean }: ExpectedResult,
  { folder, commandRun }: CaseResult,
): Generator<string> {
  if (texts === undefined && textsHave === undefined && clean !== true) return
  const files = readdirSync(folder).filter(name => name.endsWith('.csv'))
  const all = files.map(name => [name, readFileSync(join(folder, name), 'utf8')] as const)
  for (const text of texts ?? [])
    for (const [name, csv] of all) if (csv.includes(text)) yield `${name} holds ${JSON.stringify(text)}`
  for (const text of textsHave ?? [])
    if (!all.some(([, csv]) => csv.includes(text))) yield `no table holds ${JSON.stringify(text)}`
  if (clean !== true) return
  for (const [name, text] of [
    ...all,
    ['standard output', commandRun.stdout],
    ['standard error', commandRun.stderr],
  ] as const) {
    const [controlCharacter] = CONTROL.exec(text) ?? []
    if (controlCharacter !== undefined) yield `U+${controlCharacter.codePointAt(0)?.toString(16)} in ${name}`
  }
}

function* outputFaults(expected: ExpectedResult, stdout: string): Generator<string> {
  const describeOutput = (what: string, text: string): string =>
    `standard output ${what} ${text}: ${JSON.stringify(stdout.slice(0, 1500))}`
  for (const text of expected.stdoutHas ?? []) if (!stdout.includes(text)) yield describeOutput('holds no', text)
  for (const text of expected.stdoutHasNot ?? []) if (stdout.includes(text)) yield describeOutput('holds', text)
  for (const text of expected.stdoutMatches ?? [])
    if (!new RegExp(text, 'mu').test(stdout)) yield describeOutput('does not match', text)
  for (const text of expected.stdoutNotMatches ?? [])
    if (new RegExp(text, 'mu').test(stdout)) yield describeOutput('matches', text)
  for (const { with: part, count, has = [] } of expected.stdoutLines ?? []) {
    const lines = stdout.split('\n').filter(line => line.includes(part))
    if (count !== undefined && lines.length !== count) yield describeOutput(`has ${lines.length} lines of`, part)
    for (const text of has)
      if (!lines.some(line => line.includes(text))) yield describeOutput(`has no line of ${part} with`, text)
  }
}

function* boundFaults({ bounds = {} }: ExpectedResult, { folder, seconds, megabytes }: CaseResult): Generator<string> {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const written = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6
  const units = { seconds, megabytes, outputMegabytes: written }
  for (const [unit, limit] of Object.entries(bounds) as [keyof typeof units, number][]) {
    const came = units[unit]
    if (came === undefined || came > limit) yield `${came?.toFixed(1)} ${unit}, at most ${limit}`
  }
}
