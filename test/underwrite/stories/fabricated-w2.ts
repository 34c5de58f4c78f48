import {
  asOf,
  basisDifference,
  dossier,
  employers,
  history,
  income,
  irs,
  need,
  type Story,
  same,
  software,
  total,
  w2,
  whole,
} from './build.js'

const METRO = { id: '00-1000151', name: 'METROPOLITAN TRANSIT' }
const APEX = { id: '00-1000152', name: 'APEX CONSULTING' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

export const story: Story = {
  told: 'a W-2 that software holds and complete transcripts lack',
  dossier: dossier([
    irs(2023, w2(METRO, 48000, 4800)),
    irs(2024, w2(METRO, 50000, 5000)),
    software(2023, w2(METRO, 48000, 4800), w2(APEX, 60000, 6000)),
    software(2024, w2(METRO, 50000, 5000), w2(APEX, 62000, 6200)),
  ]),
  qualifying: asOf(2024, {
    ...same(
      ['fannie-2026-03', 'fha-4000.1'],
      [
        // 108,000 then 112,000: 0.037037. Metropolitan 98,000 / 24 = 4,083.33 (less than 50,000 / 12 = 4,166.67), Apex
        // 122,000 / 24 = 5,083.33 (less than 62,000 / 12 = 5,166.67): 220,000 / 24 = 9,166.67. The transcripts confirm 98,000 / 24.
        income('wages', {
          latest_amount: '112000.00',
          prior_amount: '108000.00',
          change: '0.037037',
          trend: 'stable',
          months: '24',
          monthly_amount: '9166.67',
          flags: 'not_on_transcript',
          verified_latest: '50000.00',
          verified_prior: '48000.00',
          verified_monthly: '4083.33',
        }),
        total({
          latest_amount: '112000.00',
          prior_amount: '108000.00',
          monthly_amount: '9166.67',
          verified_latest: '50000.00',
          verified_prior: '48000.00',
          verified_monthly: '4083.33',
        }),
      ],
    ),
    conservative: [
      // Without Apex: 2,000 / 48,000 = 0.041667; the lesser of 98,000 / 24 = 4,083.33 and 4,166.67.
      income('wages', {
        latest_amount: '50000.00',
        prior_amount: '48000.00',
        change: '0.041667',
        trend: 'stable',
        months: '24',
        monthly_amount: '4083.33',
        flags: 'not_on_transcript',
      }),
      total({ latest_amount: '50000.00', prior_amount: '48000.00', monthly_amount: '4083.33' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    ...employers(0, 2, 2),
    // 62,000 / 112,000; 108,000 and 112,000: mean 110,000, deviation 2,000; (5,000 + 6,200) / 112,000 = 0.1.
    ...whole('0.553571', '0.018182', [2023, 2024], '0.100000'),
    basisDifference('0.00'),
  ]),
  needs: same(POLICIES, [
    need('transcript_match', { about: APEX.name, tax_year: '2023', amount: '60000.00' }),
    need('transcript_match', { about: APEX.name, tax_year: '2024', amount: '62000.00' }),
  ]),
}
