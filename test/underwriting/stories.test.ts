import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { normalizeDossier, tablesOf } from '../../src/index.js'
import { toCsv } from '../../src/tables/csv.js'
import { expectAccepted } from '../support/run.js'
import { type ByPolicy, type Row, type Rows, type Story, TAXPAYER } from './stories/build.js'

const FOLDER = new URL('stories/', import.meta.url)
const NAMES = readdirSync(FOLDER).filter(name => /^(?!build\.).*\.[jt]s$/.test(name))
const STORIES = await Promise.all(
  NAMES.map(async name => {
    const { story } = (await import(new URL(name, FOLDER).href)) as { story: Story }
    return [name.slice(0, -3), story] as const
  }),
)

/** Parses the CSV that `toCsv` writes. */
function parseCells(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, unquoted, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? unquoted ?? '')
    if (end === '\n') rows.push([])
  }
  return rows.filter(row => row.length > 1)
}

/** Exports a table of a story. Cells are as CSV prints them, and an empty cell is null. */
function exportRows(table: string, { dossier, knownFacts, statedIncome }: Story, policies: readonly string[]): Row[] {
  const options = {
    policy: policies,
    ...(knownFacts && { known: { taxpayerId: TAXPAYER, ...knownFacts } }),
    ...(statedIncome && { stated: { taxpayerId: TAXPAYER, ...statedIncome } }),
  }
  // The stories pass policies and facts as untyped values, as a JavaScript caller would.
  const [data] = tablesOf([expectAccepted(normalizeDossier(dossier)).value], [table], options as never)
  if (data === undefined) throw new Error(`no table ${table}`)
  const [header = [], ...rows] = parseCells(toCsv(data))
  return rows.map(cells => Object.fromEntries(header.map((column, i) => [column, cells[i] || null])))
}

const listPolicies = (rows: ByPolicy<unknown>): string[] =>
  Object.keys(rows)
    .flatMap(names => names.split(', '))
    .sort()

/** Adds the taxpayer and the policy to the expected rows. */
function addPolicy(rows: Rows, policies: readonly string[]): Row[] {
  const rowsByPolicy: ByPolicy<readonly Row[]> = Array.isArray(rows) ? { [policies.join(', ')]: rows } : (rows as never)
  return policies.flatMap(policy => {
    const [, list = []] = Object.entries(rowsByPolicy).find(([names]) => names.split(', ').includes(policy)) ?? []
    return list.map(row => ({ taxpayer_id: TAXPAYER, policy, ...row }))
  })
}

/** Sorts the rows of a table whose order another test checks. */
const sortRows = (rows: readonly Row[]): Row[] => {
  const order = ['policy', 'borrower', 'indicator', 'need', 'item', 'name', 'about', 'tax_year', 'amount']
  const sortKey = (row: Row) => JSON.stringify(order.map(column => row[column] ?? ''))
  return [...rows].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

/** Reduces each actual row to the columns that its expected row names. */
const keepNamedColumns = (actual: readonly Row[], expected: readonly Row[]): Row[] =>
  actual.map((row, i) => {
    const named = expected[i]
    if (named === undefined) return row
    return Object.fromEntries(Object.keys(named).map(column => [column, row[column] ?? null]))
  })

function compare(actual: readonly Row[], expected: readonly Row[]): void {
  expect(keepNamedColumns(actual, expected)).toEqual(expected)
}

it('there are at least 20 stories, each with three policies', () => {
  expect(STORIES.length).toBeGreaterThanOrEqual(20)
  for (const [, { qualifying, indicators }] of STORIES) {
    expect(listPolicies(qualifying).length).toBeGreaterThanOrEqual(3)
    if (!Array.isArray(indicators)) expect(listPolicies(indicators as never)).toEqual(listPolicies(qualifying))
  }
})

describe.each(STORIES)('%s', (_, story) => {
  const policies = listPolicies(story.qualifying)
  it('qualifying_income', () => {
    compare(exportRows('qualifying_income', story, policies), addPolicy(story.qualifying, policies))
  })
  it('mortgages', () => {
    const expected = (story.mortgages ?? []).map(row => ({ taxpayer_id: TAXPAYER, ...row }))
    compare(exportRows('mortgages', story, policies), expected)
  })
  // A story compares stated with documented income only if it has an application.
  const { indicators, needs = [], tieOut } = story
  it.each(Object.entries({ indicators, needs, ...(tieOut && { tie_out: tieOut }) }))('%s', (table, expected) => {
    compare(sortRows(exportRows(table, story, policies)), sortRows(addPolicy(expected, policies)))
  })
})
