import {
  asOf,
  dossier,
  employers,
  f1098,
  incomeIndicators,
  irs,
  loanIndicators,
  loanRow,
  misc,
  needs,
  type Story,
  w2,
} from './build.js'

const PLANT = { id: '00-1000110', name: 'WATER WORKS' }
const MANAGER = { id: '00-1000114', name: 'HEARTH RENTALS' }
const ALDER = { id: '00-1000111', name: 'ALDER BANK' }
const CEDAR = { id: '00-1000112', name: 'CEDAR MORTGAGE' }
const DOGWOOD = { id: '00-1000113', name: 'DOGWOOD SERVICING' }
const HOME = { address_of_property_securing_mortgage: '5 HILL RD', mortgage_origination_date: '06-01-2018' }
const LAKE = { address_of_property_securing_mortgage: '22 LAKE RD', mortgage_origination_date: '03-15-2020' }
const loan = (principal: number, interest: number) => ({
  outstanding_mortgage_principal: principal,
  mortgage_interest_received: interest,
})
const HOME_LOAN = { loan: '1', lenders: 'ALDER BANK', origination_date: '2018-06-01' }
const LAKE_LOAN = { loan: '2', lenders: 'CEDAR MORTGAGE', origination_date: '2020-03-15' }

export const story: Story = {
  description:
    'a landlord: gross rents count nothing without Schedule E; three Forms 1098 of 592,000 are two loans of 416,000',
  dossier: dossier([
    irs(2022, w2(PLANT, 64000, 5120)),
    irs(
      2023,
      w2(PLANT, 66000, 5280),
      misc(MANAGER, { rents: 24000 }),
      f1098(ALDER, { ...HOME, ...loan(246000, 9840) }),
      f1098(CEDAR, { ...LAKE, ...loan(181000, 6700) }),
    ),
    irs(
      2024,
      w2(PLANT, 68000, 7552),
      misc(MANAGER, { rents: 26400 }),
      f1098(ALDER, { ...HOME, ...loan(240000, 9600) }),
      f1098(CEDAR, { ...LAKE, ...loan(176000, 3300) }),
      f1098(DOGWOOD, { ...LAKE, ...loan(176000, 3270), mortgage_acquisition_date: '07-01-2024' }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 24,000 then 26,400: up by 0.1, and gross.
      rental 26400.00 24000.00 0.100000 increasing  0    0.00 flags=needs_schedule_e;not_computable
      # 2,000 / 66,000 = 0.030303; 134,000 / 24 = 5,583.33, less than 68,000 / 12 = 5,666.67.
      wages  68000.00 66000.00 0.030303 stable     24 5583.33
      total  94400.00 90000.00        - -           0 5583.33
    `,
  },
  indicators: [
    ...employers(0, 1, 3),
    // 68,000 / 94,400; 64,000, 90,000, 94,400: mean 82,800, deviation 13,414.42; 7,552 / 94,400.
    ...incomeIndicators('0.720339', '0.162010', [2022, 2023, 2024], '0.080000', 'gross_receipts'),
    // Two loans of 2024: 240,000 + 176,000; (9,600 + 3,300 + 3,270) / 12 = 16,170 / 12.
    ...loanIndicators('2', '416000.00', '1347.50'),
  ],
  needs: needs('schedule_e', MANAGER, { 2023: '24000.00', 2024: '26400.00' }),
  mortgages: [
    loanRow({ ...HOME_LOAN, tax_year: '2023', principal: '246000.00', interest: '9840.00' }),
    loanRow({ ...LAKE_LOAN, tax_year: '2023', principal: '181000.00', interest: '6700.00' }),
    loanRow({ ...HOME_LOAN, principal: '240000.00', interest: '9600.00' }),
    // Dogwood says when it acquired the loan, and names Cedar's property, date and principal: 3,300 + 3,270 = 6,570.
    loanRow({
      ...LAKE_LOAN,
      lenders: 'CEDAR MORTGAGE;DOGWOOD SERVICING',
      principal: '176000.00',
      interest: '6570.00',
      lender_count: '2',
      flags: 'servicing_transfer',
    }),
  ],
}
