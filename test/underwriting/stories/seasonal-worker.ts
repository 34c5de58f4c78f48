import { asOf, basisDifference, dossier, g, incomeIndicators, indicator, irs, needs, type Story, w2 } from './build.js'

const CANNERY = { id: '00-1000181', name: 'SALMON CANNERY' }
const AGENCY = { id: '00-1000182', name: 'STATE EMPLOYMENT DEPARTMENT' }
const season = (
  wages: number,
  benefits: number,
  [withheldFromWages = 0, withheldFromBenefits = 0]: readonly number[] = [],
) => [
  w2(CANNERY, wages, withheldFromWages),
  g(AGENCY, { unemployment_compensation: benefits, tax_withheld: withheldFromBenefits }),
]

export const story: Story = {
  description: 'a cannery worker with unemployment compensation every winter',
  dossier: dossier([
    irs(2022, ...season(26000, 6000)),
    irs(2023, ...season(28000, 6300)),
    irs(2024, ...season(29500, 5400, [2360, 540])),
  ]),
  qualifying: {
    // Fannie Mae counts it only if it is stated to continue.
    'fannie-2026-03': asOf(2024)`
      # 6,300 then 5,400: down by 900 / 6,300.
      unemployment  5400.00  6300.00 -0.142857 decreasing  0    0.00 flags=continuance_unknown
      # 1,500 / 28,000 = 0.053571; 57,500 / 24 = 2,395.83, less than 29,500 / 12 = 2,458.33.
      wages        29500.00 28000.00  0.053571 increasing 24 2395.83
      total        34900.00 34300.00         - -           0 2395.83
    `,
    'fha-4000.1, va': asOf(2024)`
      # Both years have it and wages: 11,700 / 24 = 487.50. 2,395.83 + 487.50 = 2,883.33.
      unemployment  5400.00  6300.00 -0.142857 decreasing 24  487.50
      wages        29500.00 28000.00  0.053571 increasing 24 2395.83
      total        34900.00 34300.00         - -           0 2883.33
    `,
  },
  indicators: [
    // Every year has a W-2, so there is no gap year. Three years have a gap within the year.
    indicator('employment_gap_years', { count: '0' }),
    indicator('unemployment_years', { count: '3', years: '2022;2023;2024' }),
    indicator('employer_change', { count: '0' }),
    indicator('concurrent_employers', { count: '1' }),
    indicator('employer_tenure_years', { count: '3' }),
    // 29,500 / 34,900; 32,000, 34,300, 34,900: mean 33,733.33, deviation 1,249.89; (2,360 + 540) / 34,900.
    ...incomeIndicators('0.845272', '0.037052', [2022, 2023, 2024], '0.083095'),
    basisDifference('0.00'),
  ],
  needs: {
    // The row uses both years, so both are listed.
    'fannie-2026-03': needs('award_letter', AGENCY, { 2023: '6300.00', 2024: '5400.00' }),
  },
}
