import { Decimal as Base } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  addCents,
  type Cents,
  type CentTwentyFourths,
  centsFromNumber,
  centsFromShortNumber,
  centsFromText,
  Decimal,
  decimalFromCents,
  decimalFromMicros,
  formatCents,
  formatMicros,
  type Millionths,
  roundToDollars,
  subtractCents,
} from '../../src/core/money.js'
import { divideHalfEven, divideToMicros, microsFromDecimal } from '../../src/core/ratio.js'
import { mulberry32 } from '../support/random.js'

fc.configureGlobal({ seed: 1040 })

/** Computes cents from a number's shortest decimal text, rounded half-even, and whether they are exact. */
function computeExactCents(value: number): [cents: bigint, exact: boolean] {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value))
  if (match === null) throw new Error(String(value))
  const [, sign, wholePart = '', fraction = '', exponent = '0'] = match
  const digits = BigInt(wholePart + fraction)
  const power = Number(exponent) - fraction.length + 2
  const scale = 10n ** BigInt(Math.abs(power))
  let cents = power >= 0 ? digits * scale : digits / scale
  const rest = power >= 0 ? 0n : digits % scale
  if (rest * 2n > scale || (rest * 2n === scale && cents % 2n === 1n)) cents += 1n
  return [sign === '-' ? -cents : cents, rest === 0n]
}

