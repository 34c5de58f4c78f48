import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDossier } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { makeRandomCopies } from '../support/random-copies.js'

type Row = Readonly<Record<string, unknown>>

/** The key of each table with lists, as in docs/for-data-engineers.md. */
const KEYS = {
  income: ['tax_year', 'recipient', 'category'],
  withholding: ['tax_year', 'kind'],
  years: ['tax_year', 'recipient'],
  year_totals: ['tax_year'],
  employment: ['tax_year', 'recipient', 'employer_key'],
  return_lines: ['tax_year', 'line'],
  income_streams: ['policy', 'borrower', 'stream'],
  qualifying_income: ['policy', 'borrower', 'category'],
  mortgages: ['tax_year', 'loan'],
} as const

const LISTS = { flags: 'flag', doubts: 'doubt', conditions: 'condition' } as const

const ALL_KEYS = [...new Set(Object.values(KEYS).flat())]

const formatRow = (row: Row, table: string, type: string, code: string): string =>
  JSON.stringify([
    row['taxpayer_id'],
    table,
    type,
    code,
    ...ALL_KEYS.map(key => ((KEYS[table as keyof typeof KEYS] as readonly string[]).includes(key) ? row[key] : null)),
  ])

const split = (cell: unknown): string[] => (cell === undefined || cell === '' ? [] : String(cell).split(';'))

/** Counts the codes, and expects `figure_flags` to have one row for each. */
function countCodes(dossier: unknown): number {
  const everything = analyzeEverything(dossier)
  const expected = Object.keys(KEYS).flatMap(table =>
    everything
      .rows(table)
      .flatMap(row =>
        Object.entries(LISTS).flatMap(([column, type]) =>
          split(row[column]).map(code => formatRow(row, table, type, code)),
        ),
      ),
  )
  const rows = everything
    .rows('figure_flags')
    .map(row =>
      JSON.stringify([
        row['taxpayer_id'],
        row['table_name'],
        row['code_type'],
        row['code'],
        ...ALL_KEYS.map(key => row[key]),
      ]),
    )
  expect(rows.toSorted()).toEqual(expected.toSorted())
  expect(new Set(rows).size).toBe(rows.length)
  return rows.length
}

test('figure_flags has one row per code of a figure, with the key of the figure', () => {
  let count = 0
  fc.assert(
    fc.property(arbitraryDossier(), dossier => {
      count += countCodes(dossier)
    }),
    { numRuns: 30 },
  )
  for (let seed = 0; seed < 20; seed++) count += countCodes(makeRandomCopies(seed))
  expect(count).toBeGreaterThan(100)
})

test('the columns of the deciding document identify another document of the taxpayer', () => {
  let count = 0
  for (let seed = 0; seed < 50; seed++) {
    const documents = analyzeEverything(makeRandomCopies(seed)).rows('documents')
    const toKey = (row: Row): string =>
      JSON.stringify(['record_id', 'form', 'form_index', 'entry_index'].map(name => row[name]))
    const keys = documents.map(toKey)
    for (const row of documents) {
      const decidingColumns = ['record', 'form', 'form_index', 'entry_index'].map(name => row[`decided_by_${name}`])
      if (row['decided_by_record'] === null) {
        expect(decidingColumns).toEqual([null, null, null, null])
        continue
      }
      count++
      const decidingKey = JSON.stringify(decidingColumns)
      expect(keys.filter(key => key === decidingKey)).toHaveLength(1)
      expect(decidingKey).not.toBe(toKey(row))
    }
  }
  expect(count).toBeGreaterThan(20)
})

test('counted_instead is the first document that counts, if one follows decided_by', () => {
  const counts = { direct: 0, later: 0, none: 0 }
  for (let seed = 0; seed < 100; seed++) {
    const documents = analyzeEverything(makeRandomCopies(seed)).rows('documents')
    const readKey = (row: Row, prefix = ''): string | null =>
      row[`${prefix || 'record_id'}${prefix && '_record'}`] === null
        ? null
        : JSON.stringify(
            ['record', 'form', 'form_index', 'entry_index'].map(
              name => row[prefix === '' ? name.replace('record', 'record_id') : `${prefix}_${name}`],
            ),
          )
    const byKey = new Map(documents.map(row => [readKey(row), row]))
    for (const row of documents) {
      let last: Row | undefined = row
      let steps = 0
      while (last !== undefined && last['status'] !== 'counted') {
        last = byKey.get(readKey(last, 'decided_by'))
        steps++
      }
      expect(readKey(row, 'counted_instead')).toBe(steps === 0 || last === undefined ? null : readKey(last))
      if (steps > 0) counts[last === undefined ? 'none' : steps === 1 ? 'direct' : 'later']++
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5)
})
