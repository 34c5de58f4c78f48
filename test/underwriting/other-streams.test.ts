import { describe, expect, test } from 'vitest'
import type { UnderwritingComparisonOptions } from '../../src/underwriting/facts/options.js'
import type { ConditionCode } from '../../src/underwriting/policies/policy.js'
import type { Raw } from '../support/run.js'
import { toDollars, underwriteRaw } from './streams.js'

// A rule about one stream can depend on another stream: whether unemployment is seasonal, whether a borrower retired, and
// whether other income is larger than a loss. Each rule is tested on dossiers in which a document of the other stream is
// only in software, although the transcript of its year is complete. Such a document does not count today.

const SELF = 'XXX-XX-1234'
const MILLS = { employer: { ein: '00-1234511', name: 'ALFA MILLS' }, employee: { ssn: SELF } }
const w2 = (wages: number): Raw => ({ form_w2: [{ ...MILLS, wages_tips_other_compensation: wages }] })
const unemployment = { form_1099_g: [{ payer: { name: 'STATE AGENCY' }, unemployment_compensation: 7200 }] }
const pension = {
  form_1099_r: [
    {
      payer: { fin: '00-1235362', name: 'PENSION FUND' },
      recipient: { id: SELF },
      gross_distribution: 12_000,
      taxable_amount: 12_000,
      distribution_codes: [{ code: '7' }],
    },
  ],
}
const loss = {
  schedule_k1_1065: [
    {
      partnership: { ein: '00-1234807', name: 'PART ONE' },
      partner: { id: SELF },
      ordinary_income_k1: -6000,
      partner_share_of_capital_end: 0.1,
    },
  ],
}

/** Makes a record that was pulled two years after the tax year, when its transcript is complete. */
const makePull = (provider: 'irs' | 'turbotax', year: number, forms: Raw): Raw => ({
  id: `${provider}-${year}`,
  provider_id: provider,
  tax_year: String(year),
  date: `${year + 1}-09-15T12:00:00Z`,
  forms: [{ type: 'WAID', year: String(year), ssn: SELF, ...forms }],
})
const irs = (year: number, forms: Raw): Raw => makePull('irs', year, forms)
const software = (year: number, forms: Raw): Raw => makePull('turbotax', year, forms)

/** Returns the amounts and the open conditions of a stream. */
function readStream(records: readonly Raw[], category: string, options: UnderwritingComparisonOptions = {}) {
  const [result] = underwriteRaw({ taxpayer: { id: 't' }, records }, options)
  const stream = result?.streams.find(item => item.category === category)
  return {
    qualifying: toDollars(stream?.qualifyingMonthly ?? null),
    verified: toDollars(stream?.verifiedMonthly ?? null),
    open: stream?.conditions.filter(({ isMet }) => !isMet).map(({ raised }) => raised.code) ?? [],
  }
}

const conditionMet = (condition: ConditionCode): UnderwritingComparisonOptions => ({
  knownFacts: [{ taxpayerId: 't', conditionsMet: [{ condition, by: 'J. Doe', on: '2025-10-01' }] }],
})

describe('unemployment is seasonal only if one employer paid in both years', () => {
  const records = [irs(2023, { ...w2(24_000), ...unemployment }), irs(2024, unemployment), software(2024, w2(24_000))]

  test('by documents that count today', () => {
    // The W-2 of 2024 is not on the transcript, so today nothing shows that the employer goes on.
    expect(readStream(records, 'unemployment')).toMatchObject({ qualifying: '0.00', open: ['seasonal_employment'] })
  })

  test('by documents of the IRS, for what is verified', () => {
    // (7,200 + 7,200) / 24 = 600.
    expect(readStream(records, 'unemployment', conditionMet('not_on_transcript'))).toMatchObject({
      qualifying: '600.00',
      verified: '0.00',
    })
  })
})

test('a borrower may have retired if an earlier pension is not on the transcript', () => {
  // Wages fell by a quarter, and the documents that count today show no pension before 2024.
  const records = [irs(2023, w2(60_000)), software(2023, pension), irs(2024, { ...w2(45_000), ...pension })]
  const { qualifying, open } = readStream(records, 'wages', { policy: 'fha' })
  expect(qualifying).toBe('0.00')
  expect(open).toContain('employment_verification')
})

describe('a borrower may have retired if a pension or benefit of two years before is not on the transcript', () => {
  const benefit = {
    form_ssa_1099: [{ beneficiary: { tin: SELF }, pensions_and_annuities: 12_000, net_benefits: 12_000 }],
  }
  for (const [name, income] of Object.entries({ pension, benefit })) {
    // Wages fell by a quarter. FHA counts the smaller of 105,000 / 24 = 4,375.00 and 45,000 / 12 = 3,750.00.
    const records = [irs(2022, w2(60_000)), irs(2023, w2(60_000)), irs(2024, { ...w2(45_000), ...income })]
    const readWages = (earlier: readonly Raw[], options: UnderwritingComparisonOptions = {}) =>
      readStream([...records, ...earlier], 'wages', { policy: 'fha', ...options })

    test(`${name}: an earlier one on the transcript shows that it does not begin now`, () => {
      const onTranscript = [irs(2022, { ...w2(60_000), ...income }), ...records.slice(1)]
      const { qualifying, open } = readStream(onTranscript, 'wages', { policy: 'fha' })
      expect([qualifying, open.includes('employment_verification')]).toEqual(['3750.00', false])
    })

    test(`${name}: one that does not count today shows as little as none`, () => {
      for (const earlier of [[], [software(2022, income)]]) {
        const { qualifying, open } = readWages(earlier)
        expect([qualifying, open.includes('employment_verification')]).toEqual(['0.00', true])
      }
    })

    test(`${name}: once its condition is met, it counts again`, () => {
      const { qualifying, open } = readWages([software(2022, income)], conditionMet('not_on_transcript'))
      expect([qualifying, open.includes('employment_verification')]).toEqual(['3750.00', false])
    })
  }
})

test('other income that only software has does not offset a verified loss', () => {
  const records = [2023, 2024].flatMap(year => [irs(year, loss), software(year, w2(60_000))])
  // Wages of 5,000.00 are larger than the loss of 6,000 / 12 = 500.00, but no IRS source has them.
  expect(readStream(records, 'partnership', { policy: 'fannie', ...conditionMet('not_on_transcript') })).toMatchObject({
    qualifying: '0.00',
    verified: '-500.00',
  })
})

test('a known fact does not close the condition `not_recurring`', () => {
  const winnings = { form_w2g: [{ payer: { name: 'CASINO' }, winner: { tin: SELF }, gross_winnings: 6000 }] }
  expect(readStream([irs(2024, winnings)], 'gambling', conditionMet('not_recurring'))).toMatchObject({
    qualifying: '0.00',
    open: ['not_recurring'],
  })
})

test('a Form 5498 that is not on the transcript is a condition of the IRA', () => {
  const ira = { form_1099_r: [{ ...pension.form_1099_r[0], ira_sep_simple_indicator: true, sep_indicator: true }] }
  const balance = {
    form_5498: [
      { trustee: { name: 'PENSION FUND' }, participant: { id: SELF }, fair_market_value_of_account: 300_000 },
    ],
  }
  const { open } = readStream([irs(2023, ira), irs(2024, ira), software(2024, balance)], 'retirement')
  expect(open).toContain('not_on_transcript')
})