describe('numbers', () => {
  test.each([
    [12345.67, 1234567],
    [1.15, 115],
    [8.2, 820],
    [0.1 + 0.2, 30],
    [1.005, 100],
    [1.015, 102],
    [2.675, 268],
    [-2.675, -268],
    [12.345, 1234],
    [12.355, 1236],
    [0.125, 12],
    [0.135, 14],
    [0.005, 0],
    [0.015, 2],
    [-0.005, 0],
    [1e-7, 0],
    [1.2e12, 120_000_000_000_000],
    [99_999_999_999.99, 9_999_999_999_999],
    [89_999_999_999_999.98, 8_999_999_999_999_998],
    [-89_999_999_999_999.98, -8_999_999_999_999_998],
  ])('%j', (value, cents) => {
    expect(centsFromNumber(value)[0]).toBe(cents)
    expect([undefined, cents]).toContain(centsFromShortNumber(value))
  })

  test('negative zero is zero', () => {
    const results = [centsFromNumber(-0), centsFromNumber(-0.004), centsFromText('-0')].map(([cents]) => cents)
    for (const zero of [centsFromShortNumber(-0), ...results]) expect(Object.is(zero, 0)).toBe(true)
  })

  test('rejects values that are not amounts or are too large', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(centsFromNumber(value)[0]).toBeNull()
      expect(centsFromShortNumber(value)).toBeUndefined()
    }
    for (const value of [90_000_000_000_000, -90_000_000_000_000, 1e15, Number.MAX_VALUE, -1e300]) {
      expect(centsFromNumber(value)).toEqual([null, 'out_of_range'])
      expect(centsFromShortNumber(value)).toBeUndefined()
    }
  })

  test('rounding is reported, either as a binary artifact or as a fraction of a cent', () => {
    expect(centsFromNumber(1.15)[1]).toBeNull()
    expect(centsFromNumber(0.1 + 0.2)[1]).toBe('artifact')
    expect(centsFromNumber(1234.5600000000002)[1]).toBe('artifact')
    expect(centsFromNumber(12.345)[1]).toBe('rounded')
    expect(centsFromNumber(0.001)[1]).toBe('rounded')
  })

  test('a JSON number too large for exact cents is reported, and text is exact', () => {
    for (const text of ['70368744177664.01', '-70368744177664.99', '80000000000000.03', '89999999999999.49'])
      expect([centsFromNumber(Number(text))[1], centsFromText(text)]).toEqual([
        'inexact',
        [Number(text.replace('.', '')), null],
      ])
    for (const text of ['70368744177663.99', '70368744177664', '-80000000000000.25', '89999999999999.5'])
      expect(centsFromNumber(Number(text))).toEqual(centsFromText(text))
  })

  test('800,000 random amounts: the fast path is exact and is used only if it is exact', () => {
    const random = mulberry32(20_241_231)
    const near = (edge: number): number => (edge + Math.floor(random() * 2e6) - 1e6) * (random() < 0.5 ? -1 : 1)
    const kinds: readonly (() => number)[] = [
      () => Math.floor(random() * 1e9) / 100,
      () => -Math.floor(random() * 1e13) / 100,
      () => Number(`${Math.floor(random() * 1e12)}.${String(Math.floor(random() * 100)).padStart(2, '0')}`),
      () => Math.floor(random() * 1e9) / 1000,
      () => (Math.floor(random() * 1e9) / 100) * (random() < 0.5 ? 1.1 : 3),
      () => random() * 10 ** Math.floor(random() * 16),
      () => Math.floor(random() * 1e12) / 100 + 0.005,
      () => Math.floor(random() * 1e6) / 100 + Math.floor(random() * 1e6) / 100,
      () => near(1e15) / 100,
      () => near(1e15) / 1000,
      () => near(9e15) / 100,
      () => near(1e15),
      () => -Math.floor(random() * 1e5) / 100,
      () => random() * 2 - 1,
    ]
    let [quick, slow] = [0, 0]
    const wrong: unknown[] = []
    for (let i = 0; i < 800_000; i++) {
      const value = (kinds[i % kinds.length] as () => number)()
      const [expected, isExact] = computeExactCents(value)
      const fast = centsFromShortNumber(value)
      if (fast !== undefined) {
        quick++
        if (!isExact || expected !== BigInt(fast)) wrong.push(['quick', value, fast])
      } else {
        slow++
        if (isExact && Math.abs(Number(expected)) < 1e15) wrong.push(['not quick', value])
      }
      // If the fast path gives a result, the exact path must agree. To save time, compare only every fourth such value.
      if (fast !== undefined && i % 4 !== 0) continue
      const [cents, note] = centsFromNumber(value)
      const inRange = Math.abs(value) < 9e13 && Math.abs(Number(expected)) < 9e15
      if (inRange ? cents === null || expected !== BigInt(cents) : note !== 'out_of_range')
        wrong.push(['cents', value, cents])
      // From 2 ** 46 on, adjacent doubles are more than a cent apart.
      const isKnown = Math.abs(value) < 2 ** 46 || Number.isInteger(value * 4)
      if (inRange && (note === 'inexact') === isKnown) wrong.push(['inexact', value, note])
      if (inRange && isKnown && (note === null) !== isExact) wrong.push(['note', value, note])
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(quick).toBeGreaterThan(200_000)
    expect(slow).toBeGreaterThan(200_000)
  })

  test('200,000 random amounts as text: every format gives the decimal value, rounded half-even', () => {
    const random = mulberry32(31_121_999)
    const digits = (maxDigits: number): string => {
      const length = Math.floor(random() * (maxDigits + 1))
      return Array.from({ length }, () => Math.floor(random() * 10)).join('')
    }
    const grouped = (wholePart: string): string => wholePart.replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ',')
    const decimals: readonly (() => string)[] = [
      () => '',
      () => `.${digits(2)}`,
      () => `.${digits(2).padEnd(2, '0')}0000`,
      () => `.${digits(2).padEnd(2, '0')}5`,
      () => `.${digits(9)}`,
    ]
    const signs: readonly (readonly [before: string, after: string, sign: number])[] = [
      ['', '', 1],
      ['-', '', -1],
      ['+$', '', 1],
      ['($', ')', -1],
      ['-$', '', -1],
      ['(', ')', -1],
    ]
    const wrong: unknown[] = []
    for (let i = 0; i < 200_000; i++) {
      const wholePart =
        i % 11 === 0 ? `8999999999999${Math.floor(random() * 10)}` : `${Math.floor(random() * 10)}${digits(12)}`
      const decimal = (decimals[i % decimals.length] as () => string)()
      const [before, after, sign] = signs[i % signs.length] as (typeof signs)[0]
      const text = `${before}${i % 2 === 0 ? grouped(wholePart) : wholePart}${decimal}${after}`
      const halfEven = new Base(`${sign < 0 ? '-' : ''}${wholePart}${decimal === '.' ? '' : decimal}`).toDecimalPlaces(
        2,
        Base.ROUND_HALF_EVEN,
      )
      const [cents, note] = centsFromText(text)
      const inRange = halfEven.abs().lt(9e13)
      if (inRange ? cents === null || !halfEven.times(100).eq(cents) : note !== 'out_of_range')
        wrong.push([text, cents, note])
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(centsFromText('1'.repeat(400))).toEqual([null, 'out_of_range'])
  })
})

