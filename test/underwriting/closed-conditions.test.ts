import { describe, expect, it } from 'vitest'
import { parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { listUnusedFacts } from '../../src/underwriting/facts/used-facts.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { type PolicyResult, underwriteTaxpayer } from '../../src/underwriting/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import {
  findStream,
  listCodes,
  makeDocument,
  makeDossier,
  makeFacts,
  makeW2s,
  type TestDocument,
  underwrite,
} from './dossiers.js'
import { toDollars } from './streams.js'

/** Closes a condition of the taxpayer, and returns a stream and the number of facts that are reported as unused. */
function close(documents: readonly TestDocument[], key: string, condition: string, taxYear: number | null) {
  const knownFacts = makeFacts({}, { conditionsMet: [{ condition, taxYear, by: 'J. Doe', on: '2025-10-01' }] })
  const facts = parseKnownFacts(knownFacts).get('tp')!
  const [result] = underwriteTaxpayer(resultOfDossier(makeDossier(documents)), [PRESETS['fannie-2026-08']], facts, null)
  const stream = findStream(result!, key)
  return {
    qualifying: toDollars(stream.qualifyingMonthly),
    codes: listCodes(stream),
    flags: stream.flags,
    unused: listUnusedFacts(facts, [result!]).length,
  }
}

describe('a fact that closes a condition and names a tax year', () => {
  const declining = makeW2s({ A: [100_000, 90_000] })

  // The condition `declining` has no tax year, so it is about the as-of year 2024: 90,000 / 12 = 7,500.
  it.each([
    [null, '7500.00', 0],
    [2024, '7500.00', 0],
    [2023, '0.00', 1],
    [2019, '0.00', 1],
  ])('closes a condition without a year only if it is of the as-of year: %s', (taxYear, qualifying, unused) => {
    expect(close(declining, 'wages', 'declining', taxYear)).toMatchObject({ qualifying, unused })
  })

  // A sale of 2023 without a basis, and gains of (2,400 + 2,400) / 24 = 200.
  const sales = [2023, 2024].map(year =>
    makeDocument(year, 'form_1099_b', 'B', { proceeds: 5000, cost_basis: 2600, cusip: '1' }),
  )
  const unknownSale = makeDocument(2023, 'form_1099_b', 'B', { proceeds: 900, cusip: '2' })
  it.each([
    [null, '200.00', 0],
    [2023, '200.00', 0],
    [2024, '0.00', 1],
  ])('closes a condition of a year only if it is of that year: %s', (taxYear, qualifying, unused) => {
    expect(close([...sales, unknownSale], 'capital_gains', 'cost_basis', taxYear)).toMatchObject({ qualifying, unused })
  })
})

describe('closing a condition about an amount that no document shows', () => {
  const rents = makeDocument(2024, 'form_1099_misc', 'T', { rents: 12_000 })
  const unreadable = makeDocument(2024, 'form_1099_int', 'B', { interest_income: '1x00' })
  const sale = makeDocument(2024, 'form_1099_b', 'B', { proceeds: 5000 })

  // The flag explains why nothing counts, because no condition is open.
  it.each([
    ['schedule_e', 'rental', [rents]],
    ['unreadable_box', 'interest', [unreadable]],
    ['cost_basis', 'capital_gains', [sale]],
  ])('leaves it at 0, with a flag: %s', (condition, key, documents) => {
    const closed = close(documents, key, condition, null)
    expect(closed).toMatchObject({ qualifying: '0.00', unused: 0 })
    expect(closed.codes).toContain(`${condition}+`)
    expect(closed.flags).toContain('not_computable')
    expect(close(documents, key, 'tax_debt', null).flags).not.toContain('not_computable')
  })

  it('leaves only the flag of an override if the underwriter also sets the amount', () => {
    const by = { by: 'J. Doe', on: '2025-10-01' }
    const facts = makeFacts(
      {},
      {
        conditionsMet: [{ condition: 'schedule_e', ...by }],
        overrides: [{ stream: 'rental', qualifyingMonthly: 400, reason: 'lease', ...by }],
      },
    )
    const { flags, computedMonthly, qualifyingMonthly } = findStream(underwrite([rents], 'fannie', facts), 'rental')
    expect([flags, computedMonthly, qualifyingMonthly]).toEqual([['overridden'], null, 40_000])
  })
})

describe('an override', () => {
  const setTo = (documents: readonly TestDocument[], stream: string) => {
    const override = { stream, qualifyingMonthly: 4000, by: 'J. Doe', on: '2025-10-01', reason: 'paystub' }
    const facts = makeFacts({}, { overrides: [override] })
    const parsedFacts = parseKnownFacts(facts).get('tp')!
    const taxpayer = resultOfDossier(makeDossier(documents))
    const [result] = underwriteTaxpayer(taxpayer, [PRESETS['fannie-2026-08']], parsedFacts, null) as [PolicyResult]
    const unused = listUnusedFacts(parsedFacts, [result])
    return [result.streams.map(row => `${row.stream} ${toDollars(row.qualifyingMonthly)}`), unused.length]
  }
  const franchises = [...makeW2s({ A: [30_000, 30_000] }), ...makeW2s({ B: [12_000, 12_000] })].map(
    ([year, form, entry]): TestDocument => [
      year,
      form,
      { ...entry, employer: { ...(entry['employer'] as Raw), name: 'BURGER BAR' } },
    ],
  )
  const pensions = ['P', 'Q'].flatMap(payer =>
    [2023, 2024].map(year =>
      makeDocument(year, 'form_1099_r', payer, { gross_distribution: 12_000, distribution_codes: [{ code: '7' }] }),
    ),
  )

  // 30,000 / 12 = 2,500, 12,000 / 12 = 1,000
  it('sets one stream: a name means the first stream of that name', () => {
    expect(setTo(franchises, 'wages:BURGER BAR')).toEqual([
      ['wages:BURGER BAR 4000.00', 'wages:BURGER BAR (2) 1000.00'],
      0,
    ])
    expect(setTo(franchises, 'wages:BURGER BAR (2)')).toEqual([
      ['wages:BURGER BAR 2500.00', 'wages:BURGER BAR (2) 4000.00'],
      0,
    ])
  })

  it('is not used if it names a category with several streams', () => {
    expect(setTo(pensions, 'retirement')).toEqual([['retirement:P COMPANY 1000.00', 'retirement:Q COMPANY 1000.00'], 1])
  })

  it('is part of the other income with which a small loss is compared', () => {
    // A declines, so nothing of it counts without the override. The loss of a 20 % owner is 6,000 / 12 = 500.
    const losses = [2023, 2024].map(year =>
      makeDocument(year, 'schedule_k1_1065', 'P', { ordinary_income_k1: -6000, partner_share_of_capital_end: 0.2 }),
    )
    const [rows] = setTo([...makeW2s({ A: [60_000, 50_000] }), ...losses], 'wages')
    expect(rows).toEqual(['wages 4000.00', 'partnership 0.00'])
  })
})
