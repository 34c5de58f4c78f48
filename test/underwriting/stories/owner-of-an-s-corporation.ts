import {
  asOf,
  dossier,
  employers,
  incomeIndicators,
  irs,
  k1Corporation,
  needs,
  type Story,
  software,
  w2,
} from './build.js'

const OWN = { id: '00-1000071', name: 'BRACKEN DESIGN INC' }

export const story: Story = {
  description: 'the owner of 60% of an S corporation that also pays wages',
  dossier: dossier([
    irs(2022, w2(OWN, 84000, 12600)),
    irs(2023, w2(OWN, 88000, 13200)),
    irs(2024, w2(OWN, 90000, 13500)),
    software(2023, k1Corporation(OWN, { ordinary_income_k1: 40000, shareholder_percentage_of_stock: '60%' })),
    software(
      2024,
      w2(OWN, 90000, 13500),
      k1Corporation(OWN, { ordinary_income_k1: 31000, shareholder_percentage_of_stock: '60%' }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 88,000 then 90,000: 0.022727, stable; 178,000 / 24 = 7,416.67, less than 90,000 / 12 = 7,500.00.
      officer_compensation  90000.00  88000.00  0.022727 stable     24 7416.67
      # 31,000 / 12
      # 40,000 then 31,000: down by 9,000 / 40,000. Software alone has the K-1s, which no transcript carries.
      s_corporation         31000.00  40000.00 -0.225000 decreasing  0    0.00 supportable_if_stabilized=2583.33 flags=access_to_income_not_shown;business_return_required;declining_not_stabilized verified_latest=0.00 verified_prior=0.00
      total                121000.00 128000.00         - -           0 7416.67 supportable_if_stabilized=2583.33 verified_latest=90000.00 verified_prior=88000.00
    `,
    'fha-4000.1': asOf(2024)`
      officer_compensation  90000.00  88000.00  0.022727 stable     24  7416.67
      # 22.5 % is more than 20 %, of a business owned by more than a quarter.
      # The smaller of 71,000 / 24 = 2,958.33 and 31,000 / 12 = 2,583.33; with 7,416.67, 10,000.00.
      s_corporation         31000.00  40000.00 -0.225000 decreasing 12  2583.33 flags=access_to_income_not_shown;business_return_required;declining;manual_underwrite verified_latest=0.00 verified_prior=0.00 verified_monthly=0.00
      total                121000.00 128000.00         - -           0 10000.00 verified_latest=90000.00 verified_prior=88000.00 verified_monthly=7416.67
    `,
    conservative: asOf(2024)`
      officer_compensation  90000.00  88000.00  0.022727 stable     24  7416.67
      s_corporation         31000.00  40000.00 -0.225000 decreasing 12  2583.33 flags=access_to_income_not_shown;business_return_required;declining verified_latest=0.00 verified_prior=0.00 verified_monthly=0.00
      total                121000.00 128000.00         - -           0 10000.00 verified_latest=90000.00 verified_prior=88000.00 verified_monthly=7416.67
    `,
  },
  indicators: [
    ...employers(0, 1, 3),
    // One payer. 84,000, 128,000, 121,000: mean 111,000, deviation 19,304.58. 13,500 / 121,000.
    ...incomeIndicators('1.000000', '0.173915', [2022, 2023, 2024], '0.111570'),
  ],
  needs: ['business_return_1120s', 'k1_distributions'].flatMap(code =>
    needs(code, OWN, { 2023: '40000.00', 2024: '31000.00' }),
  ),
}
