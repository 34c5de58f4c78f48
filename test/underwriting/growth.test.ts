import { describe, it } from 'vitest'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { underwriteTaxpayer } from '../../src/underwriting/underwrite.js'
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

function makeDossier(employers: number, makeWages: MakeWages): Raw {
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
                  },
                ],
        ),
      },
    ],
  }))
  return { taxpayer: { id: 'tp' }, records }
}

describe('the time of underwriting', () => {
  it.each(Object.entries(SHAPES))('is nearly proportional to the number of employers: %s', (_, makeWages) =>
    expectNearLinear(
      employers => {
        const result = resultOfDossier(makeDossier(employers, makeWages))
        return () => underwriteTaxpayer(result, [PRESETS['fannie-2026-08']], null, 2024, [])
      },
      [1000, 4000],
    ),
  )
})
