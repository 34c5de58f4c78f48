import { describe, expect, it } from 'vitest'
import { sumCents } from '../../src/core/money.js'
import type { FactRow } from '../../src/figures/facts.js'
import { createBorrowers } from '../../src/underwriting/borrowers/borrower.js'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import { parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { makeDocument, makeDossier, makeRecords, makeW2, underwrite } from './dossiers.js'
import { toDollars, underwriteRaw } from './streams.js'

const RAW = makeDossier([
  makeW2(2022, 'A', 100),
  makeW2(2023, 'A', 200),
  makeW2(2023, 'B', 300, {}, 'XXX-XX-9999'),
  makeW2(2023, 'C', 400, {}, 'XXX-XX-5555'),
])

const makeFactsAbout = (...ids: string[]): KnownFacts => ({ taxpayerId: 'tp', borrowers: ids.map(id => ({ id })) })
const buildBorrowers = (...ids: string[]) =>
  createBorrowers(resultOfDossier(RAW), parseKnownFacts(makeFactsAbout(...ids)).get('tp') ?? null)
const listCents = (facts: readonly FactRow[]) => facts.map(({ cents }) => cents)

describe('borrowers of a dossier', () => {
  it('are only the taxpayer if nobody else is named, and other recipients are listed', () => {
    const { list, otherDocuments } = buildBorrowers()
    expect(list.map(({ id }) => id)).toEqual(['self'])
    expect(listCents(list[0]!.incomeFacts)).toEqual([10000, 20000])
    expect(otherDocuments.length).toBe(2)
  })

  it('have separate documents, with the taxpayer first', () => {
    const { list, otherDocuments } = buildBorrowers('9999', '5555')
    expect(list.map(({ id, incomeFacts }) => [id, listCents(incomeFacts)])).toEqual([
      ['self', [10000, 20000]],
      ['9999', [30000]],
      ['5555', [40000]],
    ])
    expect(otherDocuments).toEqual([])
  })

  it('do not include the taxpayer twice if the digits are those of the taxpayer', () => {
    expect(buildBorrowers('1234').list.map(({ id }) => id)).toEqual(['self'])
    expect(buildBorrowers('0000').list.map(({ documents }) => documents.length)).toEqual([2, 0])
  })

  it('have totals that add up, and one for all if there are several', () => {
    const { totals } = underwrite(RAW, 'fannie', makeFactsAbout('9999', '5555'))
    expect(totals.map(({ borrower }) => borrower)).toEqual(['self', '9999', '5555', 'all'])
    const amounts = totals.slice(0, -1).map(({ qualifyingMonthly }) => qualifyingMonthly)
    expect(totals.at(-1)?.qualifyingMonthly).toBe(sumCents(amounts))
    expect(underwrite(RAW).totals.map(({ borrower }) => borrower)).toEqual(['self'])
  })

  it('keep their own stream keys and jobs: a spouse at the same employer is not a second job', () => {
    const documents = [makeW2(2024, 'A', 48000), makeW2(2024, 'A', 36000, {}, 'XXX-XX-9999')]
    const { streams } = underwrite(documents, 'fannie', makeFactsAbout('9999'))
    // 48,000 / 12 and 36,000 / 12
    expect(streams.map(row => [row.borrower, row.stream, toDollars(row.qualifyingMonthly)])).toEqual([
      ['self', 'wages', '4000.00'],
      ['9999', 'wages', '3000.00'],
    ])
  })
})

describe('a borrower without an identifier on a joint return in software', () => {
  // Neither W-2 has a number. The taxpayer object names Robin, so the wages of Casey are those of another recipient.
  const w2 = (name: string, ein: string, wages: number): Raw => ({
    ...{ employer: { ein }, employee: { name }, wages_tips_other_compensation: wages },
  })
  const raw = {
    taxpayer: { id: 'tp', name: 'Robin Example' },
    records: [2023, 2024].map(year => ({
      id: `software-${year}`,
      provider_id: 'turbotax',
      tax_year: String(year),
      forms: [
        {
          year: String(year),
          form_w2: [w2('ROBIN EXAMPLE', '00-1234567', 60_000), w2('CASEY EXAMPLE', '00-7654321', 36_000)],
        },
      ],
    })),
  }
  const run = (...ids: string[]) => underwrite(raw, 'fannie', makeFactsAbout(...ids))
  const listTotals = (...ids: string[]): string[] =>
    run(...ids).totals.map(({ borrower, qualifyingMonthly }) => `${borrower} ${toDollars(qualifyingMonthly)}`)

  it('has rows if the known facts give the name, which no output shows', () => {
    // 60,000 / 12 = 5,000 and 36,000 / 12 = 3,000
    expect(listTotals()).toEqual(['self 5000.00'])
    expect(listTotals('9999', 'Casey Q. Example')).toEqual([
      'self 5000.00',
      '9999 0.00',
      'recipient_2 3000.00',
      'all 8000.00',
    ])
    const { listConditions, indicators, totals } = run('Casey Example')
    const rows = listConditions().map(({ borrower, stream, about }) => ({ borrower, stream, about }))
    expect(JSON.stringify([rows, indicators, totals])).not.toMatch(/casey/i)
  })

  it("is missing only on transcripts under the borrower's number, which the lender states", () => {
    const transcripts = makeRecords([makeW2(2024, 'A', 50_000), makeW2(2024, 'B', 9_000, {}, 'XXX-XX-9999')])
    const listConditions = (identifiers: string[]): string[] => {
      const facts = { taxpayerId: 'tp', borrowers: [{ id: 'Casey Example', identifiers }] }
      const result = underwrite({ ...raw, records: [...raw.records, ...transcripts] }, 'fannie', facts)
      return result
        .listConditions()
        .flatMap(row => (row.borrower === 'recipient_1' && row.taxYear === 2024 ? [row.condition] : []))
    }
    expect(listConditions([])).toEqual(['transcript_incomplete'])
    expect(listConditions(['XXX-XX-9999'])).toContain('not_on_transcript')
  })

  it("is the taxpayer if the known facts give the taxpayer's name", () => {
    expect(listTotals('Robin Q. Example')).toEqual(['self 5000.00'])
  })

  it('has no rows under the name of somebody else, and needs a first and a last name', () => {
    expect(listTotals('Kim Example')).toEqual(['self 5000.00', 'recipient_1 0.00', 'all 5000.00'])
    expect(() => run('Casey')).toThrow("$['borrowers'][0]['id']")
  })
})

describe('an earlier ITIN of the taxpayer', () => {
  it("makes its documents the taxpayer's if the known facts state it", () => {
    const raw = makeDossier([
      makeW2(2022, 'A', 60_000, {}, 'XXX-XX-9876'),
      makeW2(2023, 'A', 60_000),
      makeW2(2024, 'A', 60_000),
      makeDocument(2024, 'form_1099_int', 'B', { interest_income: 100 }),
    ])
    const countHistory = (knownFacts?: KnownFacts): number | undefined =>
      underwriteRaw(raw, { knownFacts })[0]?.streams.find(({ category }) => category === 'wages')?.historyYears
    expect(countHistory()).toBe(2)
    expect(countHistory({ taxpayerId: 'tp', borrowers: [{ id: 'self', identifiers: ['XXX-XX-9876'] }] })).toBe(3)
  })
})
