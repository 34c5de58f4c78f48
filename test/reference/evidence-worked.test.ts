import { expect, test } from 'vitest'
import { readDossier } from './documents.js'
import { computeReferenceTables } from './figures.js'
import type { StatedIdentities } from './recipients.js'
import { resolveReference } from './resolve.js'
import type { Raw } from './values.js'

const SELF = '900-11-1234'

const makeRecord = (id: string, provider: string, forms: Raw): Raw => ({
  id,
  provider_id: provider,
  tax_year: '2024',
  date: provider === 'irs' ? '2025-08-15T12:00:00Z' : '2025-04-01T12:00:00Z',
  forms: [{ type: 'WAID', year: '2024', ssn: SELF, ...forms }],
})

const makeW2 = (wages: number, changes: Raw = {}): Raw => ({
  employer: { ein: '00-1234567', name: 'HALCYON FREIGHT INC', address: '2 OAK AVE' },
  employee: { ssn: SELF, name: 'ROBIN EXAMPLE' },
  wages_tips_other_compensation: wages,
  federal_income_tax_withheld: Math.round(wages) / 10,
  medicare_wages_tips: wages,
  ...changes,
})

const make1099R = (gross: number, code: string): Raw => ({
  payer: { fin: '00-5555555', name: 'PLAN TRUST COMPANY' },
  recipient: { id: SELF },
  gross_distribution: gross,
  taxable_amount: gross,
  distribution_codes: [{ value: '', code }],
})

const makeSale = (changes: Raw): Raw => ({
  payer: { fin: '00-3333333', name: 'ROBIN SECURITIES LLC' },
  recipient: { id: SELF },
  federal_income_tax_withheld: 100,
  ...changes,
})

const makeInterest = (interest: number, changes: Raw): Raw => ({
  payer: { fin: '00-6666666', name: 'ELM BANK' },
  recipient: { id: SELF },
  interest_income: interest,
  ...changes,
})

const makeBenefits = (paid: number, changes: Raw): Raw => ({
  payer: { fin: '00-4444444', name: 'SOCIAL SECURITY ADMINISTRATION' },
  recipient: { id: SELF },
  pensions_and_annuities: paid,
  ...changes,
})

/** Returns the counted facts of income of a dossier: category, amount and doubts. */
function listIncome(records: readonly Raw[], identities: StatedIdentities = {}): string[] {
  const { facts } = computeReferenceTables({ taxpayer: { id: 't' }, records }, identities)
  return facts
    .filter(({ counted, role }) => counted === 'true' && role?.startsWith('income.'))
    .map(({ role, amount, doubts, other_recipient }) =>
      [role?.slice('income.'.length), amount, doubts, ...(other_recipient === 'true' ? ['other'] : [])]
        .join(' ')
        .trim(),
    )
    .sort()
}

const irs = (forms: Raw): Raw => makeRecord('irs', 'irs', forms)
const software = (forms: Raw): Raw => makeRecord('software', 'turbotax', forms)

const NO_EMPLOYER = '00-0000000'

