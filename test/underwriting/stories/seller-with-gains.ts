import { asOf, b, dossier, incomeIndicators, irs, need, type Story } from './build.js'

const BROKER = { id: '00-1000081', name: 'CRESTLINE BROKERAGE' }

export const story: Story = {
  description: 'a seller of stock with gains of three years, and one sale without a basis',
  dossier: dossier([
    irs(2022, b(BROKER, 20000, 14000)), // 6,000
    irs(2023, b(BROKER, 30000, 23000), b(BROKER, 8000, 6000)), // 7,000 + 2,000
    irs(2024, b(BROKER, 40000, 28000), b(BROKER, 5000, 0)), // 12,000, and 5,000 of which nobody knows
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 9,000 then 12,000: up by 3,000 / 9,000. 21,000 / 24 = 875.00, less than 12,000 / 12 = 1,000.00.
      capital_gains 12000.00 9000.00 0.333333 increasing 24 875.00 flags=basis_unknown
      total         12000.00 9000.00        - -           0 875.00
    `,
  },
  indicators: [
    // 6,000, 9,000, 12,000: mean 9,000, deviation 2,449.49.
    ...incomeIndicators('1.000000', '0.272166', [2022, 2023, 2024], '0.000000'),
  ],
  needs: [need('cost_basis', { about: BROKER.name, tax_year: '2024', amount: '5000.00' })],
}
