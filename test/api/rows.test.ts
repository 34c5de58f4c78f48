import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Analysis, analysisOf } from '../../src/api/analysis.js'
import { normalizeDossiers } from '../../src/api/normalize.js'
import { tablesOf } from '../../src/api/tables-of.js'
import { Decimal } from '../../src/core/money.js'
import { TABLES } from '../../src/tables/tables.js'
import { makeRandomDossier } from '../support/random-dossier.js'

const ROWS: Readonly<Record<string, (analysis: Analysis) => readonly object[]>> = {
  documents: ({ documents }) => documents,
  facts: ({ facts }) => facts,
  income: ({ income }) => income,
  withholding: ({ withholding }) => withholding,
  years: ({ years }) => years,
  year_totals: ({ yearTotals }) => yearTotals,
  employment: ({ employment }) => employment,
  liabilities: ({ liabilities }) => [liabilities],
  liability_years: ({ liabilities }) => liabilities.years,
  return_lines: ({ returnLines }) => returnLines,
  income_streams: ({ underwriting }) => underwriting.incomeStreams,
  qualifying_income: ({ underwriting }) => underwriting.qualifyingIncome,
  qualifying_totals: ({ underwriting }) => underwriting.qualifyingTotals,
  conditions: ({ underwriting }) => underwriting.conditions,
  indicators: ({ underwriting }) => underwriting.indicators,
  mortgages: ({ underwriting }) => underwriting.mortgages,
  tie_out: ({ underwriting }) => underwriting.tieOut,
  gaps: ({ gaps }) => gaps,
  checks: ({ checks }) => checks,
}

const lines = readFileSync('fixtures/dossiers.ndjson', 'utf8').trim().split('\n')
const liabilities = JSON.parse(readFileSync('fixtures/liabilities-dossier.json', 'utf8')) as unknown
const inputs = [
  ...lines.map(line => JSON.parse(line) as unknown),
  liabilities,
  ...Array.from({ length: 20 }, (_, seed) => makeRandomDossier(seed, { documents: 20 })),
]
const dossiers = inputs.flatMap(input => normalizeDossiers(input).dossiers.map(({ value }) => value))
/** Stated income for each taxpayer, because the tie-out table is empty without it. */
const statedIncomes = dossiers.map(({ taxpayerId }) => ({
  taxpayerId,
  borrowers: [{ employers: [{ name: 'Nobody', monthly: 1 }] }],
}))
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const [, ...interfaces] = readFileSync('src/api/rows.ts', 'utf8').split('export interface ')
const readInterfaceText = (table: string): string =>
  interfaces[TABLES.filter(({ rowSpec }) => rowSpec !== undefined).findIndex(({ name }) => name === table)] ?? ''

test('each table that has rows is compared, and its type has exactly one interface', () => {
  const tables = TABLES.filter(({ rowSpec }) => rowSpec !== undefined)
  expect(Object.keys(ROWS)).toEqual(tables.map(({ name }) => name))
  expect(interfaces.map(text => text.split(' ')[0])).toEqual(tables.map(({ rowSpec }) => rowSpec?.type))
})

/** Converts a decimal to the integer in a cell: cents or millionths. Returns other values unchanged. */
function toCell(value: unknown, type: string): unknown {
  if (value === null || (type !== 'money' && type !== 'ratio')) return value
  expect(Decimal.isDecimal(value)).toBe(true)
  return BigInt((value as Decimal).times(type === 'money' ? 100 : 1_000_000).toFixed())
}

describe.each(Object.entries(ROWS))('%s', (name, rowsOf) => {
  const text = readInterfaceText(name)
  const placeProperties = text.includes('extends DocumentPlace') ? ['recordId', 'form', 'formIndex', 'entryIndex'] : []
  const properties = [...placeProperties, ...[...text.matchAll(/^ {2}readonly (\w+):/gm)].map(match => match[1])]

  test('every row has the properties of its type in the same order', () => {
    const rows = dossiers.flatMap(dossier => rowsOf(analysisOf(dossier, { statedIncome: statedIncomes })))
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(Object.keys(row)).toEqual(properties)
  })

  test('a property has the values of the column with the same name', () => {
    let compared = 0
    for (const dossier of dossiers) {
      const [table] = tablesOf([dossier], [name], { statedIncome: statedIncomes })
      const rows = rowsOf(analysisOf(dossier, { statedIncome: statedIncomes })) as readonly Readonly<
        Record<string, unknown>
      >[]
      expect(rows.length).toBe(table?.rows.length)
      for (const property of properties) {
        const index = table?.columns.findIndex(column => column.name === toSnakeCase(String(property))) ?? -1
        if (index === -1 || ['providerId'].includes(String(property))) continue
        const { type = '' } = table?.columns[index] ?? {}
        const values = rows.map(row => toCell(row[String(property)], type))
        const cells = table?.rows.map(row => row[index] as unknown) ?? []
        // A list is one cell with `;` between its items.
        const textOfValue = (value: unknown) =>
          value === null ? '' : Array.isArray(value) ? value.join(';') : String(value)
        // The table lists the employers in a different order.
        if (name === 'employment') expect(values.map(textOfValue).sort()).toEqual(cells.map(textOfValue).sort())
        else expect(values.map(textOfValue)).toEqual(cells.map(textOfValue))
        compared += values.length
      }
    }
    expect(compared).toBeGreaterThan(10)
  })
})
