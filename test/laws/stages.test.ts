import { describe, expect, test } from 'vitest'
import { readLoanFile } from '../../src/api/mismo.js'
import { fromFdx, toFdx } from '../../src/fdx/index.js'
import { type Analysis, analyze, explainText, normalizeRecord } from '../../src/index.js'
import { report } from '../../src/report/index.js'
import { resolveRecords } from '../../src/resolve/resolve.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { Dice } from '../support/random-copies.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

// Searches for families of inputs for which the time of a stage grows faster than the input. The documents of a family
// have random parts: how often amounts, names, dates and identifiers repeat. To test more, set STAGE_FAMILIES and SEED.

const COUNT = Number(process.env['STAGE_FAMILIES'] ?? 2)
const SEED = Number(process.env['SEED'] ?? 1)
const SIZE = 500

/** How many different values a property has in N documents. */
type Spread = (size: number) => number
const SPREADS: readonly Spread[] = [() => 1, () => 3, size => Math.ceil(Math.sqrt(size)), size => size]

/** The random choices of a family. They do not depend on the size. */
interface Family {
  readonly choose: (name: string, i: number, size: number) => number
}

function makeFamily(seed: number): Family {
  const dice = new Dice(seed)
  const spreads = new Map<string, Spread>()
  return {
    choose: (name, i, size) => {
      let spread = spreads.get(name)
      if (spread === undefined) {
        spread = dice.pick(SPREADS)
        spreads.set(name, spread)
      }
      return i % spread(size)
    },
  }
}

const formatEin = (number: number): string => `${10 + (number % 80)}-${String(1_000_000 + number).slice(0, 7)}`

const makeList = <T>(size: number, make: (i: number) => T): T[] => Array.from({ length: size }, (_, i) => make(i))

const makeRecord = (form: string, entries: readonly Raw[], fields: Raw = {}): Raw => ({
  id: 'r-1',
  provider_id: 'irs',
  tax_year: '2024',
  date: '2025-09-01T00:00:00Z',
  forms: [{ year: '2024', [form]: entries }],
  ...fields,
})

function makeWages({ choose }: Family, size: number): Raw[] {
  return makeList(size, i => ({
    employer: { ein: formatEin(choose('ein', i, size)), name: `WORKS ${choose('name', i, size)}` },
    wages_tips_other_compensation: 1000 + choose('wages', i, size),
    medicare_wages_tips: 1000 + choose('wages', i, size),
  }))
}

const makeTwoYears = (form: string, makeEntries: (size: number) => Raw[], size: number): Raw => ({
  taxpayer: { id: 't' },
  records: [
    makeRecord(form, makeEntries(size >> 1)),
    makeRecord(form, makeEntries(size >> 1), {
      id: 'r-0',
      tax_year: '2023',
      forms: [{ year: '2023', [form]: makeEntries(size >> 1) }],
    }),
  ],
})

const makeMortgages = ({ choose }: Family, size: number): Raw[] =>
  makeList(size, i => ({
    lender: { tin: formatEin(choose('tin', i, size)), name: `LENDER ${choose('name', i, size)}` },
    mortgage_interest_received_from_borrower: 5000 + choose('interest', i, size),
    outstanding_mortgage_principle: 100_000 + choose('principal', i, size),
  }))

/** Sources with one document each, which may be the totals of sources with two. */
const makeTotals = ({ choose }: Family, size: number): Raw => ({
  taxpayer: { id: 't' },
  records: makeList(size >> 1, i => {
    const makeEntry = (share: number): Raw => ({
      employer: { ein: '12-3456789' },
      wages_tips_other_compensation: (2000 + choose('wages', i, size)) * share,
      federal_income_tax_withheld: (200 + choose('tax', i, size)) * share,
    })
    const entries = i % 2 === 0 ? [makeEntry(1)] : [makeEntry(0.5), makeEntry(0.5)]
    return makeRecord('form_w2', entries, { id: `r-${i}`, provider_id: `hr-${i}` })
  }),
})

const analyzeAll = (raw: Raw, options: Parameters<typeof analyze>[1] = {}): Analysis => {
  const { value } = analyze(raw, options)
  if (value === undefined) throw new Error('rejected')
  return value
}

/** A stage: makes an input of a family, and returns the work to measure. */
type Stage = (family: Family, size: number) => () => unknown

const prepare = (raw: Raw, options?: Parameters<typeof analyze>[1]) => (read: (analysis: Analysis) => unknown) => {
  const analysis = analyzeAll(raw, options)
  return () => read(analysis)
}

const readUnderwriting = ({ underwritings }: Analysis): unknown => [
  underwritings[0]?.incomeStreams,
  underwritings[0]?.conditions,
]