const cents = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map((big): Cents => addCents(big, 0)),
)

describe('arithmetic', () => {
  test('sums and differences are exact, and are bigints only beyond the safe integers', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const sum = addCents(a, b)
        expect(BigInt(sum)).toBe(BigInt(a) + BigInt(b))
        expect(BigInt(subtractCents(a, b))).toBe(BigInt(a) - BigInt(b))
        expect(typeof sum).toBe(Number.isSafeInteger(Number(BigInt(a) + BigInt(b))) ? 'number' : 'bigint')
        expect(addCents(b, a)).toBe(sum)
        expect(addCents(subtractCents(a, b), b)).toBe(addCents(a, 0))
      }),
      { numRuns: 3000 },
    )
  })

  test('divideHalfEven rounds half-even', () => {
    const halfEven = Base.clone({ precision: 80, rounding: Base.ROUND_HALF_EVEN })
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(-(10n ** 9n), 10n ** 9n), (n, d) => {
        if (d === 0n) return
        const expected = new halfEven(String(n)).div(String(d)).toDecimalPlaces(0, Base.ROUND_HALF_EVEN)
        expect(String(divideHalfEven(n, d))).toBe(
          expected
            .toFixed(0)
            .replace('-0', '0')
            .replace(/^0(?=.)/, ''),
        )
      }),
      { numRuns: 3000 },
    )
    expect([1n, 3n, 5n, -1n, -3n, -5n].map(n => divideHalfEven(n, 2n))).toEqual([0n, 2n, 2n, 0n, -2n, -2n])
    expect([1n, -3n].map(n => divideHalfEven(n, -2n))).toEqual([0n, 2n])
  })

  test('a ratio is rounded once, and is null if the denominator is zero', () => {
    expect(divideToMicros(1, 3)).toBe(333_333)
    expect(divideToMicros(2, 3)).toBe(666_667)
    expect(divideToMicros(1, 2_000_000)).toBe(0)
    expect(divideToMicros(3, 2_000_000)).toBe(2)
    expect(divideToMicros(-1, 3)).toBe(-333_333)
    for (const part of [5, 0, -5, 10n ** 20n]) expect(divideToMicros(part, 0)).toBeNull()
    expect(divideToMicros(10n ** 20n, 1)).toBe(10n ** 26n)
    // Rounding a negative value toward zero must not give negative zero.
    for (const none of [divideToMicros(-1, 10_000_000), divideToMicros(0, -7), divideToMicros(-1, 2_000_000)])
      expect(Object.is(none, 0)).toBe(true)
  })

  test('every ratio equals the exact quotient, rounded half-even', () => {
    const small = fc.integer({ min: -2000, max: 2000 })
    // Halves of a millionth, for which the fast path must defer to the exact path.
    const half = fc.tuple(fc.integer(), fc.constantFrom(2_000_000, -2_000_000, 16_000_000, 2e12))
    fc.assert(
      fc.property(fc.oneof(fc.tuple(fc.oneof(cents, small), fc.oneof(cents, small)), half), ([n, d]) => {
        fc.pre(d !== 0)
        const micros = divideToMicros(n, d)
        expect(micros).toBe(addCents(divideHalfEven(BigInt(n) * 1_000_000n, BigInt(d)), 0))
      }),
      { numRuns: 3000 },
    )
  })

  test('roundToDollars rounds half a dollar away from zero', () => {
    const rounded = [49, 50, 149, 150, 3_000_058, -49, -50, -150, 0].map(roundToDollars)
    // `toEqual` distinguishes 0 from negative zero.
    expect(rounded).toEqual([0, 100, 100, 200, 3_000_100, 0, -100, -200, 0])
  })
})

