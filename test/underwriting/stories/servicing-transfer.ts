import {
  asOf,
  dossier,
  employers,
  f1098,
  incomeIndicators,
  irs,
  loanIndicators,
  loanRow,
  type Story,
  w2,
} from './build.js'

const DEPOT = { id: '00-1000160', name: 'RAIL DEPOT' }
const ALDER = { id: '00-1000161', name: 'ALDER BANK' }
const BIRCH = { id: '00-1000162', name: 'BIRCH SERVICING' }
const HOUSE = { address_of_property_securing_mortgage: '7 PINE ST', mortgage_origination_date: '05-10-2019' }

export const story: Story = {
  description:
    'a mortgage whose servicing was sold in July: one loan with the first principal and the interest of both lenders',
  dossier: dossier([
    irs(2023, w2(DEPOT, 61000, 6100)),
    irs(
      2024,
      w2(DEPOT, 62000, 6200),
      f1098(ALDER, { ...HOUSE, outstanding_mortgage_principal: 240000, mortgage_interest_received: 4800 }),
      f1098(BIRCH, {
        ...HOUSE,
        outstanding_mortgage_principal: 238400,
        mortgage_interest_received: 4780,
        mortgage_acquisition_date: '07-01-2024',
      }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 1,000 / 61,000 = 0.016393; 123,000 / 24 = 5,125.00, less than 62,000 / 12 = 5,166.67.
      wages 62000.00 61000.00 0.016393 stable 24 5125.00
      total 62000.00 61000.00        - -       0 5125.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.008130', [2023, 2024], '0.100000'), // 61,000 and 62,000: mean 61,500, deviation 500
    ...loanIndicators('1', '240000.00', '798.33'), // 9,580 / 12
  ],
  mortgages: [
    loanRow({
      lenders: 'ALDER BANK;BIRCH SERVICING',
      origination_date: '2019-05-10',
      principal: '240000.00', // 238,400 is within 5 % of it
      interest: '9580.00', // 4,800 + 4,780
      lender_count: '2',
      flags: 'servicing_transfer',
    }),
  ],
}
