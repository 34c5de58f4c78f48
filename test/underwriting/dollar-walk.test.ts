// A dollar more or less at one employer that stays above 0 changes the supportable amount by less than a dollar per month,
// except where the trend of a job crosses the band and where hours begin to count as moved between jobs. Each case of the
// rules about jobs is walked through all amounts of each of its boxes. Steps are halved down to single dollars wherever a
// trend, a flag, a condition or the jobs change.

import { describe, expect, it } from 'vitest'
import type { Cents } from '../../src/core/money.js'
import type { IncomeStream } from '../../src/underwriting/income-stream.js'
import type { PresetName } from '../../src/underwriting/policies/presets.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { makeDocument, makeW2, makeW2s, type TestDocument, underwrite, type Wages } from './dossiers.js'

const STEP = 500

/** The amounts of a case that are walked, and its documents. */
interface WalkCase {
  readonly amounts: readonly number[]
  readonly makeDocuments: (amounts: readonly number[]) => TestDocument[]
}

/** Makes a case whose Forms W-2 of Y0 and Y1 are walked. */
function walkWages(wages: Wages, fixedDocuments: readonly TestDocument[] = []): WalkCase {
  const places = Object.entries(wages).flatMap(([employer, amounts]) =>
    amounts.flatMap((amount, i) => (i === 0 || amount === null ? [] : [{ employer, i, amount }])),
  )
  return {
    amounts: places.map(({ amount }) => amount),
    makeDocuments: walked => {
      const changed: Record<string, (number | null)[]> = {}
      for (const [employer, amounts] of Object.entries(wages)) changed[employer] = [...amounts]
      for (const [n, { employer, i }] of places.entries()) changed[employer]![i] = walked[n]!
      return [...makeW2s(changed), ...fixedDocuments]
    },
  }
}

const CASES: Readonly<Record<string, WalkCase>> = {
  'left in November': walkWages({ A: [86000, 90000, 83000], N: [null, null, 9000] }),
  'two dollars apart': walkWages({ A: [58000, 60000, 48001], N: [null, null, 13999] }),
  'a raise and a per-diem job': walkWages({ A: [84000, 86500, 89200], B: [null, null, 5400] }),
  'second job ended': walkWages({ A: [73000, 75500, 79000], B: [24000, 26000, null] }),
  'second job nearly ended': walkWages({ A: [73000, 75500, 79000], B: [24000, 26000, 3100] }),
  'change between the years': walkWages({ A: [50000, 30000, null], B: [null, 31000, 62000] }),
  'laid off, new job': walkWages({ A: [90000, 38000, null], C: [null, null, 96000] }),
  'hours moved': walkWages({ A: [60000, 60000, 50000], B: [28000, 30000, 43000] }),
  'two years only': walkWages({ A: [null, 75500, 98500], B: [null, 26000, null] }),
  'leave paid by an insurer': {
    amounts: [66000, 59000, 7500],
    makeDocuments: ([prior = 0, latest = 0, sickPay = 0]) => [
      ...makeW2s({ A: [64000, prior, latest] }),
      makeW2(2024, 'I', sickPay, { third_party_sick_pay_indicator: true }),
    ],
  },
  'saves more': {
    amounts: [100000, 81000, 104000],
    makeDocuments: ([prior = 0, latest = 0, medicareWages = 0]) => [
      ...makeW2s({ A: [98000, prior, null] }),
      makeW2(2024, 'A', latest, { medicare_wages_tips: medicareWages }),
    ],
  },
  'options exercised': {
    amounts: [165000, 270000, 100000],
    makeDocuments: ([prior = 0, latest = 0, options = 0]) => [
      makeW2(2022, 'A', 160000),
      makeW2(2023, 'A', prior),
      makeW2(2024, 'A', latest, { code_v: options }),
    ],
  },
}

const makeDeferral = (year: number, wages: number, deferral: number): TestDocument =>
  makeDocument(year, 'form_w2', 'A', { wages_tips_other_compensation: wages, deferred_compensation: deferral })

/** The case without a box 5, in which Y0 is the first year of the job. */
const FIRST_YEAR: WalkCase = {
  amounts: [70000, 3000, 58000, 20000],
  makeDocuments: ([prior = 0, priorDeferral = 0, latest = 0, deferral = 0]) => [
    makeDeferral(2023, prior, priorDeferral),
    makeDeferral(2024, latest, deferral),
  ],
}

