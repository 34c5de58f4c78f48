import { describe, expect, it } from 'vitest'
import { underwrite } from '../../src/underwrite/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed, readExample, runExample, underwriteExample } from './example.js'

const w2 = (year: number, wages: number, more = {}) =>
  `${year} form_w2 ${JSON.stringify({ wages_tips_other_compensation: wages, ...more })}`
const k1 = (year: number, income: number, more = {}) =>
  `${year} schedule_k1_1065 ${JSON.stringify({ ordinary_income_k1: income, partner_share_of_capital_end: 0.1, ...more })}`
const OWN_CORP = { ein: '98-7654321', name: 'OWN CORP', address: '9 OAK STREET' }
const FIRST = { ein: '11-1111111', name: 'FIRST FIRM', address: '1 ELM ROAD' }
const LAST = { ein: '99-9999999', name: 'LAST FIRM', address: '9 ELM ROAD' }

/** Each case: what it shows, its lines, and the figures, worked by hand beside them. */
const CASES: readonly (readonly [name: string, ...lines: string[]])[] = [
  [
    'stated for fewer months, a loss stays: -2,400 / 24 = -100',
    k1(2022, -1200),
    k1(2023, -1200),
    'known: {"continuance": {"partnership": 35}}',
    '-> partnership.qualifying_monthly = -100.00',
    '-> partnership.months = 24',
    '-> partnership.flags = access_to_income_not_shown;continuance_short',
  ],
  [
    'a Roth IRA is one: 24,000 + 12,000 are 3,000 a month, and 60,000 + 12,000 last 24 months; of code Q nothing is taxable',
    '2023 form_1099_r {"gross_distribution": 24000, "distribution_codes": [{"code": "Q"}]}',
    '2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000, "sep_indicator": true, "distribution_codes": [{"code": "7"}]}',
    '2023 form_5498 {"fair_market_value_of_account": 60000, "roth_ira_code": true}',
    '2023 form_5498 {"fair_market_value_of_account": 12000, "ira_code": true}',
    '-> retirement_continuance_months = 24',
    '-> continuance_met = false',
    // 25% of 2,000 a month.
    '-> retirement.gross_up = 500.00',
  ],
  [
    'a Roth IRA rolled over to another within 60 days is no income',
    '2023 form_1099_r {"gross_distribution": 24000, "distribution_codes": [{"code": "T"}]}',
    '2023 form_5498 {"rollover_contributions": 24000, "roth_ira_code": true}',
    '-> retirement.qualifying_monthly = 0.00',
    '-> retirement.flags = rolled_or_converted;taxable_unknown',
  ],
  [
    'nothing is converted out of a Roth IRA: 1,200 / 12, and 25% of it, which is not taxable',
    '2023 form_1099_r {"gross_distribution": 1200, "distribution_codes": [{"code": "Q"}]}',
    '2023 form_5498 {"roth_conversion_amount": 800, "roth_ira_code": true}',
    '-> retirement.qualifying_monthly = 125.00',
    '-> retirement.flags =',
  ],
  [
    'a loss that box 7 does not allow is none',
    '2022 form_1099_b {"proceeds": 10000, "cost_basis": 40000, "loss_not_allowed_indicator": "Not checked"}',
    '2023 form_1099_b {"proceeds": 10000, "cost_basis": 40000, "loss_not_allowed_indicator": "Checked"}',
    '2023 form_1099_b {"proceeds": 10000, "cost_basis": 7600, "loss_not_allowed_indicator": "Checked"}',
    '-> capital_gains.prior_amount = -30000.00',
    '-> capital_gains.latest_amount = 2400.00',
  ],
  [
    'the K-1 of the latest year says the share: half of it in 2022, a tenth in 2023, is no owner',
    k1(2022, 12000, { partner_share_of_capital_end: 0.5 }),
    k1(2023, 12000, { partner_share_of_capital_end: 0.1 }),
    '-> partnership.flags = access_to_income_not_shown',
  ],
  [
    'a tenth and then half is one',
    k1(2022, 12000, { partner_share_of_capital_end: 0.1 }),
    k1(2023, 12000, { partner_share_of_capital_end: 0.5 }),
    '-> partnership.flags = access_to_income_not_shown;business_return_required',
  ],
  [
    'wages of a business of their own are wages beside unemployment: (2,400 + 7,200) / 24 = 400',
    w2(2022, 24000, { issuer: OWN_CORP }),
    w2(2023, 24000, { issuer: OWN_CORP }),
    `2023 schedule_k1_1120s {"ordinary_income_k1": 0, "shareholder_percentage_of_stock": "25%", "issuer": ${JSON.stringify(OWN_CORP)}}`,
    '2022 form_1099_g {"unemployment_compensation": 7200}',
    '2023 form_1099_g {"unemployment_compensation": 2400}',
    '-> wages.latest_amount = none',
    '-> officer_compensation.latest_amount = 24000.00',
    '-> unemployment.qualifying_monthly = 400.00',
    '-> unemployment.flags =',
  ],
  ...[
    [FIRST, LAST],
    [LAST, FIRST],
  ].map(
    ([steady, falling]) =>
      [
        `months are those of the entity that counts, ${steady?.name}: 24,000 / 24 of it, 0 of the one that fell`,
        k1(2022, 12000, { issuer: steady }),
        k1(2023, 12000, { issuer: steady }),
        k1(2022, 9000, { issuer: falling }),
        k1(2023, 6000, { issuer: falling }),
        '-> partnership.monthly_amount = 1000.00',
        '-> partnership.months = 24',
      ] as const,
  ),
  [
    'nothing is added to a loss: -2,400 / 24 = -100, and no 25% of it',
    '2022 form_1099_int {"tax_exempt_interest": -1200}',
    '2023 form_1099_int {"tax_exempt_interest": -1200}',
    '-> tax_exempt_interest.monthly_amount = -100.00',
    '-> tax_exempt_interest.gross_up = 0.00',
    '-> tax_exempt_interest.qualifying_monthly = -100.00',
  ],
  [
    'the most months that a column holds: 2,147,483,647.00 over 1.00 a month',
    '2023 form_1099_r {"gross_distribution": 12, "taxable_amount": 12, "sep_indicator": true, "distribution_codes": [{"code": "7"}]}',
    '2023 form_5498 {"fair_market_value_of_account": 2147483647}',
    '-> retirement_continuance_months = 2147483647',
    '-> retirement_continuance_months.note = null',
  ],
  [
    'a month more is null, and told',
    '2023 form_1099_r {"gross_distribution": 12, "taxable_amount": 12, "sep_indicator": true, "distribution_codes": [{"code": "7"}]}',
    '2023 form_5498 {"fair_market_value_of_account": 2147483648}',
    '-> retirement_continuance_months = null',
    '-> retirement_continuance_months.note = more than the column holds',
    '-> continuance_met = true',
  ],
]

