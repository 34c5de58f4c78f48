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
const BIRCH = { id: '00-1000162', name: 'BIRCH SERVICING' }

export const story: Story = {
  description: 'a mortgage acquired in July without a statement for the first half of the year',
  dossier: dossier([
    irs(2023, w2(DEPOT, 61000, 6100)),
    irs(
      2024,
      w2(DEPOT, 62000, 6200),
      f1098(BIRCH, {
        address_of_property_securing_mortgage: '7 PINE ST',
        mortgage_origination_date: '05-10-2019',
        outstanding_mortgage_principal: 238400,
        mortgage_interest_received: 4780,
        mortgage_insurance_premiums: 420,
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
    ...loanIndicators('1', '238400.00', '398.33'), // 4,780 / 12
  ],
  // There is no second statement to combine with this one.
  mortgages: [
    loanRow({
      lenders: 'BIRCH SERVICING',
      origination_date: '2019-05-10',
      principal: '238400.00',
      interest: '4780.00',
      insurance_premiums: '420.00',
    }),
  ],
}
