import { afterEach, expect, test, vi } from 'vitest'
import { runWithDeadline } from '../../src/core/limits.js'
import { analyze } from '../../src/index.js'
import { resolveRecords } from '../../src/resolve/resolve.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

afterEach(() => vi.restoreAllMocks())

/** Makes mortgage statements that may be one loan, at most 50 a year, so that all pairs are compared. */
const makeMortgages = (years: number): Raw => ({
  taxpayer: { id: 't' },
  records: Array.from({ length: years }, (_, year) => ({
    id: `r-${year}`,
    tax_year: String(2024 - year),
    forms: [
      {
        year: String(2024 - year),
        form_1098: Array.from({ length: 50 }, (_, i) => ({
          lender: { tin: `12-34567${10 + i}`, name: `LENDER ${i}` },
          mortgage_interest_received_from_borrower: 5000 + i,
          outstanding_mortgage_principle: 100_000,
          address_of_property_securing_mortgage: '1 MAIN STREET',
        })),
      },
    ],
  })),
})

const makeWages = (count: number, makeNumber = (i: number) => 1000 + i): Raw => ({
  taxpayer: { id: 't' },
  records: [
    {
      id: 'r',
      tax_year: '2024',
      forms: [
        {
          year: '2024',
          form_w2: Array.from({ length: count }, (_, i) => ({
            employer: { name: `WORKS ${makeNumber(i)}` },
            wages_tips_other_compensation: makeNumber(i),
          })),
        },
      ],
    },
  ],
})

/** Counts how often an analysis with a deadline reads the clock. */
function countClockReadings(raw: Raw): number {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  analyze(raw, { deadline: 1000 })
  const { length } = now.mock.calls
  now.mockRestore()
  return length
}

test.each([
  ['documents', makeWages, 500],
  ['mortgages', makeMortgages, 2],
] as const)('the clock is read in proportion to the work on %s, not only between stages', (_, make, size) => {
  const [base, small, large] = [make(0), make(size), make(4 * size)].map(countClockReadings) as [number, number, number]
  expect((large - base) / (small - base)).toBeGreaterThan(3)
})

test('the clock is read inside a block of documents that are compared with each other', () => {
  // All documents have one form, year, employer and amount, so that they are one block and one group.
  const makeRecords = (size: number): Raw => ({
    taxpayer: { id: 't' },
    records: ['a', 'b'].map(id => ({ ...(makeWages(size, () => 1000)['records'] as Raw[])[0], id, provider_id: id })),
  })
  const countInResolution = (size: number): number => {
    const { records } = sourceOfDossier(makeRecords(size))
    let readings = 0
    runWithDeadline(
      () => {
        readings++
      },
      () => resolveRecords(records),
      () => expect.unreachable(),
    )
    return readings
  }
  expect(countInResolution(1000) / countInResolution(250)).toBeGreaterThan(3)
  // At least four steps for each document: its entry, its group, its status and its result.
  expect(countInResolution(1000)).toBeGreaterThan((4 * 2000) / 256 - 2)
})

test('a stage that takes too long is interrupted', () => {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time++)
  const readings = (deadline: number): number => {
    time = 0
    const { status, issues } = analyze(makeMortgages(8), { deadline })
    expect(status).toBe('rejected')
    expect(issues.map(({ code }) => code)).toEqual(['limit_reached'])
    return time
  }
  // Each reading of the clock is one millisecond, so a deadline of 10 ms is noticed at about the tenth reading.
  expect(readings(10)).toBeLessThan(14)
  expect(readings(20)).toBeLessThan(24)
})
