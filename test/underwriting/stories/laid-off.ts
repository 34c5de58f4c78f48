import { asOf, dossier, g, incomeIndicators, indicator, irs, need, type Story, w2 } from './build.js'

const STORE = { id: '00-1000331', name: 'LINDEN STORES' }
const AGENCY = { id: '00-1000182', name: 'STATE EMPLOYMENT DEPARTMENT' }

export const story: Story = {
  description: 'a clerk of a store that closed: no wages since, and unemployment compensation without a season',
  dossier: dossier([
    irs(2022, w2(STORE, 38000, 3800)),
    irs(2023, w2(STORE, 40000, 4000)),
    irs(2024, g(AGENCY, { unemployment_compensation: 12000, tax_withheld: 1200 })),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      unemployment 12000.00        - - new          0 0.00 flags=continuance_unknown
      wages               - 40000.00 - discontinued 0 0.00 flags=employer_ended
      total        12000.00 40000.00 - -            0 0.00
    `,
    // Neither year has both wages and unemployment compensation.
    'fha-4000.1, va': asOf(2024)`
      unemployment 12000.00        - - new          0 0.00 flags=not_seasonal_pattern
      wages               - 40000.00 - discontinued 0 0.00 flags=employer_ended
      total        12000.00 40000.00 - -            0 0.00
    `,
  },
  indicators: [
    // W-2s of 2022 and 2023 only: no gap between them, no employer in 2024.
    indicator('employment_gap_years', { count: '0' }),
    indicator('employer_tenure_years', { count: '2' }),
    indicator('unemployment_years', { count: '1', years: '2024' }),
    // 38,000, 40,000, 12,000: mean 30,000, deviation 12,754.08; 1,200 / 12,000.
    ...incomeIndicators('1.000000', '0.425136', [2022, 2023, 2024], '0.100000'),
  ],
  needs: { 'fannie-2026-03': [need('award_letter', { about: AGENCY.name, tax_year: '2024', amount: '12000.00' })] },
}
