import { describe, expect, it } from 'vitest'
import { multiplyByRate } from '../../src/checks/tolerance.js'
import type { Millionths } from '../../src/core/money.js'
import { computeVariation } from '../../src/underwriting/indicators/income-indicators.js'
import { divideHalfAway, findTrend, hasFallenByMore } from '../../src/underwriting/streams/formulas.js'

/** These tests compare figures computed in doubles with exact big integer arithmetic. */

// The sequence is fixed so that a failure can be reproduced.
let state = 2463534242
function next(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return Math.floor(((state >>> 0) / 2 ** 32) * below)
}
const amount = (): number => {
  const size = next(10 ** (1 + next(9))) * (next(4) === 0 ? 500_000 : 1)
  return next(3) === 0 ? -size + 0 : size
}
const ROUNDS = 20_000

const floorOf = (n: bigint, d: bigint): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d))
/** A quotient rounded half-even, by its definition. */
function halfEven(n: bigint, d: bigint): bigint {
  const floor = floorOf(n, d)
  const twice = 2n * (n - floor * d)
  return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor
}

describe('figures computed in doubles equal the exact results', () => {
  it('applies a rate exactly, even for large products', () => {
    for (let i = 0; i < ROUNDS; i++) {
      const [cents, rate] = [amount() * (next(2) === 0 ? 1 : 97), [6200, 1450, 25_000, 50_000, 900][next(5)] ?? 0]
      expect(BigInt(multiplyByRate(cents, rate)), `${cents} ${rate}`).toBe(
        halfEven(BigInt(cents) * BigInt(rate), 100_000n),
      )
    }
    // These products are 0.00001 below a whole cent, near the largest integer that a double holds.
    for (let cent = 90_071_992_547; cent > 90_071_992_547 - 1000; cent--) {
      expect(multiplyByRate(cent * 100_000 - 1, 1)).toBe(cent)
      expect(multiplyByRate(cent * 100_000 - 50_001, 1)).toBe(cent - 1)
    }
  })

  it('rounds monthly amounts half away from zero', () => {
    for (let i = 0; i < ROUNDS; i++) {
      const [cents, by] = [amount(), [12, 24][next(2)] ?? 0]
      expect(BigInt(divideHalfAway(cents, by)), `${cents}/${by}`).toBe(BigInt(divideHalfAway(BigInt(cents), by)))
    }
    expect([divideHalfAway(12, 24), divideHalfAway(-12, 24), divideHalfAway(11, 24)]).toEqual([1, -1, 0])
  })

  it('decides trends and declines, even at the edge of the stable band', () => {
    for (let i = 0; i < ROUNDS; i++) {
      const prior = next(1e6) * 20 + 20
      const latest = prior + (next(2) === 0 ? prior / 20 : -prior / 20) + next(3) - 1
      const size = latest > prior ? latest - prior : prior - latest
      const isStable = BigInt(size) * 20n <= BigInt(prior)
      expect(findTrend(latest, prior, { down: 0.05, up: 0.05 }) === 'stable', `${latest} ${prior}`).toBe(isStable)
      expect(hasFallenByMore(latest, prior, 0.05)).toBe(latest < prior && !isStable)
    }
  })

  it('computes the coefficient of variation', () => {
    for (let i = 0; i < ROUNDS / 4; i++) {
      const values = Array.from({ length: 2 + next(4) }, amount)
      const sum = values.reduce((total, value) => total + BigInt(value), 0n)
      const deviation = computeVariation(values)
      if (sum <= 0n) {
        expect(deviation).toBeNull()
        continue
      }
      // Within half a millionth of the root: twice the figure, less and more one, squared.
      const n = BigInt(values.length)
      const squares = values.reduce((total, value) => total + BigInt(value) ** 2n, 0n)
      const target = 4n * (n * squares - sum * sum) * 1_000_000_000_000n
      const twice = 2n * BigInt(deviation as Millionths)
      expect((twice + 1n) ** 2n * sum * sum >= target, String(values)).toBe(true)
      expect(twice === 0n || (twice - 1n) ** 2n * sum * sum <= target, String(values)).toBe(true)
    }
  })

  it('computes an exact deviation for numbers beyond the precision of doubles', () => {
    // 1, 2, 3: deviation sqrt(2/3), over 2: 0.408248290...
    expect(computeVariation([100, 200, 300])).toBe(408248)
    // Equal years have no deviation, even if the amounts are large.
    expect(computeVariation([9007199254740993n, 9007199254740993n])).toBe(0)
    // A mean of 2 and a deviation of 1.
    expect(computeVariation([1, 3])).toBe(500000)
    // Half a millionth, one and a half, two and a half: the half goes to the even one.
    expect(computeVariation([1_999_999, 2_000_001])).toBe(0)
    expect(computeVariation([1_999_997, 2_000_003])).toBe(2)
    expect(computeVariation([1_999_995, 2_000_005])).toBe(2)
    expect(computeVariation([5, -5])).toBe(null)
    expect(computeVariation([-5, -6])).toBe(null)
  })
})
