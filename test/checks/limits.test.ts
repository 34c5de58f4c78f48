import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findLimits, LIMITS, type YearLimits } from '../../src/checks/limits.js'
import { computeAllowance, defineOnePercent, isWithinTolerance, sumRateProducts } from '../../src/checks/tolerance.js'

const [names = [], ...years] = readFileSync(new URL('years.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split(/ +/))

const COLUMNS: readonly (readonly [name: keyof YearLimits, column: string, unit: 'year' | 'dollars' | 'rate'])[] = [
  ['year', 'year', 'year'],
  ['oasdiBase', 'oasdi_base', 'dollars'],
  ['oasdiRate', 'oasdi_rate', 'rate'],
  ['medicareRate', 'medicare_rate', 'rate'],
  ['additionalMedicareRate', 'additional_medicare_rate', 'rate'],
  ['additionalMedicareThreshold', 'additional_medicare_threshold', 'dollars'],
  ['electiveDeferral', 'elective_deferral', 'dollars'],
  ['catchUp50', 'catch_up_50', 'dollars'],
  ['catchUp60To63', 'catch_up_60_63', 'dollars'],
  ['simpleDeferral', 'simple_deferral', 'dollars'],
  ['simpleCatchUp', 'simple_catch_up', 'dollars'],
  ['iraLimit', 'ira_limit', 'dollars'],
  ['iraCatchUp', 'ira_catch_up', 'dollars'],
  ['backupWithholdingRate', 'backup_withholding_rate', 'rate'],
  ['w2gBingoSlots', 'w2g_bingo_slots', 'dollars'],
  ['w2gKeno', 'w2g_keno', 'dollars'],
  ['w2gPoker', 'w2g_poker', 'dollars'],
  ['w2gOther', 'w2g_other', 'dollars'],
]

const SCALE = { year: 1, dollars: 100, rate: 100_000 } as const

describe('the limits of the years', () => {
  test('match every column and year of years.txt', () => {
    expect(COLUMNS.map(([, column]) => column)).toEqual(names)
    expect(LIMITS.length).toBe(years.length)
    for (const [i, year] of years.entries()) {
      for (const [k, [name, column, unit]] of COLUMNS.entries()) {
        const expected = year[k] === '-' ? null : Math.round(Number(year[k]) * SCALE[unit])
        expect(LIMITS[i]?.[name], `${year[0]} ${column}`).toBe(expected)
      }
    }
  })

  test('are null for an unlisted year', () => {
    expect(findLimits(2009)).toBeNull()
    expect(findLimits(2027)).toBeNull()
    expect(findLimits(2024)?.oasdiBase).toBe(168_600_00)
  })
})

describe('rates and tolerances are exact', () => {
  test('a rate rounds half-even to the cent, once', () => {
    // 6.2% of 0.25 is 0.0155, and of 0.75 it is 0.0465. 5% of 0.10 is 0.005, and of 0.30 it is 0.015.
    expect(sumRateProducts([25, 6200])).toBe(2)
    expect(sumRateProducts([75, 6200])).toBe(5)
    expect(sumRateProducts([10, 5000])).toBe(0)
    expect(sumRateProducts([30, 5000])).toBe(2)
    expect(sumRateProducts([-30, 5000])).toBe(-2)
    expect(sumRateProducts([-10, 5000])).toBe(0)
    // 0.005 + 0.005.
    expect(sumRateProducts([10, 5000], [10, 5000])).toBe(1)
  })

  test('a rate of an amount beyond the precision of doubles is exact', () => {
    // 6.2% of 89,999,999,999,999.99 is 5,579,999,999,999.99938.
    expect(sumRateProducts([8_999_999_999_999_999, 6200])).toBe(558_000_000_000_000)
    expect(sumRateProducts([8_999_999_999_999_999n * 100n, 6200])).toBe(55_799_999_999_999_994n)
  })

  test('the computations with numbers and with bigints agree on 10,000 amounts', () => {
    for (let i = 0; i < 10_000; i++) {
      const cents = (i * 7919 - 30_000_000) % 100_000_000
      expect(sumRateProducts([cents, 1450])).toBe(sumRateProducts([cents, 1450], [0n, 1]))
    }
  })

  test('a percentage uses the absolute base, and the larger of the two tolerances applies', () => {
    const five = defineOnePercent(500, 'x')
    expect(computeAllowance(five, 49_999)).toBe(500)
    expect(computeAllowance(five, 50_100)).toBe(501)
    expect(computeAllowance(five, -50_100)).toBe(501)
    expect(isWithinTolerance(-501, five, 50_100)).toBe(true)
    expect(isWithinTolerance(502, five, 50_100)).toBe(false)
  })
})