test.each<[title: string, records: Raw[], income: string[]]>([
  [
    'two employers with one placeholder number',
    [
      makeRecord('hr', 'hr', { form_w2: [makeW2(30_000, { employer: { ein: NO_EMPLOYER, name: 'PINE BAKERY' } })] }),
      software({ form_w2: [makeW2(20_000, { employer: { ein: NO_EMPLOYER, name: 'OAK GARAGE' } })] }),
    ],
    ['wages 20000.00', 'wages 30000.00'],
  ],
  [
    'a rollover at the IRS, an ordinary distribution in software',
    [irs({ form_1099_r: [make1099R(40_000, 'G')] }), software({ form_1099_r: [make1099R(40_000.55, '7')] })],
    [],
  ],
  [
    'an early distribution at the IRS, an ordinary one in software',
    [irs({ form_1099_r: [make1099R(40_000, '1')] }), software({ form_1099_r: [make1099R(40_000.55, '7')] })],
    ['retirement 40000.55 copies_disagree'],
  ],
  [
    'a statutory employee at the IRS only',
    [
      irs({ form_w2: [makeW2(50_000, { statutory_employee: true })] }),
      software({ form_w2: [makeW2(50_000.55, { statutory_employee: false })] }),
    ],
    ['self_employment 50000.55 copies_disagree'],
  ],
  [
    'a statutory employee in software only',
    [irs({ form_w2: [makeW2(50_000)] }), software({ form_w2: [makeW2(50_000.55, { statutory_employee: true })] })],
    ['wages 50000.55 copies_disagree'],
  ],
  [
    'a statutory employee in software only, without cents',
    [irs({ form_w2: [makeW2(50_000)] }), software({ form_w2: [makeW2(50_000, { statutory_employee: true })] })],
    ['wages 50000.00 copies_disagree'],
  ],
  [
    'a statutory employee in software, and a box that the IRS copy cannot read',
    [
      irs({ form_w2: [makeW2(50_000, { statutory_employee: 'perhaps' })] }),
      software({ form_w2: [makeW2(50_000.55, { statutory_employee: true })] }),
    ],
    ['self_employment 50000.55'],
  ],
  [
    'a statutory employee in software, and a misspelled key at the IRS',
    [
      irs({ form_w2: [makeW2(50_000, { statutory_employe: true })] }),
      software({ form_w2: [makeW2(50_000.55, { statutory_employee: true })] }),
    ],
    ['self_employment 50000.55'],
  ],
  [
    'no statutory employee in software, nothing at the IRS',
    [irs({ form_w2: [makeW2(50_000)] }), software({ form_w2: [makeW2(50_000.55, { statutory_employee: false })] })],
    ['wages 50000.55'],
  ],
  [
    'a statutory employee on the second of two equal IRS copies, and on the first copy in software',
    [
      irs({ form_w2: [makeW2(50_000), makeW2(50_000, { statutory_employee: true })] }),
      software({ form_w2: [makeW2(50_000.55, { statutory_employee: true }), makeW2(50_000.55)] }),
    ],
    ['self_employment 50000.55', 'wages 50000.55 possible_duplicate'],
  ],
  [
    'a statutory employee on the older of two IRS transcripts',
    [
      irs({ form_w2: [makeW2(50_000)] }),
      {
        ...irs({ form_w2: [makeW2(50_000, { statutory_employee: true })] }),
        id: 'irs-0',
        date: '2025-06-15T12:00:00Z',
      },
      software({ form_w2: [makeW2(50_000.55, { statutory_employee: true })] }),
    ],
    ['self_employment 50000.55'],
  ],
  [
    'an IRS total without the box that one of its parts in software has',
    [
      irs({ form_w2: [makeW2(50_000)] }),
      software({ form_w2: [makeW2(30_000, { statutory_employee: true }), makeW2(20_000)] }),
    ],
    ['wages 20000.00', 'wages 30000.00 copies_disagree'],
  ],
  [
    'a basis that only software has',
    [
      irs({ form_1099_b: [makeSale({ proceeds: 9000, cost_basis: 0 })] }),
      software({ form_1099_b: [makeSale({ proceeds: 9000, cost_basis: 8500 })] }),
    ],
    ['capital_gains 500.00 basis_from_software'],
  ],
  [
    'an option that expired, and one that was bought back',
    [
      irs({
        form_1099_b: [
          makeSale({ proceeds: 0, cost_basis: 2400, noncovered_security_indicator: 'Covered' }),
          makeSale({ proceeds: -300 }),
          makeSale({ proceeds: 0, cost_basis: 0 }),
        ],
      }),
    ],
    ['capital_gains -2400.00', 'capital_gains -300.00'],
  ],
  [
    'a correction that only software has',
    [
      irs({ form_w2: [makeW2(50_000)] }),
      software({ form_w2: [makeW2(50_000), makeW2(88_000, { submission_type: 'Corrected' })] }),
    ],
    ['wages 50000.00 source_conflict'],
  ],
  [
    'a correction of one of two W-2s that only software has',
    [
      irs({ form_w2: [makeW2(20_000)] }),
      software({
        form_w2: [
          makeW2(30_000),
          makeW2(20_000),
          makeW2(25_000, { federal_income_tax_withheld: 2000, submission_type: 'Corrected' }),
        ],
      }),
    ],
    ['wages 20000.00 source_conflict', 'wages 30000.00'],
  ],
  [
    'a void that only software has',
    [irs({ form_w2: [makeW2(50_000)] }), software({ form_w2: [makeW2(50_000, { submission_type: 'Void' })] })],
    ['wages 50000.00'],
  ],
  [
    'a mistyped employer number in software',
    [
      irs({ form_w2: [makeW2(50_000)] }),
      software({ form_w2: [makeW2(50_000, { employer: { ein: '00-8888123', name: 'HALCYON FREIGHT INC' } })] }),
    ],
    // The names agree, and only one year has wages of both numbers.
    ['wages 50000.00 employer_by_name', 'wages 50000.00 employer_by_name;possible_duplicate'],
  ],
  [
    'a joint return in software without numbers',
    [
      software({
        form_w2: [
          makeW2(60_000, { employee: { name: 'ROBIN EXAMPLE' } }),
          makeW2(40_000, {
            employer: { ein: '00-9090909', name: 'CITY SCHOOLS' },
            employee: { name: 'Casey Example' },
          }),
        ],
      }),
    ],
    ['wages 40000.00 recipient_uncertain other', 'wages 60000.00 recipient_uncertain'],
  ],
  [
    'a box that the counted software copy lacks',
    [
      irs({ form_1099_int: [makeInterest(500, { tax_exempt_interest: 80 })] }),
      software({ form_1099_int: [makeInterest(500.55, {})] }),
    ],
    ['interest 500.55', 'tax_exempt_interest 80.00'],
  ],
  [
    'a box that the counted software copy cannot read',
    [
      irs({ form_1099_int: [makeInterest(500, { tax_exempt_interest: 80 })] }),
      software({ form_1099_int: [makeInterest(500.55, { tax_exempt_interest: '8O' })] }),
    ],
    ['interest 500.55 unreadable_box', 'tax_exempt_interest 80.00 unreadable_box'],
  ],
  [
    'a box that the IRS copy cannot read',
    [
      irs({ form_1099_int: [makeInterest(500, { tax_exempt_interest: '8O' })] }),
      software({ form_1099_int: [makeInterest(500.55, { tax_exempt_interest: 80.1 })] }),
    ],
    ['interest 500.55 unreadable_box'],
  ],
  [
    'a box that only the counted software copy has',
    [
      irs({ form_1099_int: [makeInterest(500, {})] }),
      software({ form_1099_int: [makeInterest(500.55, { tax_exempt_interest: 80.1 })] }),
    ],
    ['interest 500.55 copies_disagree'],
  ],
  [
    'a box of 0 that only the counted software copy has',
    [
      irs({ form_1099_int: [makeInterest(500, {})] }),
      software({ form_1099_int: [makeInterest(500.55, { tax_exempt_interest: 0 })] }),
    ],
    ['interest 500.55'],
  ],
  [
    'a basis that only the counted software copy has',
    [
      irs({ form_1099_b: [makeSale({ proceeds: 1_000 })] }),
      software({ form_1099_b: [makeSale({ proceeds: 1_000.5, cost_basis: 400.25 })] }),
    ],
    ['capital_gains 600.25 basis_from_software'],
  ],
  [
    'benefits that were repaid, on the IRS copy only',
    [
      irs({ form_ssa_1099: [makeBenefits(20_000, { repayments: 3_000 })] }),
      software({ form_ssa_1099: [makeBenefits(20_000.4, {})] }),
    ],
    ['social_security -3000.00', 'social_security 20000.40'],
  ],
])('%s', (_, records, income) => {
  expect(listIncome(records)).toEqual(income)
})