describe('printing', () => {
  test('formatCents and decimalFromCents print the exact amount', () => {
    fc.assert(
      fc.property(cents, amount => {
        const text = formatCents(amount)
        expect(text).toMatch(/^-?(?:0|[1-9][0-9]*)\.[0-9]{2}$/)
        expect(text).not.toBe('-0.00')
        expect(BigInt(text.replace('.', ''))).toBe(BigInt(amount))
        expect(decimalFromCents(amount).toFixed(2)).toBe(text)
      }),
      { numRuns: 3000 },
    )
    const formatted = [0, 1, -1, 99, 100, -100, -123456].map(formatCents)
    expect(formatted.join(' ')).toBe('0.00 0.01 -0.01 0.99 1.00 -1.00 -1234.56')
  })

  test('formatMicros prints six decimals', () => {
    expect([0, 1, -1, 98_750, 1_000_000, -1_500_000, 10n ** 20n, -(10n ** 20n) - 5n].map(formatMicros)).toEqual([
      ...['0.000000', '0.000001', '-0.000001', '0.098750', '1.000000', '-1.500000'],
      ...['100000000000000.000000', '-100000000000000.000005'],
    ])
  })

  test('microsFromDecimal rounds half-even', () => {
    expect(microsFromDecimal(new Decimal('0.3'))).toBe(300_000)
    expect(microsFromDecimal(new Decimal('0.0000005'))).toBe(0)
    expect(microsFromDecimal(new Decimal('0.0000015'))).toBe(2)
    expect(microsFromDecimal(new Decimal('-0.0000015'))).toBe(-2)
  })

  test('decimals of cents and millionths equal those that decimal.js parses from text', () => {
    const integers = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -10_000_000, max: 10_000_000 }))
    const parts = fc.tuple(integers, fc.constantFrom(1, 100, 10_000_000)).map(([a, b]) => a - (a % b) + 0)
    const edges = [1, 9, 10, 99, 100, 999_999_999, 1e9, 1e9 + 100, 1e13, 1e15, Number.MAX_SAFE_INTEGER]
    const check = (value: number): void => {
      expect(decimalFromCents(value)).toStrictEqual(new Decimal(formatCents(value)))
      expect(decimalFromMicros(value)).toStrictEqual(new Decimal(formatMicros(value)))
    }
    for (const edge of edges) for (const value of [edge, -edge]) check(value)
    fc.assert(fc.property(parts, check), { numRuns: 2000 })
  })

  test('global settings of decimal.js do not affect results', () => {
    const before = { precision: Base.precision, rounding: Base.rounding, toExpPos: Base.toExpPos }
    try {
      Base.set({ precision: 2, rounding: 0, toExpPos: 1 })
      expect(decimalFromCents(123_456_789).toString()).toBe('1234567.89')
      expect(centsFromNumber(123_456.785)[0]).toBe(12_345_678)
      expect(centsFromText('123,456.795')[0]).toBe(12_345_680)
    } finally {
      Base.set(before)
    }
  })
})

test('the compiler refuses to mix units, and accepts numbers without a unit', () => {
  expectTypeOf<Millionths>().not.toExtend<Cents>()
  expectTypeOf<CentTwentyFourths>().not.toExtend<Cents>()
  expectTypeOf<Cents>().not.toExtend<CentTwentyFourths>()
  expectTypeOf<Cents>().not.toExtend<Millionths>()
  expectTypeOf<number>().toExtend<Cents>()
  const cents: Cents = 100
  // @ts-expect-error: an average of 24 months in 24ths of a cent is not an amount in cents.
  expect(addCents(cents, 24 as CentTwentyFourths)).toBe(124)
})
