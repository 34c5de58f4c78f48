import { asOf, div, dossier, incomeIndicators, int, irs, type Story } from './build.js'

const BANK = { id: '00-1000281', name: 'GRANITE SAVINGS BANK' }
const FUND = { id: '00-1000282', name: 'LODESTAR FUND' }

export const story: Story = {
  description: 'a saver: stable interest, lower dividends and tax-exempt interest',
  dossier: dossier([
    irs(2023, int(BANK, { interest_income: 1000, tax_exempt_interest: 1200 }), div(FUND, { ordinary_dividend: 3000 })),
    irs(2024, int(BANK, { interest_income: 980, tax_exempt_interest: 1260 }), div(FUND, { ordinary_dividend: 2000 })),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 3,000 then 2,000: the latest year, 166.67, which is also less than 5,000 / 24 = 208.33.
      dividends           2000.00 3000.00 -0.333333 decreasing 12 166.67 flags=declining
      # 1,000 then 980: within the band.
      interest             980.00 1000.00 -0.020000 stable     24  82.50
      # 1,200 then 1,260: the edge of the band; 2,460 / 24 = 102.50, less than 1,260 / 12 = 105.00. All of it is nontaxable.
      # 25 % is 25.625
      tax_exempt_interest 1260.00 1200.00  0.050000 stable     24 102.50 gross_up=25.63 qualifying_monthly=128.13
      # 166.67 + 82.50 + 102.50 = 351.67.
      total               4240.00 5200.00         - -           0 351.67 gross_up=25.63 qualifying_monthly=377.30
    `,
    'fha-4000.1': asOf(2024)`
      dividends           2000.00 3000.00 -0.333333 decreasing 12 166.67 flags=declining
      # The smaller of 1,980 / 24 = 82.50 and 980 / 12 = 81.67, within the band too.
      interest             980.00 1000.00 -0.020000 stable     12  81.67
      # 15 % is 15.375
      tax_exempt_interest 1260.00 1200.00  0.050000 stable     24 102.50 gross_up=15.38 qualifying_monthly=117.88
      # 166.67 + 81.67 + 102.50 = 350.84.
      total               4240.00 5200.00         - -           0 350.84 gross_up=15.38 qualifying_monthly=366.22
    `,
    conservative: asOf(2024)`
      dividends           2000.00 3000.00 -0.333333 decreasing 12 166.67 flags=declining
      interest             980.00 1000.00 -0.020000 stable     12  81.67
      tax_exempt_interest 1260.00 1200.00  0.050000 stable     24 102.50
      total               4240.00 5200.00         - -           0 350.84
    `,
  },
  indicators: [
    // The bank's 980 + 1,260 of 4,240; 5,200 and 4,240: mean 4,720, deviation 480.
    ...incomeIndicators('0.528302', '0.101695', [2023, 2024], '0.000000'),
  ],
}