test('employers with one name and two numbers are one, with a doubt unless the lender states it', () => {
  const records = [
    irs({
      form_w2: [
        makeW2(50_000, { employer: { ein: '00-1111111', name: 'ACME FREIGHT INC' } }),
        makeW2(12_000, { employer: { ein: '00-2222222', name: 'ACME FREIGHT LLC' } }),
      ],
    }),
  ]
  const read = (identities: StatedIdentities): string[] =>
    computeReferenceTables({ taxpayer: { id: 't' }, records }, identities).employment.map(
      ({ wages, doubts }) => `${wages} ${doubts}`,
    )
  expect(read({})).toEqual(['62000.00 employer_by_name'])
  expect(read({ same_employer: [['001111111', '002222222']] })).toEqual(['62000.00 '])
})

test.each([
  ['lacks it', {}, { tax_withheld: 50.2 }, ['federal 50.20 1 true ']],
  ['cannot read it', { tax_withheld: '5O' }, { tax_withheld: 50.2 }, ['federal 50.20 1 true ']],
  ['has it', { tax_withheld: 50 }, {}, ['federal 50.00 1 true ']],
])('withheld tax of a software copy stays if the IRS copy %s', (_, official, counted, rows) => {
  const records = [
    irs({ form_1099_int: [makeInterest(500, official)] }),
    software({ form_1099_int: [makeInterest(500.55, counted)] }),
  ]
  const { withholding } = computeReferenceTables({ taxpayer: { id: 't' }, records })
  expect(
    withholding.map(({ kind, amount, documents, complete, doubts }) =>
      [kind, amount, documents, complete, doubts].join(' '),
    ),
  ).toEqual(rows)
})

