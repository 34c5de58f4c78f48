import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { FigureTraces } from '../../src/underwriting/traces/figure-traces.js'
import { type PolicyResult, underwriteTaxpayer } from '../../src/underwriting/underwrite.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { type Raw, resultOfDossier } from '../support/run.js'

/** Wages of an employer in 2022, 2023 and 2024. Null: no Form W-2. */
type MakeWages = (employer: number) => readonly [number | null, number | null, number | null]

const SHAPES: Readonly<Record<string, MakeWages>> = {
  'all jobs go on': i => [20_000 + i, 21_000 + i, 22_000 + i],
  'half of the employers end and half start': i => (i % 2 === 0 ? [9000 + i, 9100 + i, null] : [null, null, 9200 + i]),
  'employers end and start in every year': i =>
    [[8000 + i, null, null] as const, [null, 8100 + i, null] as const, [null, null, 8200 + i] as const][i % 3]!,
  'half of the pay falls and half rises': i => (i % 2 === 0 ? [9000, 9000 + i, 5000] : [9000, 5000, 9000 + i]),
  'employers fall and start in the last year': i => (i % 2 === 0 ? [9000, 9000 + i, 8000] : [null, null, 900 + i]),
}

const padNumber = (number: number): string => String(number).padStart(4, '0')

/** Makes three years of W-2s. Those of the employers that `isSickPay` accepts are third-party sick pay. */
function makeDossier(employers: number, makeWages: MakeWages, isSickPay = (_: number) => false): Raw {
  const records = [2022, 2023, 2024].map((year, position) => ({
    id: `irs-${year}`,
    tax_year: String(year),
    provider_id: 'irs',
    date: `${year + 1}-09-01T00:00:00Z`,
    forms: [
      {
        year: String(year),
        ssn: 'XXX-XX-1234',
        form_w2: Array.from({ length: employers }, (_, i) => ({ i, wages: makeWages(i)[position] })).flatMap(
          ({ i, wages }) =>
            wages === null
              ? []
              : [
                  {
                    employer: { ein: `10-1${padNumber(i)}99`, name: `${padNumber(i)} WORKS` },
                    employee: { ssn: 'XXX-XX-1234' },
                    wages_tips_other_compensation: wages,
                    medicare_wages_tips: wages,
                    ...(isSickPay(i) ? { third_party_sick_pay_indicator: true } : {}),
                  },
                ],
        ),
      },
    ],
  }))
  return { taxpayer: { id: 'tp' }, records }
}

const underwrite = (raw: Raw): (() => PolicyResult) => {
  const result = resultOfDossier(raw)
  return () => underwriteTaxpayer(result, [PRESETS['fannie-2026-08']], null, 2024, [])[0] as PolicyResult
}

/** Makes W-2s of jobs with falling pay, and of an equal number of insurers that pay sick pay. */
const makeSickPay = (employers: number): Raw =>
  makeDossier(
    employers,
    i => (i % 2 === 0 ? [90_000, 70_000, 40_000 - i] : [null, 300 + i, 400 + i]),
    i => i % 2 === 1,
  )

describe('the time of underwriting', () => {
  it.each(Object.entries(SHAPES))('is nearly proportional to the number of employers: %s', (_, makeWages) =>
    expectNearLinear(employers => underwrite(makeDossier(employers, makeWages)), [1000, 4000]),
  )

  it('is nearly proportional to the number of W-2s with sick pay', async () => {
    expect(underwrite(makeSickPay(10))().streams.flatMap(({ flags }) => flags)).toContain('temporary_leave')
    await expectNearLinear(employers => underwrite(makeSickPay(employers)), [1000, 4000])
  })
})

describe('the time of explaining every figure', () => {
  const KINDS = [
    ...Object.entries(SHAPES).map(
      ([name, makeWages]) => [name, (employers: number) => makeDossier(employers, makeWages)] as const,
    ),
    ['half of the payers pay sick pay', makeSickPay] as const,
  ]

  it.each(KINDS)('is nearly proportional to the number of employers: %s', (_, makeRaw) =>
    expectNearLinear(
      employers => {
        const policyResult = underwrite(makeRaw(employers))()
        return () => {
          const names = [...new FigureTraces(policyResult)].map(({ figure }) => figure)
          expect(names.length).toBeGreaterThan(0)
          const traces = new FigureTraces(policyResult)
          for (const name of names) expect(traces.find(name)?.figure).toBe(name)
        }
      },
      [500, 2000],
    ),
  )
})
