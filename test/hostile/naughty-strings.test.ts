import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { toSnakeCase } from '../../src/core/text.js'
import { Privacy } from '../../src/ingest/privacy.js'
import type { Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { toCsv } from '../../src/tables/csv.js'
import { getWideTable } from '../../src/tables/definitions/wide-tables.js'
import { createTable, type TableData, type TableSpec } from '../../src/tables/table.js'
import { findTable, resultOfDossier } from '../support/run.js'
import { readBack, readWithDuckDb } from './readers.js'

/** The Big List of Naughty Strings, plus NULs, lone surrogates, every control character and long texts. */
const NAUGHTY: readonly string[] = [
  ...(createRequire(import.meta.url)('big-list-of-naughty-strings') as string[]),
  'nul\u0000inside',
  '\u0000',
  'half \ud800 of a pair',
  '\udfff',
  '\ufeffa mark',
  Array.from({ length: 32 }, (_, i) => `${String.fromCharCode(i)}x`).join(''),
  Array.from({ length: 33 }, (_, i) => `${String.fromCharCode(127 + i)}x`).join(''),
  '\u2028\u2029',
  '"',
  '""',
  '","',
  "'",
  '\\',
  '\\"',
  '\\N',
  'NULL',
  '#',
  'z'.repeat(100_000),
  '"'.repeat(1000),
]

const ABSENT =
  /^(|unanswered|not set|not significant|not checked|nothing checked|box not checked|n\/a|none|no second notice)$/i

/** Returns true for C0, DEL and C1 characters, and for direction embeddings, overrides and isolates. */
const isControl = (point: number): boolean =>
  point < 32 ||
  (point >= 127 && point < 160) ||
  (point >= 0x202a && point <= 0x202e) ||
  (point >= 0x2066 && point <= 0x2069)

const normalizeSpaces = (raw: string): string => raw.split(/\s+/).filter(Boolean).join(' ')

/**
 * Computes, without the library, what a text box contains after reading: trimmed, with single spaces, and with U+FFFD
 * for each control character and lone surrogate. Returns null if the text means "absent".
 */
function computeText(raw: string): string | null {
  const text = [...normalizeSpaces(raw)].map(c => (isControl(c.codePointAt(0) as number) ? '\ufffd' : c)).join('')
  return ABSENT.test(text) ? null : Buffer.from(text, 'utf8').toString('utf8')
}

/** The expected text of each naughty string, which many cells share. */
const TEXTS = new Map(NAUGHTY.map(raw => [raw, computeText(raw)]))
const textOf = (raw: string): string | null => TEXTS.get(raw) ?? null

const codeOf = (raw: string, { width }: Field): string | null =>
  width !== null && /^\s*[0-9]+\s*$/.test(raw) ? raw.trim().padStart(width, '0') : textOf(raw)

/** Creates an entry with the string in every text: in its boxes, its parties and its lists. */
function entryOf(form: FormTable, raw: string): Record<string, unknown> {
  const party = { name: raw, address: raw }
  const entry: Record<string, unknown> = { [form.issuer.key]: party, [form.recipient.key]: party }
  for (const { key, type, items } of form.fields as readonly Field[]) {
    if (type === 'text' || type === 'code') entry[key] = raw
    if (type === 'list') entry[key] = [items === null ? raw : Object.fromEntries(items.map(item => [item.key, raw]))]
  }
  return entry
}

/** Lists the text columns of a form's wide table, each with a function that returns the expected cell. */
function expectedOf(form: FormTable): [column: string, of: (raw: string) => string | null][] {
  const parties = ['issuer_name', 'issuer_address', 'recipient_name', 'recipient_address']
  const boxes = (form.fields as readonly Field[]).flatMap(field => {
    const column = toSnakeCase(field.name)
    if (field.name === 'submissionType') return []
    if (field.type === 'text') return [[column, textOf]] as [string, typeof textOf][]
    if (field.type === 'code') return [[column, (raw: string) => codeOf(raw, field)]] as [string, typeof textOf][]
    return []
  })
  return [...parties.map((name): [string, typeof textOf] => [name, textOf]), ...boxes]
}

const privacy = new Privacy({ identifiers: 'full' })

function tableFor(form: FormTable): TableData {
  const record = {
    id: 'r',
    tax_year: '2024',
    forms: [{ year: '2024', [form.key]: NAUGHTY.map(raw => entryOf(form, raw)) }],
  }
  const result = resultOfDossier({ taxpayer: { id: 't' }, records: [record] })
  const issueText = result.issues.map(({ message, path }) => message + path).join('\n')
  expect(NAUGHTY.filter(raw => raw.length > 12 && issueText.includes(raw))).toEqual([])
  return createTable(getWideTable(form) as unknown as TableSpec, [{ result, taxpayerId: 't', privacy }])
}

describe.each(FORMS.map(form => [form.key, form as FormTable] as const))('%s', (_, form) => {
  const wanted = expectedOf(form)
  let table: TableData
  beforeAll(() => {
    table = tableFor(form)
  })

  test('every reader returns the expected text in every cell', async () => {
    for (const [reader, rows] of Object.entries(await readBack(table))) {
      expect([reader, rows.length]).toEqual([reader, NAUGHTY.length])
      const findColumn = (column: string) => table.columns.findIndex(({ name }) => name === column)
      const entryIndexColumn = findColumn('entry_index')
      const different = wanted.flatMap(([column, expectedCell]) => {
        const [columnIndex, cells] = [findColumn(column), NAUGHTY.map(expectedCell)]
        return rows.flatMap(row => {
          const [actualCell, wantedCell] = [row[columnIndex], cells[Number(row[entryIndexColumn])]]
          return actualCell === wantedCell ? [] : [{ reader, column, came: actualCell, wants: wantedCell }]
        })
      })
      expect(different).toEqual([])
    }
  })

  test('no text cell begins a formula, even after a semicolon', async () => {
    const first = /(?:^|;[ "]*)[=+\-@\t\r\n＝＋－＠]/
    const cells = (await readWithDuckDb(table, toCsv(table))).flat()
    expect(cells.filter(cell => cell !== null && first.test(cell))).toEqual([])
  })
})

test('record ids and form types have the expected text, and record ids stay distinct', async () => {
  const ids = [...new Set(NAUGHTY.map(textOf))].filter(id => id !== null)
  const entry = { wages_tips_other_compensation: 1, employer: { name: 'A' } }
  const records = NAUGHTY.map(id => ({ id, tax_year: '2024', forms: [{ type: id, form_w2: [entry] }] }))
  const result = resultOfDossier({ taxpayer: { id: 't' }, records })
  const table = createTable(findTable('documents'), [{ result, taxpayerId: 't', privacy }])
  for (const [reader, rows] of Object.entries(await readBack(table))) {
    const column = (name: string) => rows.map(row => row[table.columns.findIndex(candidate => candidate.name === name)])
    // Record ids that become equal after control characters are replaced get a number at the end.
    const recordIds = column('record_id').map(id => String(id).replace(/~[0-9]+$/, ''))
    expect([reader, [...new Set(recordIds)].sort()]).toEqual([reader, ids.sort()])
    expect([reader, new Set(column('record_id')).size]).toEqual([reader, rows.length])
    expect([reader, [...new Set(column('transcript_type'))].sort()]).toEqual([reader, ids.sort()])
  }
})
