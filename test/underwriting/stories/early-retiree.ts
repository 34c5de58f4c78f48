import { asOf, dossier, f5498, incomeIndicators, indicator, irs, r, type Story } from './build.js'

const TRUSTEE = { id: '00-1000171', name: 'OAKLEAF TRUST' }
const PLAN = { id: '00-1000172', name: 'MILL WORKS SAVINGS PLAN' }
const IRA = { sep_indicator: 'IRA/SEP/SIMP box checked' }

export const story: Story = {
  description: 'an early retiree: equal payments from an IRA, one early withdrawal, and a rollover',
  dossier: dossier([
    irs(2023, r(TRUSTEE, 16500, 16500, ['2'], { ...IRA, 'Tax Withheld': 1650 })),
    irs(
      2024,
      r(TRUSTEE, 18000, 18000, ['2'], { ...IRA, 'Tax Withheld': 1800, account_number: '0001' }),
      r(TRUSTEE, 6000, 6000, ['1'], { ...IRA, 'Tax Withheld': 600, account_number: '0002' }),
      r(PLAN, 150000, 0, ['G']),
      f5498(TRUSTEE, { rollover_contributions: 150000, fair_market_value_of_account: 200000, ira_code: true }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # The early 6,000 is out; the rollover of 150,000 is no income, and explains all that Form 5498 received.
      # 1,500 / 16,500 = 0.090909; 18,000 / 12, all taxable.
      retirement 18000.00 16500.00 0.090909 increasing 12 1500.00 flags=early_or_one_time
      total      18000.00 16500.00        - -           0 1500.00
    `,
  },
  indicators: [
    // Stability excludes the early withdrawal: 16,500 and 18,000, mean 17,250, deviation 750. (1,800 + 600) / 24,000 = 0.1.
    ...incomeIndicators('1.000000', '0.043478', [2023, 2024], '0.100000'),
    indicator('retirement_continuance_months', { count: '133' }), // 200,000 / 1,500 = 133.3
    indicator('continuance_met', { label: 'true' }),
  ],
}