const STAGES: Readonly<Record<string, Stage>> = {
  employment: (family, size) =>
    prepare({
      taxpayer: {
        id: 't',
        analysis: {
          employment_history: makeList(size, i => ({
            year: 2024,
            employer: `WORKS ${family.choose('history', i, size)}`,
            ein: formatEin(family.choose('historyEin', i, size)),
          })),
        },
      },
      records: [makeRecord('form_w2', makeWages(family, size))],
    })(({ employment }) => employment),
  'confirmation by totals': (family, size) => {
    const { records } = sourceOfDossier(makeTotals(family, size))
    return () => resolveRecords(records)
  },
  'equal documents of two sources': (_, size) => {
    const wages = makeList(size, () => ({ employer: { name: 'WORKS' }, wages_tips_other_compensation: 1000 }))
    const { records } = sourceOfDossier({
      taxpayer: { id: 't' },
      records: ['a', 'b'].map(id => makeRecord('form_w2', wages, { id, provider_id: id })),
    })
    return () => resolveRecords(records)
  },
  mortgages: (family, size) =>
    prepare(makeTwoYears('form_1098', count => makeMortgages(family, count), size))(
      ({ underwritings }) => underwritings[0]?.mortgages,
    ),
  'tie-out': (family, size) =>
    prepare(
      {
        taxpayer: { id: 't' },
        records: [
          makeRecord('form_w2', makeWages(family, size)),
          makeRecord('form_1098', makeMortgages(family, size), { id: 'r-2' }),
        ],
      },
      {
        statedIncome: {
          taxpayerId: 't',
          borrowers: [
            { employers: makeList(size, i => ({ name: `WORKS ${family.choose('stated', i, size)}`, monthly: 5000 })) },
          ],
          mortgages: makeList(size, i => ({
            lender: `OTHER ${i}`,
            monthly: 500,
            balance: 100_000 + family.choose('balance', i, size),
          })),
        },
      } as Parameters<typeof analyze>[1],
    )(({ underwritings }) => underwritings[0]?.tieOut),
  streams: (family, size) =>
    prepare(makeTwoYears('form_w2', count => makeWages(family, count), size))(readUnderwriting),
  'streams of payers': (family, size) =>
    prepare(
      makeTwoYears(
        'form_1099_r',
        count =>
          makeList(count, i => ({
            payer: { tin: formatEin(family.choose('tin', i, count)), name: `PLAN ${family.choose('name', i, count)}` },
            gross_distribution: 1000 + family.choose('gross', i, count),
            taxable_amount: 500,
            distribution_code: '7',
          })),
        size,
      ),
    )(readUnderwriting),
  conditions: (family, size) =>
    prepare(
      makeTwoYears(
        'schedule_k1_1065',
        count =>
          makeList(count, i => ({
            partnership: {
              ein: formatEin(family.choose('ein', i, count)),
              name: `FIRM ${family.choose('name', i, count)}`,
            },
            ordinary_income_k1: family.choose('income', i, count) - 10,
          })),
        size,
      ),
    )(readUnderwriting),
  FDX: (family, size) => {
    const { value } = normalizeRecord(makeRecord('form_w2', makeWages(family, size)))
    const { forms } = toFdx(value?.documents ?? [])
    expect(forms).toHaveLength(size)
    return () => fromFdx(forms)
  },
  MISMO: (family, size) => {
    const items = makeList(
      size,
      i =>
        `<EMPLOYER xlink:label="E${i}"><EmploymentStatusType>Current</EmploymentStatusType></EMPLOYER><CURRENT_INCOME_ITEM xlink:label="I${i}"><CurrentIncomeMonthlyTotalAmount>${i}</CurrentIncomeMonthlyTotalAmount></CURRENT_INCOME_ITEM>`,
    )
    const links = makeList(
      size,
      i => `<RELATIONSHIP xlink:from="I${family.choose('from', i, size)}" xlink:to="E${i}"/>`,
    )
    const file = `<MESSAGE xmlns:xlink="http://www.w3.org/1999/xlink"><PARTY><BORROWER/>${items.join('')}</PARTY>${links.join('')}</MESSAGE>`
    return () => readLoanFile(file, { taxpayerId: 't' })
  },
  report: (family, size) =>
    prepare(makeTwoYears('form_w2', count => makeWages(family, count), size))(analysis => report(analysis)),
  explain: (family, size) =>
    prepare(makeTwoYears('form_w2', count => makeWages(family, count), size))(
      ({ underwritings: [first] }) => first && explainText(first),
    ),
}

describe('four times as many documents take at most eight times as long', () => {
  test.each(Object.entries(STAGES))('%s', async (_, stage) => {
    for (let seed = SEED; seed < SEED + COUNT; seed++)
      await expectNearLinear(size => stage(makeFamily(seed), size), [SIZE, 4 * SIZE], `Seed ${seed}.`)
  })
})
