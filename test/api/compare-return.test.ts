import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareReturn, type FiledLines, normalizeDossier, RETURN_LINES } from '../../src/index.js'
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

function compare(filedCase: Case) {
  const outcome = expectAccepted(normalizeDossier(filedCase.dossier))
  return compareReturn(outcome.value, filedCase.expected_lines, filedCase.tax_year)
}

describe('the comparison with a filed return', () => {
  it('gives the line, filed and implied amounts, the difference and the source documents', () => {
    const form_w2 = [{ employer: { ein: '00-1234567' }, wages_tips_other_compensation: 30000.58 }]
    const forms = [{ type: 'WAID', year: '2024', form_w2: [...form_w2, ...form_w2] }]
    const [row] = compare({
      id: 'by-hand',
      tax_year: 2024,
      dossier: { taxpayer: { id: 't' }, records: [{ id: 'r', forms }] },
      // The boxes are rounded before they are added: 30,001 + 30,001.
      expected_lines: { '1a': '60000' },
      filed_return_differs: ['1a'],
    })
    expect([row?.line, row?.filed.toFixed(), row?.implied?.toFixed(), row?.difference?.toFixed()]).toEqual([
      '1a',
      '60000',
      '60002',
      '-2',
    ])
    expect(
      row?.parts.map(({ recordId, form, entryIndex, field, amount }) => [
        recordId,
        form,
        entryIndex,
        field,
        amount.toFixed(2),
      ]),
    ).toEqual([
      ['r', 'form_w2', 0, 'wages', '30000.58'],
      ['r', 'form_w2', 1, 'wages', '30000.58'],
    ])
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
      const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records }))
      return compareReturn(outcome.value, { [line]: 500 }, year).map(difference => difference.complete)
    }
    it('if a record of the year, or of an unknown year, was rejected, because it may contain any line', () => {
      expect(readComplete([makeRecord('a', 2023)], '5b', 2023)).toEqual([true])
      expect(readComplete([makeRecord('a', 2023), makeRecord('b', 2023, { forms: 5 })], '5b', 2023)).toEqual([false])
      expect(readComplete([makeRecord('a', 2023), makeRecord('b', 2022, { forms: 5 })], '5b', 2023)).toEqual([true])
      expect(readComplete([makeRecord('a', 2023), { id: 'b', forms: 5 }], '5b', 2023)).toEqual([false])
    })
    it('if line 7 needs Schedule D, or if no box says how much of the dividends is qualified', () => {
      const makeRecords = (forms: object): object[] => [makeRecord('a', 2023, { forms: [{ year: '2023', ...forms }] })]
      const distributions = { form_1099_div: [{ capital_gains: 500 }] }
      expect(readComplete(makeRecords(distributions), '7', 2023)).toEqual([true])
      expect(readComplete(makeRecords({ ...distributions, form_1099_b: [{ proceeds: 5 }] }), '7', 2023)).toEqual([
        false,
      ])
      expect(readComplete(makeRecords({ form_1099_b: [{ proceeds: 5, cost_basis: 1 }] }), '7', 2023)).toEqual([false])
      // Sales without a gain or with an unreadable gain.
      for (const sale of [{ proceeds: 5, cost_basis: 5 }, { proceeds: 'some' }, { cost_basis: 'some' }])
        expect(readComplete(makeRecords({ ...distributions, form_1099_b: [sale] }), '7', 2023)).toEqual([false])
      for (const unreadable of [{ capital_gain_long: 'some', dividends: 'some' }, 5]) {
        expect(readComplete(makeRecords({ ...distributions, schedule_k1_1065: [unreadable] }), '7', 2023)).toEqual([
          false,
        ])
        expect(readComplete(makeRecords({ schedule_k1_1065: [unreadable] }), '3a', 2023)).toEqual([false])
      }
      const shares = { schedule_k1_1065: [{ capital_gain_long: 10_000, dividends: 700 }] }
      expect(readComplete(makeRecords({ ...distributions, ...shares }), '7', 2023)).toEqual([false])
      expect(readComplete(makeRecords(shares), '7', 2022)).toEqual([false])
      expect(readComplete(makeRecords(shares), '3a', 2023)).toEqual([false])
      expect(readComplete(makeRecords(shares), '3b', 2023)).toEqual([true])
      expect(readComplete(makeRecords(shares), '2b+3a', 2023)).toEqual([false])
    })
    it('if no document of the year counts', () => {
      expect(readComplete([makeRecord('a', 2023)], '1a', 2022)).toEqual([false])
      expect(readComplete([], '1a', 2022)).toEqual([false])
    })
  })

  it('reads filed amounts in the same formats as amounts of records', () => {
    const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [] }))
    const filed = { '1a': '1,234.50', '3a': '$1234', '2a': '(12.34)', '2b': '-5', '7': 12.345 }
    expect(compareReturn(outcome.value, filed, 2024).map(difference => difference.filed.toString())).toEqual([
      '12.345',
      '1234.5',
      '1234',
      '-12.34',
      '-5',
    ])
  })

  it('accepts line 7 also under the name 7a, alone and joined with other lines', () => {
    const forms = [2024, 2025].map(year => ({
      year: String(year),
      form_1099_div: [{ capital_gains: 50, qualified_dividends: 7 }],
    }))
    const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [{ id: 'r', forms }] }))
    for (const year of [2024, 2025]) {
      const rows = compareReturn(outcome.value, { '7': 60, '7a': 60, '3a+7a': 60, '7+7a': 60 }, year)
      expect(rows.map(row => `${row.line} ${row.implied} ${row.difference} ${row.complete}`)).toEqual([
        '7 50 10 true',
        '7a 50 10 true',
        '3a+7a 57 3 true',
        '7+7a 50 10 true',
      ])
    }
    expect(() => compareReturn(outcome.value, { '7b': 1 }, 2025)).toThrow(RangeError)
  })

  it('rejects an invalid year', () => {
    const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [] }))
    for (const year of ['2024', 1899, 2024.5, null, undefined])
      expect(() => compareReturn(outcome.value, { '1a': 1 }, year as unknown as number)).toThrow(RangeError)
  })

  it('rejects an unknown line', () => {
    const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [] }))
    expect(() => compareReturn(outcome.value, { '99z': 1 }, 2024)).toThrow(RangeError)
  })

  it('rejects an unreadable amount with an error that names the line and no input value', () => {
    const outcome = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [] }))
    const readErrorMessage = (filed: object): string => {
      try {
        compareReturn(outcome.value, filed as FiledLines, 2024)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return (error as Error).message + String((error as Error).cause)
      }
      throw new Error('nothing was thrown')
    }
    const none = [
      '900-12-3456',
      '',
      'x',
      '0x10',
      '1e3',
      Number.NaN,
      'NaN',
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      {},
      true,
    ]
    for (const amount of none) {
      expect(readErrorMessage({ '1a': amount }), String(amount)).toMatch(/^The amount of line 1a cannot be read\./)
      expect(readErrorMessage({ '4b+5b': amount })).toMatch(/^The amount of line 4b\+5b cannot be read\./)
    }
    expect(readErrorMessage({ '1a': '900-12-3456' })).not.toMatch(/3456/)
    expect(readErrorMessage({ '900-12-3456': 1 })).not.toMatch(/3456/)
    for (const line of RETURN_LINES) expect(readErrorMessage({ '900-12-3456': 1 })).toContain(line)
    expect(compareReturn(outcome.value, { '1a': 0, '4b+5b': '1200' }, 2024)).toHaveLength(2)
  })

  it.skipIf(RETURNS === undefined)('reports a difference exactly if the filed return differs', () => {
    const cases = readFileSync(String(RETURNS), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Case)
    for (const filedCase of cases) {
      for (const { line, difference } of compare(filedCase)) {
        const differs = filedCase.filed_return_differs.includes(line) && !FLOORED_LINES.has(`${filedCase.id} ${line}`)
        expect(difference?.isZero() !== true, `${filedCase.id} ${line}`).toBe(differs)
      }
    }
  })
})
