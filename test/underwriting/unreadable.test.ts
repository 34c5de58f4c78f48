import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { applicantSpecs, buildApplicant } from '../support/random-applicants.js'
import type { Raw } from '../support/run.js'
import { findStream, listCodes, makeDocument, makeDossier, makeW2, type TestDocument, underwrite } from './dossiers.js'
import { toDollars } from './streams.js'

const printStream = (result: PolicyResult, key: string): unknown[] => {
  const stream = findStream(result, key)
  return [
    ...[stream.latestAmount, stream.priorAmount, stream.trend, toDollars(stream.computedMonthly)],
    ...[toDollars(stream.qualifyingMonthly), toDollars(stream.supportableMonthly)],
    listCodes(stream).filter(code => code === 'unreadable_box' || code === 'rejected_record'),
  ]
}

describe.each(Object.values(PRESETS).map(({ name }) => name))('an unreadable W-2 under %s', name => {
  const policy = PRESETS[name as keyof typeof PRESETS]
  const unreadable = (year: number) =>
    makeW2(year, 'A', 0, { wages_tips_other_compensation: '5x', medicare_wages_tips: '5x' })

  it.each([
    ['of the latest year', unreadable(2024), makeW2(2023, 'A', 52000)],
    ['of the year before', unreadable(2023), makeW2(2024, 'A', 52000)],
  ])('%s keeps the job from counting', (_, first, second) => {
    const result = underwrite([first, second], policy, undefined, 2024)
    const [, , trend, computed, qualifying, supportable, codes] = printStream(result, 'wages')
    expect([trend, computed, qualifying, supportable]).toEqual(['unknown', null, '0.00', null])
    expect(codes).toEqual(['unreadable_box'])
  })
})

describe('rejected data may contain the income that a year seems to lack', () => {
  const makeRecord = (year: number, forms: unknown): Raw => ({
    ...{ id: 'rejected', provider_id: 'irs', tax_year: String(year), date: `${year + 1}-09-01T00:00:00Z`, forms },
  })
  it.each<[string, (year: number) => unknown]>([
    ['a record', () => 'none'],
    ['a form object', () => ['x']],
    ['an entry', year => [{ year: String(year), ssn: 'XXX-XX-1234', form_w2: ['x'] }]],
  ])('%s', (_, makeForms) => {
    for (const [year, rejectedYear] of [
      [2024, 2023],
      [2023, 2024],
    ] as const) {
      const raw = makeDossier([makeW2(year, 'A', 52000)], [makeRecord(rejectedYear, makeForms(rejectedYear))])
      const [, , trend, computed, qualifying, , codes] = printStream(
        underwrite(raw, 'fannie', undefined, 2024),
        'wages',
      )
      expect([rejectedYear, trend, computed, qualifying]).toEqual([rejectedYear, 'unknown', null, '0.00'])
      expect(codes).toEqual(['rejected_record'])
    }
  })

  it('of an older year changes nothing', () => {
    const documents = [makeW2(2023, 'A', 48000), makeW2(2024, 'A', 52000)]
    const result = underwrite(makeDossier(documents, [makeRecord(2020, 'none')]))
    expect(result.totals).toEqual(underwrite(documents).totals)
  })
})

describe('payments of Social Security for earlier years', () => {
  const printBenefits = (payments: unknown) => {
    const boxes = { pensions_and_annuities: 30_000, payments }
    return printStream(underwrite([makeDocument(2024, 'form_ssa_1099', 'A', boxes)]), 'social_security').slice(3)
  }

  it('are subtracted: (30,000 - 6,000) / 12 = 2,000, and 15 % of it x 0.25 = 75', () => {
    for (const year of ['2021', null])
      expect(printBenefits([{ year, payment: 6000 }])).toEqual(['2075.00', '2075.00', '2075.00', []])
  })

  it.each([
    ['an amount', [{ year: '2021', payment: '6x00' }]],
    ['a year', [{ year: '20x1', payment: 6000 }]],
    ['an entry', ['6x00']],
    ['the list', '6x00'],
  ])('keep the benefits from counting if %s is unreadable, because they are part of box 3', (_, payments) => {
    expect(printBenefits(payments)).toEqual([null, '0.00', null, ['unreadable_box']])
  })
})

