import { asOf, div, dossier, history, income, int, irs, type Story, same, total, whole } from './build.js'

const BANK = { id: '00-1000281', name: 'GRANITE SAVINGS BANK' }
const FUND = { id: '00-1000282', name: 'LODESTAR FUND' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

const AMOUNTS = { latest_amount: '4240.00', prior_amount: '5200.00' }
/** 3,000 then 2,000: the latest year, 166.67, which is also less than 5,000 / 24 = 208.33. */
const DIVIDENDS = income('dividends', {
  latest_amount: '2000.00',
  prior_amount: '3000.00',
  change: '-0.333333',
  trend: 'decreasing',
  months: '12',
  monthly_amount: '166.67',
  flags: 'declining',
})
/** 1,000 then 980: within the band. */
const INTEREST = { latest_amount: '980.00', prior_amount: '1000.00', change: '-0.020000', trend: 'stable' }
/** The smaller of 1,980 / 24 = 82.50 and 980 / 12 = 81.67, within the band too. */
const LESSER = income('interest', { ...INTEREST, months: '12', monthly_amount: '81.67' })
/** 1,200 then 1,260: the edge of the band; 2,460 / 24 = 102.50, less than 1,260 / 12 = 105.00. All of it is nontaxable. */
const EXEMPT = {
  latest_amount: '1260.00',
  prior_amount: '1200.00',
  change: '0.050000',
  trend: 'stable',
  months: '24',
  monthly_amount: '102.50',
}

export const story: Story = {
  told: 'a saver: interest within the band, dividends that fell, interest that is not taxed',
  dossier: dossier([
    irs(
      2023,
      int(BANK, { interest_income: 1000, tax_exempt_interest: 1200 }),
      div(FUND, { ordinary_dividend: 3000 }),
    ),
    irs(
      2024,
      int(BANK, { interest_income: 980, tax_exempt_interest: 1260 }),
      div(FUND, { ordinary_dividend: 2000 }),
    ),
  ]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      DIVIDENDS,
      income('interest', { ...INTEREST, months: '24', monthly_amount: '82.50' }),
      income('tax_exempt_interest', { ...EXEMPT, gross_up: '25.63', qualifying_monthly: '128.13' }), // 25 % is 25.625
      // 166.67 + 82.50 + 102.50 = 351.67.
      total({ ...AMOUNTS, monthly_amount: '351.67', gross_up: '25.63', qualifying_monthly: '377.30' }),
    ],
    'fha-4000.1': [
      DIVIDENDS,
      LESSER,
      income('tax_exempt_interest', { ...EXEMPT, gross_up: '15.38', qualifying_monthly: '117.88' }), // 15 % is 15.375
      // 166.67 + 81.67 + 102.50 = 350.84.
      total({ ...AMOUNTS, monthly_amount: '350.84', gross_up: '15.38', qualifying_monthly: '366.22' }),
    ],
    conservative: [
      DIVIDENDS,
      LESSER,
      income('tax_exempt_interest', EXEMPT),
      total({ ...AMOUNTS, monthly_amount: '350.84' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    // The bank's 980 + 1,260 of 4,240; 5,200 and 4,240: mean 4,720, deviation 480.
    ...whole('0.528302', '0.101695', [2023, 2024], '0.000000'),
  ]),
}
