import {
  asOf,
  basisDifference,
  dossier,
  employers,
  history,
  income,
  irs,
  k1Corporation,
  need,
  type Story,
  same,
  software,
  total,
  w2,
  whole,
} from './build.js'

const OWN = { id: '00-1000071', name: 'BRACKEN DESIGN INC' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

/** 88,000 then 90,000: 0.022727, stable; 178,000 / 24 = 7,416.67, less than 90,000 / 12 = 7,500.00. */
const OFFICER = income('officer_compensation', {
  latest_amount: '90000.00',
  prior_amount: '88000.00',
  change: '0.022727',
  trend: 'stable',
  months: '24',
  monthly_amount: '7416.67',
})
/** 40,000 then 31,000: down by 9,000 / 40,000. Software alone has the K-1s, which no transcript carries. */
const SHARE = {
  latest_amount: '31000.00',
  prior_amount: '40000.00',
  change: '-0.225000',
  trend: 'decreasing',
  verified_latest: '0.00',
  verified_prior: '0.00',
  verified_monthly: '0.00',
}
const ALL = {
  latest_amount: '121000.00',
  prior_amount: '128000.00',
  verified_latest: '90000.00',
  verified_prior: '88000.00',
  verified_monthly: '7416.67',
}
/** The smaller of 71,000 / 24 = 2,958.33 and 31,000 / 12 = 2,583.33; with 7,416.67, 10,000.00. */
const LESSER = { ...SHARE, months: '12', monthly_amount: '2583.33' }

export const story: Story = {
  told: 'the owner of six tenths of an S corporation that also pays wages',
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
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      OFFICER,
      income('s_corporation', {
        ...SHARE,
        months: '0',
        monthly_amount: '0.00',
        supportable_if_stabilized: '2583.33', // 31,000 / 12
        flags: 'access_to_income_not_shown;business_return_required;declining_not_stabilized',
      }),
      total({ ...ALL, monthly_amount: '7416.67', supportable_if_stabilized: '2583.33' }),
    ],
    'fha-4000.1': [
      OFFICER,
      // 22.5 % is more than 20 %, of a business owned by more than a quarter.
      income('s_corporation', {
        ...LESSER,
        flags: 'access_to_income_not_shown;business_return_required;declining;manual_underwrite',
      }),
      total({ ...ALL, monthly_amount: '10000.00' }),
    ],
    conservative: [
      OFFICER,
      income('s_corporation', {
        ...LESSER,
        flags: 'access_to_income_not_shown;business_return_required;declining',
      }),
      total({ ...ALL, monthly_amount: '10000.00' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2022, 2023, 2024),
    ...employers(0, 1, 3),
    // One payer. 84,000, 128,000, 121,000: mean 111,000, deviation 19,304.58. 13,500 / 121,000.
    ...whole('1.000000', '0.173915', [2022, 2023, 2024], '0.111570'),
    basisDifference('0.00'),
  ]),
  needs: same(
    POLICIES,
    ['business_return_1120s', 'k1_distributions'].flatMap(code => [
      need(code, { about: OWN.name, tax_year: '2023', amount: '40000.00' }),
      need(code, { about: OWN.name, tax_year: '2024', amount: '31000.00' }),
    ]),
  ),
}
