import { asOf, dossier, g, incomeIndicators, irs, needs, type Story } from './build.js'

const AGENCY = { id: '00-1000351', name: 'FARM SERVICE AGENCY' }

export const story: Story = {
  description: 'a farmer without evidence that a subsidy will continue',
  dossier: dossier([
    irs(2023, g(AGENCY, { agricultural_subsidies: 8000 })),
    irs(2024, g(AGENCY, { agricultural_subsidies: 8400 })),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 400 / 8,000; 8,400 / 12 = 700.00.
      government_payments 8400.00 8000.00 0.050000 stable 0 0.00 supportable_if_stabilized=700.00 flags=continuance_unknown
      total               8400.00 8000.00        - -      0 0.00 supportable_if_stabilized=700.00
    `,
  },
  indicators: [
    ...incomeIndicators('1.000000', '0.024390', [2023, 2024], '0.000000'), // mean 8,200, deviation 200
  ],
  // The row uses both years, so both are listed.
  needs: needs('award_letter', AGENCY, { 2023: '8000.00', 2024: '8400.00' }),
}