describe('qualifying income at its edges, worked by hand', () => {
  it.each(CASES)('%s', (_, ...lines) => {
    const { actual, expected } = runExample(lines.join('\n'))
    expect(expected.length).toBeGreaterThan(0)
    expect(actual).toEqual(expected)
  })
})

/** An example's lines with a record beside those of its years. */
function withRecord(record: Raw, ...lines: string[]) {
  const example = readExample(lines.join('\n'))
  const records = [...(example.raw['records'] as Raw[]), record]
  return { ...example, raw: { ...example.raw, records } }
}

const software = (entry: Raw): Raw => ({
  id: 'software',
  tax_year: '2024',
  provider_id: 'turbotax',
  date: '2025-02-10T00:00:00Z',
  forms: [
    {
      year: '2024',
      ssn: 'XXX-XX-1234',
      form_w2: [{ employer: LAST, employee: { ssn: 'XXX-XX-1234' }, ...entry }],
    },
  ],
})

describe('a year that only a transcript of February and tax software hold', () => {
  const yearWith = (entry: Raw) => {
    const lines = [w2(2023, 24000), w2(2024, 24000), 'pulled: 2024 irs 2025-02-10']
    const { asOfYear, laterIncompleteYears } = underwriteExample(withRecord(software(entry), ...lines))
    return [asOfYear, laterIncompleteYears]
  }
  it('is complete with a document', () => {
    expect(yearWith({ wages_tips_other_compensation: 500 })).toEqual([2024, []])
  })
  it('is not with a void one, nor with a correction to nothing, which were never documents of it', () => {
    const wages_tips_other_compensation = 500
    expect(yearWith({ wages_tips_other_compensation, submission_type: 'Void' })).toEqual([2023, [2024]])
    expect(yearWith({ wages_tips_other_compensation: 0, submission_type: 'Corrected' })).toEqual([
      2023,
      [2024],
    ])
  })
})

describe('a total without any row', () => {
  const flagsWith = (taxYear: string) => {
    const rejected = { id: 'bad', tax_year: taxYear, provider_id: 'irs', forms: 'none' }
    const { raw } = withRecord(rejected, w2(2021, 24000))
    const under = underwrite(resultOfDossier(raw), policyNamed('fannie-2026-03'), {
      taxpayer_id: 't',
      as_of_year: 2023,
    })
    return under.qualifyingIncome.map(({ category, flags }) => `${category}: ${flags.join(';')}`)
  }
  it('is incomplete where a record of the year was rejected, and not where one of another was', () => {
    expect(flagsWith('2023')).toEqual(['total: incomplete;year_incomplete'])
    expect(flagsWith('2019')).toEqual(['total: year_incomplete'])
  })
})
