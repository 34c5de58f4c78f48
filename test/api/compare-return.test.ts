import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  compareReturn,
  type FiledLines,
  type NormalizedDossier,
  normalizeDossier,
  RETURN_LINES,
} from '../../src/index.js'
import { findShared } from '../support/requirements.mjs'
import { expectAccepted } from '../support/run.js'

const RETURNS = findShared('compareReturn on filed returns', 'cases/returns.ndjson')

interface Case {
  readonly id: string
  readonly tax_year: number
  readonly dossier: unknown
  readonly expected_lines: Record<string, string>
  readonly filed_return_differs: readonly string[]
}

// Lines that agree although their boxes add up to less than 0: both the filed and the implied amounts are then 0.
const FLOORED_LINES = new Set(['df-olf-mfs-4300-none 6a'])

const normalize = (dossier: unknown): NormalizedDossier => expectAccepted(normalizeDossier(dossier)).value
const EMPTY = normalize({ taxpayer: { id: 't' }, records: [] })

describe('the comparison with a filed return', () => {
  it('gives the line, filed and implied amounts, the difference and the source documents', () => {
    const form_w2 = [{ employer: { ein: '00-1234567' }, wages_tips_other_compensation: 30000.58 }]
    const forms = [{ type: 'WAID', year: '2024', form_w2: [...form_w2, ...form_w2] }]
    const dossier = normalize({ taxpayer: { id: 't' }, records: [{ id: 'r', forms }] })
    // The boxes are rounded before they are added: 30,001 + 30,001.
    const [row] = compareReturn(dossier, { '1a': '60000' }, 2024)
    expect([row?.line, row?.filed, row?.implied, row?.difference].join(' ')).toBe('1a 60000 60002 -2')
    const parts = row?.parts.map(({ recordId, form, entryIndex, field, amount }) =>
      [recordId, form, entryIndex, field, amount].join(' '),
    )
    expect(parts).toEqual(['r form_w2 0 wages 30000.58', 'r form_w2 1 wages 30000.58'])
  })

  describe('is marked as incomplete', () => {
    const makeRecord = (id: string, year: number, fields: object = {}) => ({
      id,
      tax_year: year,
      provider_id: 'irs',
      forms: [{ form_w2: [{ wages_tips_other_compensation: 100 }] }],
      ...fields,
    })
    const readComplete = (records: object[], line: string, year: number) => {
      const dossier = normalize({ taxpayer: { id: 't' }, records })
      return compareReturn(dossier, { [line]: 500 }, year).map(difference => difference.complete)
    }
    it('if a record of the year, or of an unknown year, was rejected, because it may contain any line', () => {
      expect(readComplete([makeRecord('a', 2023)], '5b', 2023)).toEqual([true])
      expect(readComplete([makeRecord('a', 2023), makeRecord('b', 2023, { forms: 5 })], '5b', 2023)).toEqual([false])
      expect(readComplete([makeRecord('a', 2023), makeRecord('b', 2022, { forms: 5 })], '5b', 2023)).toEqual([true])
      expect(readComplete([makeRecord('a', 2023), { id: 'b', forms: 5 }], '5b', 2023)).toEqual([false])
    })
    it('if line 7 needs Schedule D, or if no box says how much of the dividends is qualified', () => {
      const isComplete = (forms: object, line: string, year = 2023): boolean | undefined =>
        readComplete([makeRecord('a', 2023, { forms: [forms] })], line, year)[0]
      const distributions = { form_1099_div: [{ capital_gains: 500 }] }
      expect(isComplete(distributions, '7')).toBe(true)
      expect(isComplete({ ...distributions, form_1099_b: [{ proceeds: 5 }] }, '7')).toBe(false)
      expect(isComplete({ form_1099_b: [{ proceeds: 5, cost_basis: 1 }] }, '7')).toBe(false)
      // Sales without a gain or with an unreadable gain.
      for (const sale of [{ proceeds: 5, cost_basis: 5 }, { proceeds: 'some' }, { cost_basis: 'some' }])
        expect(isComplete({ ...distributions, form_1099_b: [sale] }, '7')).toBe(false)
      for (const unreadable of [{ capital_gain_long: 'some', dividends: 'some' }, 5]) {
        expect(isComplete({ ...distributions, schedule_k1_1065: [unreadable] }, '7')).toBe(false)
        expect(isComplete({ schedule_k1_1065: [unreadable] }, '3a')).toBe(false)
      }
      const shares = { schedule_k1_1065: [{ capital_gain_long: 10_000, dividends: 700 }] }
      expect(isComplete({ ...distributions, ...shares }, '7')).toBe(false)
      expect(isComplete(shares, '7', 2022)).toBe(false)
      expect(isComplete(shares, '3a')).toBe(false)
      expect(isComplete(shares, '3b')).toBe(true)
      expect(isComplete(shares, '2b+3a')).toBe(false)
    })
    it('if no document of the year counts', () => {
      expect(readComplete([makeRecord('a', 2023)], '1a', 2022)).toEqual([false])
      expect(readComplete([], '1a', 2022)).toEqual([false])
    })
  })

  it('reads filed amounts in the same formats as amounts of records', () => {
    const filed = { '1a': '1,234.50', '3a': '$1234', '2a': '(12.34)', '2b': '-5', '7': 12.345 }
    const amounts = compareReturn(EMPTY, filed, 2024).map(difference => difference.filed.toNumber())
    expect(amounts).toEqual([12.345, 1234.5, 1234, -12.34, -5])
  })

  it('accepts line 7 also under the name 7a, alone and joined with other lines', () => {
    const forms = [2024, 2025].map(year => ({
      year: String(year),
      form_1099_div: [{ capital_gains: 50, qualified_dividends: 7 }],
    }))
    const dossier = normalize({ taxpayer: { id: 't' }, records: [{ id: 'r', forms }] })
    for (const year of [2024, 2025]) {
      const rows = compareReturn(dossier, { '7': 60, '7a': 60, '3a+7a': 60, '7+7a': 60 }, year)
      expect(rows.map(row => `${row.line} ${row.implied} ${row.difference} ${row.complete}`)).toEqual([
        '7 50 10 true',
        '7a 50 10 true',
        '3a+7a 57 3 true',
        '7+7a 50 10 true',
      ])
    }
  })

  it('rejects an invalid year or an unknown line', () => {
    for (const year of ['2024', 1899, 2024.5, null, undefined])
      expect(() => compareReturn(EMPTY, { '1a': 1 }, year as unknown as number)).toThrow(RangeError)
    for (const line of ['7b', '99z']) expect(() => compareReturn(EMPTY, { [line]: 1 }, 2025)).toThrow(RangeError)
  })

  it('rejects an unreadable amount with an error that names the line and no input value', () => {
    const readErrorMessage = (filed: object): string => {
      try {
        compareReturn(EMPTY, filed as FiledLines, 2024)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return (error as Error).message + String((error as Error).cause)
      }
      throw new Error('nothing was thrown')
    }
    const texts = ['900-12-3456', '', 'x', '0x10', '1e3', 'NaN']
    for (const amount of [...texts, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, {}, true]) {
      expect(readErrorMessage({ '1a': amount }), String(amount)).toMatch(/^The amount of line 1a cannot be read\./)
      expect(readErrorMessage({ '4b+5b': amount })).toMatch(/^The amount of line 4b\+5b cannot be read\./)
    }
    expect(readErrorMessage({ '1a': '900-12-3456' })).not.toMatch(/3456/)
    expect(readErrorMessage({ '900-12-3456': 1 })).not.toMatch(/3456/)
    for (const line of RETURN_LINES) expect(readErrorMessage({ '900-12-3456': 1 })).toContain(line)
    expect(compareReturn(EMPTY, { '1a': 0, '4b+5b': '1200' }, 2024)).toHaveLength(2)
  })

  it.skipIf(RETURNS === undefined)('reports a difference exactly if the filed return differs', () => {
    const cases = readFileSync(String(RETURNS), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Case)
    for (const { id, tax_year, dossier, expected_lines, filed_return_differs } of cases)
      for (const { line, difference } of compareReturn(normalize(dossier), expected_lines, tax_year)) {
        const differs = filed_return_differs.includes(line) && !FLOORED_LINES.has(`${id} ${line}`)
        expect(difference?.isZero() !== true, `${id} ${line}`).toBe(differs)
      }
  })
})