describe.each(Object.values(PRESETS).map(({ name }) => name))('a sale without a cost basis under %s', name => {
  const policy = PRESETS[name as keyof typeof PRESETS]
  const makeSale = (year: number, boxes: Raw = {}) =>
    makeDocument(year, 'form_1099_b', 'A', { proceeds: 100_000, ...boxes })
  const printSales = (documents: readonly TestDocument[]) => {
    const result = underwrite(documents, policy)
    const stream = findStream(result, 'capital_gains')
    const { computedMonthly, supportableMonthly, qualifyingMonthly, flags } = stream
    const amounts = [computedMonthly, supportableMonthly, qualifyingMonthly].map(toDollars)
    return { year: result.asOf.year, amounts, flags, codes: listCodes(stream).filter(code => code === 'cost_basis') }
  }

  it('is a stream of an unknown amount if no other gain of the year is known', () => {
    const expected = { year: 2024, amounts: [null, null, '0.00'], flags: [] }
    expect(printSales([makeSale(2024)])).toEqual({ ...expected, codes: ['cost_basis'] })
    expect(printSales([makeSale(2023), makeSale(2024)])).toEqual({ ...expected, codes: ['cost_basis', 'cost_basis'] })
    expect(printSales([makeSale(2023, { cost_basis: 100 }), makeSale(2024)])).toEqual({
      ...expected,
      codes: ['cost_basis'],
    })
  })

  it('of the year before is a question too', () => {
    const w2 = makeW2(2024, 'B', 52_000)
    expect(printSales([makeSale(2023), w2])).toMatchObject({ amounts: ['0.00', '0.00', '0.00'], codes: ['cost_basis'] })
  })
})

describe('a known loss counts though another box is unreadable', () => {
  it('so that a missing box never raises income: -12,000 / 12', () => {
    const makeK1 = (issuer: string, income: unknown) =>
      makeDocument(2024, 'schedule_k1_1065', issuer, { ordinary_income_k1: income, partner_share_of_capital_end: 0.5 })
    const result = underwrite([makeK1('A', -12000), makeK1('B', 'x')], 'fha')
    expect(findStream(result, 'partnership:A COMPANY').qualifyingMonthly).toBe(-100_000)
    expect(toDollars(findStream(result, 'partnership:B COMPANY').qualifyingMonthly)).toBe('0.00')
  })
})

describe('unreadable data of random dossiers', () => {
  const EXPLANATIONS: ReadonlySet<string> = new Set([
    ...[
      'unreadable_box',
      'rejected_record',
      'unread_amount',
      'year_incomplete',
      'transcript_incomplete',
      'unread_form',
    ],
  ])

  it('never lowers or raises qualifying income without a condition that says so', () => {
    let changes = 0
    fc.assert(
      fc.property(applicantSpecs, fc.nat(30), fc.constantFrom('box', 'entry', 'array'), (spec, position, part) => {
        const raw = buildApplicant(spec)
        const changed = structuredClone(raw)
        const arrays = (changed['records'] as Raw[]).flatMap(record =>
          (record['forms'] as Raw[]).flatMap(form =>
            // Documents of older years decide which pay is an employer's or an officer's. No condition is about them.
            Object.keys(form).flatMap(key =>
              Array.isArray(form[key]) && Number(form['year']) >= 2023 ? [{ form, key }] : [],
            ),
          ),
        )
        fc.pre(arrays.length > 0)
        const { form, key } = arrays[position % arrays.length]!
        const entries = form[key] as unknown[]
        if (part === 'array') form[key] = 'x'
        else if (part === 'entry') entries[0] = 'x'
        else {
          const entry = entries[0] as Raw
          for (const box of Object.keys(entry)) if (typeof entry[box] === 'number') entry[box] = 'x'
        }
        const [before, after] = [raw, changed].map(dossier => underwrite(dossier, 'fannie', undefined, 2024))
        const total = after!.totals.at(-1)!
        if (total.qualifyingMonthly === before!.totals.at(-1)!.qualifyingMonthly) return
        changes++
        expect(after!.listConditions().some(({ condition }) => EXPLANATIONS.has(condition))).toBe(true)
      }),
      { numRuns: 400 },
    )
    expect(changes).toBeGreaterThan(20)
  })
})
