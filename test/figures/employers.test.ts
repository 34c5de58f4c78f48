import { describe, expect, it } from 'vitest'
import { analyze, normalizeDossier, summarizeEmployment, tablesOf } from '../../src/index.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { expectAccepted } from '../support/run.js'

type Job = readonly [year: string, ein: string, name: string, wages: number]

const makeDossier = (jobs: readonly Job[]) => ({
  taxpayer: { id: 't' },
  records: [...new Set(jobs.map(([year]) => year))].map(year => ({
    id: `irs-${year}`,
    provider_id: 'irs',
    tax_year: year,
    date: `${Number(year) + 1}-09-01`,
    forms: [
      {
        year,
        form_w2: jobs
          .filter(job => job[0] === year)
          .map(([, ein, name, wages]) => ({ employer: { ein, name }, wages_tips_other_compensation: wages })),
      },
    ],
  })),
})
const readDossier = (...jobs: Job[]) => expectAccepted(normalizeDossier(makeDossier(jobs))).value
/** Returns the rows as `year wages doubts`. */
const listRows = (rows: ReturnType<typeof summarizeEmployment>): string[] =>
  rows.map(({ taxYear, wages, doubts }) => `${taxYear} ${wages?.toFixed(0) ?? '-'} ${doubts.join(';')}`.trim())
const employmentOf = (...jobs: Job[]): string[] => listRows(summarizeEmployment(readDossier(...jobs)))

const [OLD, NEW, THIRD] = ['00-1234567', '00-7654321', '00-1357911'] as const

describe('two employers whose names agree', () => {
  it('are one employer with a doubt if one follows the other', () => {
    // In 2024, ACME FREIGHT INC pays 50,000 until October, and ACME FREIGHT LLC 12,000 from November: 62,000.
    const doubt = 'employer_by_name'
    expect(
      employmentOf(
        ['2023', OLD, 'ACME FREIGHT INC', 60_000],
        ['2024', OLD, 'Acme Freight, Inc.', 50_000],
        ['2024', NEW, 'The ACME FREIGHT LLC', 12_000],
      ),
    ).toEqual([`2023 60000 ${doubt}`, `2024 62000 ${doubt}`])
  })

  it('are two employers if both pay in two years', () => {
    expect(
      employmentOf(
        ['2023', OLD, 'ACME FREIGHT INC', 30_000],
        ['2023', NEW, 'ACME FREIGHT LLC', 20_000],
        ['2024', OLD, 'ACME FREIGHT INC', 31_000],
        ['2024', NEW, 'ACME FREIGHT LLC', 21_000],
      ),
    ).toEqual(['2023 30000', '2023 20000', '2024 31000', '2024 21000'])
  })

  it.each([
    // One word of fewer than eight letters is too short.
    ['ACME INC', 'ACME LLC', false],
    ['ACME, INC.', 'ACME', false],
    // One word of eight letters, or two words, are enough.
    ['HALCYONS CORP', 'HALCYONS CO', true],
    ['A B PLLC', 'A B PC', true],
    // Only the legal form, punctuation and THE may differ.
    ['ACME FREIGHT INC', 'ACME FREIGHT WEST INC', false],
    ['THE OAK GARAGE', "O'AK GARAGE, N.A.", true],
  ])('%s and %s: %s', (first, second, isJoined) => {
    const rows = employmentOf(['2024', OLD, first, 1], ['2024', NEW, second, 2])
    expect(rows.length).toBe(isJoined ? 1 : 2)
  })

  it('are joined in any order of the documents', () => {
    const jobs: Job[] = [
      ['2022', OLD, 'ACME FREIGHT INC', 1],
      ['2023', NEW, 'ACME FREIGHT LLC', 2],
      ['2024', THIRD, 'ACME FREIGHT LP', 4],
      ['2024', NEW, 'ACME FREIGHT LLC', 8],
    ]
    // 4 + 8 = 12 in 2024. Each pair has at most one common year.
    const doubt = 'employer_by_name'
    const expected = [`2022 1 ${doubt}`, `2023 2 ${doubt}`, `2024 12 ${doubt}`]
    expect(employmentOf(...jobs)).toEqual(expected)
    expect(employmentOf(...jobs.toReversed())).toEqual(expected)
  })

  it('have no name if one of them may be a person, whatever the ids of their records', () => {
    // Both numbers are placeholders. The first one has the format of an SSN.
    const makeRecord = (id: string, ein: string) => ({
      ...makeDossier([['2024', ein, 'ACME FREIGHT LLC', 1]]).records[0],
      id,
    })
    for (const [first, second] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const records = [makeRecord(first, '123-45-6789'), makeRecord(second, '00-0000000')]
      const { value } = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records }))
      expect(summarizeEmployment(value).map(({ employerName }) => employerName)).toEqual([null])
    }
  })

  it('are found in near linear time', () =>
    expectNearLinear(
      // All have the same name and two common years, so all are different employers.
      count => {
        const jobs = Array.from({ length: count }, (_, i): Job[] => {
          const ein = String(100_000_000 + i * 7919)
          return [
            ['2023', ein, 'ACME FREIGHT INC', 1],
            ['2024', ein, 'ACME FREIGHT INC', 1],
          ]
        }).flat()
        const dossier = readDossier(...jobs)
        return () => expect(summarizeEmployment(dossier).length).toBe(2 * count)
      },
      [1000, 4000],
    ))
})

describe('employers that the lender states to be one', () => {
  const jobs: readonly Job[] = [
    ['2023', OLD, 'ACME FREIGHT INC', 30_000],
    ['2023', NEW, 'OAK GARAGE', 20_000],
    ['2024', OLD, 'ACME FREIGHT INC', 31_000],
    ['2024', NEW, 'OAK GARAGE', 21_000],
  ]
  const knownFacts = [{ taxpayerId: 't', borrowers: [{ id: 'self', jobs: [{ identifiers: [OLD, NEW] }] }] }]

  it('are joined without a doubt, whatever their names and years', () => {
    // 30,000 + 20,000 = 50,000 and 31,000 + 21,000 = 52,000.
    const { value } = expectAccepted(analyze(makeDossier(jobs), { knownFacts }))
    expect(listRows(value.employment)).toEqual(['2023 50000', '2024 52000'])
  })

  it('are joined in the tables, too, but not in a call without known facts', () => {
    const dossier = readDossier(...jobs)
    const countRows = (options: object) => tablesOf([dossier], ['employment'], options)[0]?.rows.length
    expect(countRows({ knownFacts })).toBe(2)
    expect(countRows({})).toBe(4)
    expect(summarizeEmployment(dossier).length).toBe(4)
  })
})
