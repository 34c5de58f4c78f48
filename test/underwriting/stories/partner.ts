import { asOf, dossier, incomeIndicators, irs, k1Partnership, needs, type Story } from './build.js'

const KETTLE = { id: '00-1000201', name: 'KETTLE PARTNERS' }
const DRAYTON = { id: '00-1000202', name: 'DRAYTON VENTURES' }
const ofKettle = (ordinary: number) =>
  k1Partnership(KETTLE, {
    ordinary_income_k1: ordinary,
    total_guaranteed_payments: 48000,
    partner_share_of_capital_end: 0.6,
  })
const ofDrayton = (ordinary: number) =>
  k1Partnership(DRAYTON, { ordinary_income_k1: ordinary, partner_share_of_capital_end: 0.1 })

export const story: Story = {
  description: 'a partner of two firms: guaranteed payments that cover losses, and a share that turned into a loss',
  dossier: dossier([
    irs(2023, ofKettle(-4000), ofDrayton(10000)), // 48,000 - 4,000 = 44,000
    irs(2024, ofKettle(-9000), ofDrayton(-5000)), // 48,000 - 9,000 = 39,000
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # Kettle fell by 5,000 / 44,000 = 11.4 %: 0, and 39,000 / 12 = 3,250.00 if stabilized. Drayton: the loss of the latest
      # year stays, -5,000 / 12 = -416.67. Supportable: 3,250.00 - 416.67 = 2,833.33. Of a loss nothing is confirmed.
      # Kettle 44,000 then 39,000, Drayton 10,000 then -5,000: 54,000 then 34,000, down by 20,000 / 54,000.
      partnership 34000.00 54000.00 -0.370370 decreasing 12 -416.67 supportable_if_stabilized=2833.33 flags=access_to_income_not_shown;business_return_required;declining_not_stabilized verified_monthly=0.00
      total       34000.00 54000.00         - -           0 -416.67 supportable_if_stabilized=2833.33 verified_monthly=0.00
    `,
    'fha-4000.1, conservative': asOf(2024)`
      # Kettle: the smaller of 83,000 / 24 = 3,458.33 and 3,250.00; Drayton: of 5,000 / 24 = 208.33 and -416.67.
      # 3,250.00 - 416.67. Kettle did not fall by more than 20 %, and of Drayton only a tenth is owned.
      partnership 34000.00 54000.00 -0.370370 decreasing 12 2833.33 flags=access_to_income_not_shown;business_return_required;declining
      total       34000.00 54000.00         - -           0 2833.33
    `,
  },
  indicators: [
    // Of what is positive, all is Kettle's. 54,000 and 34,000: mean 44,000, deviation 10,000.
    ...incomeIndicators('1.000000', '0.227273', [2023, 2024], '0.000000'),
  ],
  needs: [
    ...needs('business_return_1065', KETTLE, { 2023: '44000.00', 2024: '39000.00' }),
    ...needs('k1_distributions', KETTLE, { 2023: '44000.00', 2024: '39000.00' }),
    ...needs('k1_distributions', DRAYTON, { 2023: '10000.00', 2024: '-5000.00' }),
  ],
}