/** Prints what changes at a threshold: the streams, their trends, flags and conditions. */
const printState = ({ streams }: PolicyResult): string =>
  streams
    .map(({ stream, trend, flags, conditions }) =>
      [stream, trend, ...flags, ...conditions.map(({ raised }) => raised.code)].join(),
    )
    .join(';')

const getSupportable = ({ totals }: PolicyResult): number => Number(totals.at(-1)?.supportableMonthly)

const toNumber = (cents: Cents | null): number => Number(cents ?? 0)

const getFall = ({ latestAmount, priorAmount }: IncomeStream): number =>
  Math.max(0, toNumber(priorAmount) - toNumber(latestAmount))

const sumFalls = ({ streams }: PolicyResult): number => streams.reduce((sum, stream) => sum + getFall(stream), 0)

const hasMovedHours = ({ streams }: PolicyResult): boolean => streams.some(({ flags }) => flags.includes('hours_moved'))

/** Returns the largest step that the rules allow between two results a dollar apart. Units: cents. */
function findMaxStep(before: PolicyResult, after: PolicyResult): number {
  const cent = 100
  if (hasMovedHours(before) !== hasMovedHours(after)) return Math.max(sumFalls(before), sumFalls(after)) / 24 + cent
  const bandSteps = before.streams.flatMap(stream => {
    const match = after.streams.find(({ name, category }) => name === stream.name && category === stream.category)
    const hasCrossed = match !== undefined && (match.trend === 'declining') !== (stream.trend === 'declining')
    return hasCrossed ? [Math.max(getFall(stream), getFall(match)) / 24] : []
  })
  return Math.max(0, ...bandSteps) + cent
}

/** Walks one amount of a case. Returns the number of steps of a dollar or more, and those that no rule allows. */
function walk({ amounts, makeDocuments }: WalkCase, policy: PresetName, position: number) {
  const run = (dollars: number): PolicyResult => underwrite(makeDocuments(amounts.with(position, dollars)), policy)
  let thresholds = 0
  const unexplained: string[] = []
  const compare = (dollars: number, before: PolicyResult, after: PolicyResult): void => {
    const step = Math.abs(getSupportable(after) - getSupportable(before))
    if (step < 100) return
    thresholds++
    if (step >= findMaxStep(before, after)) unexplained.push(`amount ${position} at ${dollars}: ${step} cents`)
  }
  /** Halves a range until the thresholds within it lie between two results a dollar apart. */
  const findSteps = (low: number, high: number, before: PolicyResult, after: PolicyResult): void => {
    const isSteep = Math.abs(getSupportable(after) - getSupportable(before)) >= (high - low) * 100
    if (!isSteep && printState(before) === printState(after)) return
    if (high - low === 1) {
      compare(low, before, after)
      return
    }
    const middle = Math.floor((low + high) / 2)
    const result = run(middle)
    findSteps(low, middle, before, result)
    findSteps(middle, high, result, after)
  }
  const maxDollars = 1.2 * Math.max(...amounts)
  let before = run(1)
  for (let dollars = 1; dollars < maxDollars; dollars += STEP) {
    const after = run(dollars + STEP)
    findSteps(dollars, dollars + STEP, before, after)
    before = after
  }
  return { thresholds, unexplained }
}

describe.each<[policy: PresetName, thresholds: number]>([
  // The lesser of two formulas has no band.
  ['fannie', 33],
  ['fha', 7],
])(
  'under %s',
  (policy, expectedThresholds) => {
    let thresholds = 0
    it.each(Object.keys(CASES))('a dollar changes less than a dollar per month, except at a threshold: %s', name => {
      const walkCase = CASES[name]!
      for (const position of walkCase.amounts.keys()) {
        const result = walk(walkCase, policy, position)
        expect(result.unexplained).toEqual([])
        thresholds += result.thresholds
      }
    })

    it('the walks cross thresholds', () => {
      expect(thresholds).toBe(expectedThresholds)
    })
  },
  60_000,
)

// The law has one known exception. If Y0 is the first year of a job, the supportable amount is Y1 / 12 above the band and
// the average within it: at a Y0 of 71,285 + 3,000 it changes from 6,500.00 to 6,345.25.
it('a dollar changes more than a dollar per month at one amount if Y0 is the first year of the job', () => {
  expect(walk(FIRST_YEAR, 'fannie', 0).unexplained).toEqual(['amount 0 at 71285: 15475 cents'])
})
