import { asOf, dossier, employers, incomeIndicators, irs, needs, type Story, software, w2 } from './build.js'

const METRO = { id: '00-1000151', name: 'METROPOLITAN TRANSIT' }
const APEX = { id: '00-1000152', name: 'APEX CONSULTING' }

export const story: Story = {
  description: 'a W-2 in software that the complete transcripts lack',
  dossier: dossier([
    irs(2023, w2(METRO, 48000, 4800)),
    irs(2024, w2(METRO, 50000, 5000)),
    software(2023, w2(METRO, 48000, 4800), w2(APEX, 60000, 6000)),
    software(2024, w2(METRO, 50000, 5000), w2(APEX, 62000, 6200)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1': asOf(2024)`
      # 108,000 then 112,000: 0.037037. Metropolitan 98,000 / 24 = 4,083.33 (less than 50,000 / 12 = 4,166.67), Apex
      # 122,000 / 24 = 5,083.33 (less than 62,000 / 12 = 5,166.67): 220,000 / 24 = 9,166.67. The transcripts confirm 98,000 / 24.
      wages 112000.00 108000.00 0.037037 stable 24 9166.67 flags=not_on_transcript verified_latest=50000.00 verified_prior=48000.00 verified_monthly=4083.33
      total 112000.00 108000.00        - -       0 9166.67 verified_latest=50000.00 verified_prior=48000.00 verified_monthly=4083.33
    `,
    conservative: asOf(2024)`
      # Without Apex: 2,000 / 48,000 = 0.041667; the lesser of 98,000 / 24 = 4,083.33 and 4,166.67.
      wages 50000.00 48000.00 0.041667 stable 24 4083.33 flags=not_on_transcript
      total 50000.00 48000.00        - -       0 4083.33
    `,
  },
  indicators: [
    ...employers(0, 2, 2),
    // 62,000 / 112,000; 108,000 and 112,000: mean 110,000, deviation 2,000; (5,000 + 6,200) / 112,000 = 0.1.
    ...incomeIndicators('0.553571', '0.018182', [2023, 2024], '0.100000'),
  ],
  needs: needs('transcript_match', APEX, { 2023: '60000.00', 2024: '62000.00' }),
}
