import { asOf, dossier, employers, incomeIndicators, need, type Story, software, w2 } from './build.js'

const DAIRY = { id: '00-1000341', name: 'VALLEY DAIRY' }

export const story: Story = {
  description: 'a borrower without transcripts: nothing is verified, and nothing is excluded for that reason',
  dossier: dossier([software(2023, w2(DAIRY, 50000, 5000)), software(2024, w2(DAIRY, 52000, 5200))]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 2,000 / 50,000; 102,000 / 24 = 4,250.00, less than 52,000 / 12 = 4,333.33.
      wages 52000.00 50000.00 0.040000 stable 24 4250.00 flags=transcript_incomplete verified_latest=0.00 verified_prior=0.00 verified_monthly=0.00
      total 52000.00 50000.00        - -       0 4250.00 verified_latest=0.00 verified_prior=0.00 verified_monthly=0.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.019608', [2023, 2024], '0.100000'), // mean 51,000, deviation 1,000
  ],
  needs: [
    need('complete_transcript', { tax_year: '2023', amount: '50000.00' }),
    need('complete_transcript', { tax_year: '2024', amount: '52000.00' }),
  ],
}
