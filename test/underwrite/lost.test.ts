import { describe, expect, test } from 'vitest'
import { underwrite } from '../../src/underwrite/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed, printFigure } from './example.js'

/** A record of tax software, which shows its year complete, of one form object with these arrays. */
const recordOf = (year: string, forms: Raw): Raw => ({
  id: `r${year}`,
  provider_id: 'turbotax',
  tax_year: year,
  forms: [{ year, ssn: 'XXX-XX-4471', ...forms }],
})

/** The figures of records by their year: form arrays as they came, or a record. */
function figuresOf(
  records: Readonly<Record<string, Raw>>,
  figures: readonly string[],
  { taxpayer = {}, asOfYear, policy }: { taxpayer?: Raw; asOfYear?: number; policy?: object } = {},
): Record<string, string> {
  const raw = {
    taxpayer: { id: 't', ...taxpayer },
    records: Object.entries(records).map(([year, held]) =>
      'provider_id' in held ? held : recordOf(year, held),
    ),
  }
  const under = underwrite(
    resultOfDossier(raw),
    { ...policyNamed('fannie-2026-03'), ...policy },
    undefined,
    asOfYear === undefined ? {} : { asOfYear },
  )
  return Object.fromEntries(figures.map(figure => [figure, printFigure(under, figure)]))
}

const payer = { fin: '11-1111111', name: 'PAYER' }
const ira = (more: Raw = {}): Raw => ({
  payer,
  gross_distribution: 12000,
  taxable_amount: 12000,
  sep_indicator: true,
  ...more,
})
const benefits = (payments: unknown): Raw => ({
  form_ssa_1099: [{ payer, pensions_and_annuities: 30000, payments }],
})

describe('what takes from an income and could not be read leaves its row incomplete', () => {
  const rolled = (form_5498: unknown, form_1099_r: unknown = [ira()]): Raw => ({ form_1099_r, form_5498 })
  test.each<[name: string, held: Raw, flags: string, amount: string]>([
    ['a rollover', rolled([{ rollover_contributions: '12 000.00' }]), 'incomplete', '12000.00'],
    ['a conversion', rolled([{ roth_conversion_amount: 'some' }]), 'incomplete', '12000.00'],
    ['a Form 5498', rolled(['x']), 'incomplete', '12000.00'],
    ['an array of them', rolled({ rollover_contributions: 12000 }), 'incomplete', '12000.00'],
    [
      'whether a Form 5498 is an amendment',
      rolled([{ submission_type: {}, rollover_contributions: 2000 }]),
      'incomplete;rolled_or_converted',
      '10000.00',
    ],
    [
      'the direct rollover that explains a part of one',
      rolled(
        [{ rollover_contributions: 2000 }],
        [ira(), { payer, gross_distribution: 'some', distribution_codes: [{ code: 'G' }] }],
      ),
      'incomplete;rolled_or_converted',
      '10000.00',
    ],
    ['a balance takes nothing', rolled([{ fair_market_value_of_account: 'some' }]), '', '12000.00'],
    ['a pension is not rolled over', rolled(['x'], [ira({ sep_indicator: false })]), '', '12000.00'],
  ])('retirement: %s', (_, held, flags, amount) => {
    expect(
      figuresOf({ 2023: held }, ['retirement.latest_amount', 'retirement.flags', 'total.flags']),
    ).toEqual({
      'retirement.latest_amount': amount,
      'retirement.flags': flags,
      'total.flags': flags === '' ? '' : 'incomplete',
    })
  })

  test('of the year before too, and of no other', () => {
    const lost = rolled(['x'])
    const flags = ['retirement.flags']
    expect(figuresOf({ 2022: lost, 2023: rolled([]) }, flags)).toEqual({ 'retirement.flags': 'incomplete' })
    expect(figuresOf({ 2021: lost, 2023: rolled([]) }, flags)).toEqual({ 'retirement.flags': '' })
  })

  test.each<[name: string, payments: unknown, flags: string, amount: string]>([
    ['the amount', [{ year: '2021', payment: '6 000.00' }], 'incomplete', '30000.00'],
    ['the list', { year: '2021', payment: 6000 }, 'incomplete', '30000.00'],
    ['an item', ['x', { year: '2021', payment: 6000 }], 'incomplete;lump_sum_excluded', '24000.00'],
    ['the year', [{ year: '20x1', payment: 6000 }], 'incomplete;lump_sum_excluded', '24000.00'],
    ['nothing', [{ year: '2021', payment: 6000 }], 'lump_sum_excluded', '24000.00'],
    ['no list', null, '', '30000.00'],
  ])('benefits of earlier years: %s', (_, payments, flags, amount) => {
    const figures = ['social_security.latest_amount', 'social_security.flags']
    expect(figuresOf({ 2023: benefits(payments) }, figures)).toEqual({
      'social_security.latest_amount': amount,
      'social_security.flags': flags,
    })
  })
})
