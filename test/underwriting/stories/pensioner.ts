import { asOf, dossier, incomeIndicators, irs, r, type Story } from './build.js'

const FUND = { id: '00-1000321', name: 'COUNTY RETIREMENT FUND' }

export const story: Story = {
  description: 'a pensioner whose pension is half taxable',
  dossier: dossier([irs(2023, r(FUND, 12000, 6000, ['7'])), irs(2024, r(FUND, 12000, 6000, ['7']))]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 12,000 twice; 12,000 / 12, of which 6,000 / 12 = 500.00 is nontaxable.
      # 25 % of 500.00
      retirement 12000.00 12000.00 0.000000 stable 12 1000.00 gross_up=125.00 qualifying_monthly=1125.00
      total      12000.00 12000.00        - -       0 1000.00 gross_up=125.00 qualifying_monthly=1125.00
    `,
    'fha-4000.1': asOf(2024)`
      # 15 % of 500.00
      retirement 12000.00 12000.00 0.000000 stable 12 1000.00 gross_up=75.00 qualifying_monthly=1075.00
      total      12000.00 12000.00        - -       0 1000.00 gross_up=75.00 qualifying_monthly=1075.00
    `,
    conservative: asOf(2024)`
      retirement 12000.00 12000.00 0.000000 stable 12 1000.00
      total      12000.00 12000.00        - -       0 1000.00
    `,
  },
  indicators: [...incomeIndicators('1.000000', '0.000000', [2023, 2024], '0.000000')],
}
