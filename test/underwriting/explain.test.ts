import { describe, expect, it } from 'vitest'
import { indicators as indicatorsTable, qualifyingIncome } from '../../src/tables/definitions/underwriting-tables.js'
import type { TableSpec, TaxpayerContext } from '../../src/tables/table.js'
import { FLAGS } from '../../src/underwriting/flag.js'
import { INDICATORS } from '../../src/underwriting/indicators/indicator.js'
import { termsOf } from '../../src/underwriting/policies/terms.js'
import { explainFigure } from '../../src/underwriting/traces/explain.js'
import { compareUnderPolicies } from '../../src/underwriting/underwrite.js'
import { formatTableRows, resultOfDossier } from '../support/run.js'
import { policyNamed, readExample, underwriteExample, underwriteText } from './example.js'

const EXAMPLE = readExample(`
  2022 form_w2 {"wages_tips_other_compensation": 90000}
  2023 form_w2 {"wages_tips_other_compensation": 100000}
  2023 form_w2 {"wages_tips_other_compensation": 500, "recipient": "XXX-XX-9999"}
  2023 form_ssa_1099 {"pensions_and_annuities": 24000}
`)

describe('explanations', () => {
  it('trace a figure to its source boxes', () => {
    expect(
      explainFigure(underwriteExample(EXAMPLE), 'wages'),
    ).toBe(`Policy fannie-2026-03 (Selling Guide, numbering of 03/04/2026; 2026-11); as of 2023. Basis: annual.

wages.qualifying_monthly = 7916.67   [monthly amount + gross-up]
  wages.monthly_amount = 7916.67   [average: (latest + prior) / 24]
    wages.latest_amount = 100000.00   [counted boxes of 2023, less what is left out]
      2023 r2023/form_w2/0/0 wages (box 1) 100000.00
      left out: 2023 r2023/form_w2/0/1 wages (box 1) 500.00 (other_recipient)
    wages.prior_amount = 90000.00   [counted boxes of 2022, less what is left out]
      2022 r2022/form_w2/0/0 wages (box 1) 90000.00
  wages.gross_up = 0.00   [no part of it is known to be nontaxable: 0]

other_recipient: ${FLAGS.other_recipient}

Sources: Fannie Mae Selling Guide B3-3 (2026-03-04, cited from a secondary source); 12 CFR 1002.6(b)(5) (cited from a secondary source); taxtally (2026-03)
`)
  })

  it('show the total and the indicators if no figure is named', () => {
    const text = explainFigure(underwriteExample(EXAMPLE))
    expect(text).toContain('total.qualifying_monthly = 9991.67')
    expect(text).toContain('  payer_concentration = 1.000000')
    expect(text).toContain('2023 r2023/form_ssa_1099/0/0 benefitsPaid (box 3) 24000.00')
  })

  it('describe the flags of every row, or only those of the named row', () => {
    const underwriting = underwriteExample(EXAMPLE)
    const listFlags = (category: string) =>
      underwriting.qualifyingIncome.find(row => row.category === category)?.flags ?? []
    expect([listFlags('wages'), listFlags('total')]).toEqual([['other_recipient'], []])
    const flagLine = `other_recipient: ${FLAGS.other_recipient}`
    expect(explainFigure(underwriting)).toContain(flagLine)
    expect(explainFigure(underwriting, 'wages')).toContain(flagLine)
    expect(explainFigure(underwriting, 'total')).not.toContain(flagLine)
    expect(explainFigure(underwriting, 'social_security')).not.toContain(flagLine)
  })

  it('are null if no figure has the name', () => {
    expect(explainFigure(underwriteExample(EXAMPLE), 'interest')).toBeNull()
  })

  it('trace a gross-up to the taxable boxes of its year and to known facts', () => {
    const underwriting = underwriteText(`
      2022 form_1099_r {"gross_distribution": 12000, "taxable_amount": 3000}
      2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 6000}
      2023 form_ssa_1099 {"pensions_and_annuities": 24000}
      2023 form_w2g {"gross_winnings": 1200}
      known: {"continuance": {"retirement": 40, "gambling": 40}, "nontaxable_share": {"social_security": 0.5}}
    `)
    const listInputs = (figure: string) =>
      underwriting.traces
        .find(trace => trace.figure === figure)
        ?.inputs.map(({ year, field, cents, stated: statedText }) => [year, field, statedText ?? cents])
    const [gross, taxable] = [
      [2023, 'grossDistribution', 1_200_000],
      [2023, 'taxableAmount', 600_000],
    ]
    const continuance = [null, 'continuance.retirement', '40 months']
    const share = [null, 'nontaxable_share.social_security', '0.5']
    const paid = [2023, 'benefitsPaid', 2_400_000]
    expect(listInputs('retirement.gross_up')).toEqual([gross, taxable, continuance])
    expect(listInputs('retirement.monthly_amount')).toEqual([gross, continuance])
    expect(listInputs('retirement.qualifying_monthly')).toEqual([gross, continuance, taxable])
    expect(listInputs('social_security.gross_up')).toEqual([paid, share])
    expect(listInputs('gambling.monthly_amount')).toEqual([[2023, 'grossWinnings', 120_000]])
    expect(explainFigure(underwriting, 'retirement.gross_up')).toContain(`
retirement.gross_up = 125.00   [0.25 of the nontaxable part: gross less taxable of the year / 12]
  retirement.latest_amount = 12000.00   [counted boxes of 2023, less what is left out]
    2023 r2023/form_1099_r/0/0 grossDistribution (box 1) 12000.00
  2023 r2023/form_1099_r/0/0 taxableAmount (box 2a) 6000.00
  known_facts: continuance.retirement 40 months
`)
  })

  it('show the named recipients only on figures that use their documents', () => {
    const underwriting = underwriteText(`
      2022 form_w2 {"wages_tips_other_compensation": 24000}
      2023 form_w2 {"wages_tips_other_compensation": 24000}
      2023 form_1099_int {"interest_income": 500, "recipient": "XXX-XX-9999"}
      taxpayer: {"analysis": {"total_liabilities": "12000.00", "liabilities_with_lien_filed": "0"}, "details": {"balance_summary": {"balance_due": 12000, "tax_years": [{"year": "2019", "amount": 7000}, {"year": "2020", "amount": 5000}]}}}
      known: {"recipients": ["9999"], "plan": {"state": "applied"}}
    `)
    const tracesWithRecipients = underwriting.traces.filter(({ inputs }) =>
      inputs.some(({ field }) => field === 'recipients'),
    )
    expect(tracesWithRecipients.map(({ figure }) => figure).filter(figure => figure.startsWith('wages'))).toEqual([])
    expect(tracesWithRecipients.map(({ figure }) => figure)).toContain('9999.interest.latest_amount')
    expect(tracesWithRecipients.map(({ figure }) => figure)).toContain('payer_concentration')
    expect(tracesWithRecipients.map(({ figure }) => figure)).not.toContain('employer_change')
    expect(explainFigure(underwriting, '9999.interest')).toContain('known_facts: recipients 1 named')
    expect(explainFigure(underwriting, 'tax_debt_state')).toContain(`
  taxpayer 2019: tax_years.amount 7000.00
  taxpayer 2020: tax_years.amount 5000.00
  known_facts: plan.state applied
`)
    for (const { figure, inputs, parts } of underwriting.traces) {
      if (figure.includes('.')) continue
      expect([figure, inputs.length + parts.length > 0]).toEqual([figure, true])
    }
  })

  it('trace a ratio to the total, and to the gross-up if the policy uses it for ratios only', () => {
    const runPolicy = (policy: string) =>
      underwriteText(`
        policy: ${policy}
        2023 form_ssa_1099 {"pensions_and_annuities": 24000}
        taxpayer: {"analysis": {"total_liabilities": "12000.00"}}
        known: {"monthly_obligations": 100}
      `)
    for (const [policy, parts] of [
      ['va', ['total.qualifying_monthly', 'total.gross_up']],
      ['fannie-2026-03', ['total.qualifying_monthly']],
    ] as const) {
      const { traces } = runPolicy(policy)
      for (const figure of ['liability_to_income', 'dti'])
        expect(traces.find(trace => trace.figure === figure)?.parts, `${policy} ${figure}`).toEqual(parts)
    }
  })

  it('cite the sections on debts or continuance for an indicator, or only the library', () => {
    const readCitations = (policy: string) => {
      const { traces } = underwriteText(`
        policy: ${policy}
        2022 form_w2 {"wages_tips_other_compensation": 60000}
        2023 form_w2 {"wages_tips_other_compensation": 60000, "medicare_wages_tips": 61000}
        2023 form_1099_g {"unemployment_compensation": 100}
        2023 form_1099_r {"gross_distribution": 12000, "taxable_amount": 12000, "sep_indicator": true}
        2023 form_5498 {"fair_market_value_of_account": 36000}
        2023 form_1098 {"mortgage_interest_received": 6000, "outstanding_mortgage_principal": 200000}
        taxpayer: {"analysis": {"total_liabilities": "12000.00", "liabilities_with_lien_filed": "3000.00"}, "details": {"balance_summary": {"balance_due": 7201, "tax_years": [{"year": "2019", "amount": 7201}]}}}
        known: {"monthly_obligations": 1000}
      `)
      return new Map(traces.map(({ figure, citation }) => [figure, citation]))
    }
    const libraryCitation = 'taxtally (2026-03)'
    const debts = [
      ...['dti', 'liability_to_income', 'imputed_monthly_tax_payment', 'tax_debt_state', 'lien_filed'],
      ...['lien_share', 'oldest_balance_year', 'mortgages_reported', 'mortgage_principal'],
      'monthly_mortgage_interest',
    ]
    const continuance = ['retirement_continuance_months', 'continuance_met']
    const sections =
      'Fannie Mae Selling Guide B3-6-02 (cited from a secondary source); Fannie Mae Selling Guide B3-6-05 (cited from a secondary source)'
    for (const [policy, ofDebts, ofContinuance] of [
      ['fannie-2026-03', sections, 'Fannie Mae Selling Guide B3-3 (2026-03-04, cited from a secondary source)'],
      ['fannie-2024', sections, 'Fannie Mae Selling Guide B3-3.1-01 (2024-03-06, cited from a secondary source)'],
      [
        'fha-4000.1',
        'HUD Handbook 4000.1 II.A.4.c (cited from a secondary source)',
        'HUD Handbook 4000.1 II.A.4.c (2015-09-14)',
      ],
      ['va', '38 CFR 36.4340 (cited from a secondary source)', '38 CFR 36.4340 (cited from a secondary source)'],
    ] as const) {
      const cited = readCitations(policy)
      for (const indicator of Object.keys(INDICATORS)) {
        const expected = debts.includes(indicator)
          ? `${ofDebts}; ${libraryCitation}`
          : continuance.includes(indicator)
            ? `${ofContinuance}; ${libraryCitation}`
            : libraryCitation
        expect([policy, indicator, cited.get(indicator)]).toEqual([policy, indicator, expected])
      }
    }
  })

  it('apply a citation about indicators to every indicator', () => {
    const ours = { text: 'ours', source: 'OUR GUIDE', date: null, about: ['indicators'] as const }
    const { traces } = underwriteExample(EXAMPLE, { ...policyNamed('va'), name: 'ours', citations: [ours] })
    for (const { figure, citation } of traces) {
      expect([figure, citation]).toEqual([figure, figure.includes('.') ? '' : 'OUR GUIDE'])
    }
  })

  it('cite the general sources of the policy for a total without rows', () => {
    const { qualifyingIncome, traces } = underwriteExample(readExample('2023 form_1098 {"points": 1}'))
    expect(qualifyingIncome.map(({ category, citations }) => [category, citations])).toEqual([
      ['total', 'taxtally (2026-03)'],
    ])
    for (const { figure, citation } of traces) {
      if (figure.startsWith('total.')) expect([figure, citation]).toEqual([figure, 'taxtally (2026-03)'])
    }
  })

  it('cite the sources of all rows for the total, and of indicators for the full text', () => {
    const underwriting = underwriteExample(EXAMPLE)
    const [total] = underwriting.qualifyingIncome.filter(({ category }) => category === 'total')
    for (const { citations } of underwriting.qualifyingIncome) {
      for (const citation of citations.split('; ')) expect(total?.citations.split('; ')).toContain(citation)
    }
    expect(total?.citations).not.toBe('')
    const traces = underwriting.traces.filter(({ figure }) => figure.startsWith('total.'))
    expect(traces.length).toBeGreaterThan(3)
    expect(new Set(traces.map(({ citation }) => citation))).toEqual(new Set([total?.citations]))
    expect(explainFigure(underwriting, 'total')).toContain(`Sources: ${total?.citations}\n`)
    expect(explainFigure(underwriting)).toMatch(/\nSources: .*B3-3 /)
    expect(explainFigure(underwriting)).not.toContain('B3-6-02')
    const knownFacts = { taxpayerId: 'tp', monthlyObligations: 1 }
    expect(explainFigure(underwriteExample({ ...EXAMPLE, knownFacts }))).toMatch(/\nSources: .*B3-3 .*B3-6-02/)
  })

  it('describe every flag with a sentence of its own', () => {
    const sentences = Object.values(FLAGS)
    expect(sentences.every(sentence => sentence.endsWith('.') && sentence.length > 20)).toBe(true)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

describe('tables', () => {
  const result = resultOfDossier(EXAMPLE.raw)
  const policies = ['va', 'fannie-2026-03'].map(policyNamed)
  const withPolicies = <Row>(spec: TableSpec<Row>) =>
    ({
      ...spec,
      rows: (context: TaxpayerContext) => spec.rows({ ...context, terms: termsOf({ policy: policies }) }),
    }) as TableSpec
  const [qualifying, indicators] = [withPolicies(qualifyingIncome), withPolicies(indicatorsTable)]

  it('have the columns of the specification, in its order', () => {
    expect(qualifying?.columns.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`)).toEqual(
      'taxpayer_id text, policy text, as_of_year int?, category text, latest_amount money?, prior_amount money?, change ratio?, trend text?, months int, monthly_amount money, gross_up money, qualifying_monthly money, supportable_if_stabilized money?, flags text, citations text, borrower text, verified_latest money?, verified_prior money?, verified_monthly money?'.split(
        ', ',
      ),
    )
    expect(indicators?.columns.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`)).toEqual(
      'taxpayer_id text, policy text, indicator text, ratio ratio?, amount money?, count int?, label text?, years text?, note text?'.split(
        ', ',
      ),
    )
  })

  it('are sorted by policy and category, with the total last', () => {
    const rows = formatTableRows(result, qualifying!)
    expect(rows.map(row => [row['policy'], row['category'], row['qualifying_monthly'], row['gross_up']])).toEqual([
      ['fannie-2026-03', 'social_security', '2075.00', '75.00'],
      ['fannie-2026-03', 'wages', '7916.67', '0.00'],
      ['fannie-2026-03', 'total', '9991.67', '75.00'],
      ['va', 'social_security', '2000.00', '75.00'],
      ['va', 'wages', '7916.67', '0.00'],
      ['va', 'total', '9916.67', '75.00'],
    ])
    const names = formatTableRows(result, indicators!).flatMap(row =>
      row['policy'] === 'va' ? [row['indicator']] : [],
    )
    expect(names).toEqual(names.toSorted())
  })
})

describe('comparison of policies', () => {
  it('lists the figures that differ and the settings that cause it', () => {
    // 15% against 25% of 300: 45 and 75; under FHA the lesser of two is the average here too.
    const differences = compareUnderPolicies(
      resultOfDossier(EXAMPLE.raw),
      policyNamed('fannie-2026-03'),
      policyNamed('fha-4000.1'),
    )
    expect(differences.map(({ figure, a, b, settings }) => [figure, a?.value, b?.value, settings])).toEqual([
      ['social_security.gross_up', 7500, 4500, ['grossUp']],
      ['social_security.qualifying_monthly', 207500, 204500, ['grossUp']],
      ['total.gross_up', 7500, 4500, ['grossUp']],
      ['total.qualifying_monthly', 999167, 996167, ['grossUp']],
    ])
  })
})
