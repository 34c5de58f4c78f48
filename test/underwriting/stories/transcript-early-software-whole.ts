import { asOf, dossier, employers, incomeIndicators, irs, need, pullRecord, type Story, software, w2 } from './build.js'

const GARAGE = { id: '00-1000271', name: 'MERIDIAN GARAGE' }
const ORCHARD = { id: '00-1000272', name: 'ORCHARD MARKET' }

export const story: Story = {
  description: 'a transcript pulled in February and a complete software record that adds a small new job',
  dossier: dossier([
    irs(2022, w2(GARAGE, 53000, 5300)),
    irs(2023, w2(GARAGE, 55000, 5500)),
    pullRecord('irs', 2024, '2025-02-10', [w2(GARAGE, 58000, 5800)]),
    software(2024, w2(GARAGE, 58000, 5800), w2(ORCHARD, 5000, 250)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1': asOf(2024)`
      # The garage 113,000 / 24 = 4,708.33, less than 58,000 / 12 = 4,833.33; the market, of one year, 5,000 / 12 = 416.67.
      # 55,000 then 58,000 + 5,000: up by 8,000 / 55,000. Of the market's 5,000 the transcript of February says nothing.
      # 113,000 / 24
      wages 63000.00 55000.00 0.145455 increasing 24 5125.00 flags=employer_added;short_history;transcript_incomplete verified_latest=58000.00 verified_monthly=4708.33
      total 63000.00 55000.00        - -           0 5125.00 verified_latest=58000.00 verified_monthly=4708.33
    `,
    conservative: asOf(2024)`
      # Each job needs two years, so the market counts 0. Nothing is excluded because of the transcript.
      wages 63000.00 55000.00 0.145455 increasing 24 4708.33 flags=employer_added;insufficient_history;transcript_incomplete verified_latest=58000.00
      total 63000.00 55000.00        - -           0 4708.33 verified_latest=58000.00
    `,
  },
  indicators: [
    ...employers(1, 2, 3),
    // 58,000 / 63,000; 53,000, 55,000, 63,000: mean 57,000, deviation 4,320.49; 6,050 / 63,000.
    ...incomeIndicators('0.920635', '0.075798', [2022, 2023, 2024], '0.096032'),
  ],
  needs: [need('complete_transcript', { tax_year: '2024', amount: '5000.00' })],
}