test('a box that the IRS copy cannot read makes its figure incomplete', () => {
  const records = [
    irs({ form_1099_int: [makeInterest(500, { tax_exempt_interest: '8O' })] }),
    software({ form_1099_int: [makeInterest(500.55, { tax_exempt_interest: 80.1 })] }),
  ]
  const { income } = computeReferenceTables({ taxpayer: { id: 't' }, records })
  const row = income.find(({ category }) => category === 'tax_exempt_interest')
  expect([row?.['amount'], row?.['complete'], row?.['doubts']]).toEqual(['', 'false', 'unreadable_box'])
})

const PAYMENTS = [{ year: '2023', payment: 900 }]

test.each<[title: string, official: unknown[], counted: unknown, list: unknown, doubts: string[], warnings: string[]]>([
  ['the IRS has it', [PAYMENTS], [{ year: '2023', payment: 700.5 }], PAYMENTS, [], []],
  ['the second IRS copy has it', [[], PAYMENTS], 'x', PAYMENTS, ['unreadable_box'], []],
  ['the IRS cannot read it', [[], 'x'], PAYMENTS, {}, ['unreadable_box'], []],
  ['only software has it', [null, []], PAYMENTS, [], ['copies_disagree'], ['copies_disagree']],
  ['only software has it, and cannot read it', [null], 'x', [], ['unreadable_box'], []],
])('a list comes from the IRS copies: %s', (_, official, counted, list, doubts, warnings) => {
  const records = [
    ...official.map((payments, i) => ({
      ...irs({ form_ssa_1099: [makeBenefits(20_000, { payments })] }),
      id: `irs-${i}`,
      date: `2025-0${8 - i}-15T12:00:00Z`,
    })),
    software({ form_ssa_1099: [makeBenefits(20_000.4, { payments: counted })] }),
  ]
  const item = resolveReference(readDossier({ taxpayer: { id: 't' }, records })).find(
    ({ status }) => status === 'counted',
  )
  expect(item?.effective['payments']).toEqual(list)
  expect([...(item?.doubts ?? [])]).toEqual(doubts)
  expect(item?.warnings).toEqual(warnings)
})
