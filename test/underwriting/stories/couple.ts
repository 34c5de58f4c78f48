import { asOf, dossier, employers, incomeIndicators, int, irs, irsOfSpouse, type Story, w2 } from './build.js'

const SHIPYARD = { id: '00-1000051', name: 'HALCYON SHIPYARD' }
const LIBRARY = { id: '00-1000052', name: 'COUNTY LIBRARY' }
const BANK = { id: '00-1000053', name: 'TIDEWATER BANK' }

export const story: Story = {
  description: "a couple: the one's rise does not hide the other's fall",
  dossier: dossier(
    [
      irs(2022, w2(SHIPYARD, 58000, 5800)),
      irs(2023, w2(SHIPYARD, 60000, 6000)),
      irs(2024, w2(SHIPYARD, 72000, 7200)),
      irsOfSpouse(2022, w2(LIBRARY, 49000, 4900), int(BANK, { interest_income: 280 })),
      irsOfSpouse(2023, w2(LIBRARY, 50000, 5000), int(BANK, { interest_income: 300 })),
      irsOfSpouse(2024, w2(LIBRARY, 38000, 3842), int(BANK, { interest_income: 420 })),
    ],
    // Each spouse has three form objects. This record decides who the taxpayer is.
    { analysis: { tin: 'XXX-XX-1234' } },
  ),
  knownFacts: { recipients: ['5678'] },
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 60,000 then 72,000: up by 0.2; 132,000 / 24 = 5,500.00, less than 72,000 / 12 = 6,000.00.
      wages     72000.00  60000.00  0.200000 increasing 24 5500.00
      total     72000.00  60000.00         - -           0 5500.00
      # 300 then 420: up by 0.4; 720 / 24 = 30.00, less than 420 / 12 = 35.00.
      interest    420.00    300.00  0.400000 increasing 24   30.00 borrower=5678
      # The library's wages fell by 24 %: 0; 38,000 / 12 = 3,166.67 if stabilized.
      # 50,000 then 38,000: down by 12,000 / 50,000.
      wages     38000.00  50000.00 -0.240000 decreasing  0    0.00 supportable_if_stabilized=3166.67 flags=declining_not_stabilized borrower=5678
      # 38,000 + 420 and 50,000 + 300; with the other's 72,000 and 60,000.
      total     38420.00  50300.00         - -           0   30.00 supportable_if_stabilized=3166.67 borrower=5678
      # 5,500.00 + 30.00. Pooled incomes of 110,000 and 110,000 would have given 9,166.67.
      total    110420.00 110300.00         - -           0 5530.00 supportable_if_stabilized=3166.67 borrower=all
    `,
    'fha-4000.1, conservative': asOf(2024)`
      wages     72000.00  60000.00  0.200000 increasing 24 5500.00
      total     72000.00  60000.00         - -           0 5500.00
      interest    420.00    300.00  0.400000 increasing 24   30.00 borrower=5678
      # The smaller of 88,000 / 24 = 3,666.67 and 38,000 / 12 = 3,166.67.
      wages     38000.00  50000.00 -0.240000 decreasing 12 3166.67 flags=declining borrower=5678
      # 3,166.67 + 30.00
      total     38420.00  50300.00         - -           0 3196.67 borrower=5678
      # 5,500.00 + 3,196.67
      total    110420.00 110300.00         - -           0 8696.67 borrower=all
    `,
  },
  // The indicators cover both borrowers, because the caller names the spouse.
  indicators: [
    ...employers(0, 2, 3),
    // 72,000 / 110,420; 107,280, 110,300, 110,420: mean 109,333.33, deviation 1,452.75; (7,200 + 3,842) / 110,420 = 0.1.
    ...incomeIndicators('0.652056', '0.013287', [2022, 2023, 2024], '0.100000'),
  ],
}
