import { describe, expect, it } from 'vitest'
import type { Mortgage } from '../../src/index.js'
import { dossierOf, underwritingOf } from './example.js'

interface Statement {
  lender: string
  year?: number
  principal?: number | undefined
  interest?: number
  property?: string
  originated?: string
  acquired?: string
  borrower?: string
  home?: string
}

const FINS: Record<string, string> = { OAK: '00-1111111', ELM: '00-2222222', ASH: '00-3333333', FIR: '00-4444444' }

function computeLoans(statements: readonly Statement[], recipients: readonly string[] = []): readonly Mortgage[] {
  const forms1098 = statements.map(statement => {
    const entry = {
      recipient_lender: { fin: FINS[statement.lender], name: `${statement.lender} BANK` },
      payer_borrower: { ssn: `XXX-XX-${statement.borrower ?? '1234'}`, name: 'A PERSON', address: statement.home },
      outstanding_mortgage_principal: statement.principal,
      mortgage_interest_received: statement.interest,
      address_of_property_securing_mortgage: statement.property,
      mortgage_origination_date: statement.originated,
      mortgage_acquisition_date: statement.acquired,
    }
    return [statement.year ?? 2024, 'form_1098', entry] as const
  })
  const w2 = { employer: { ein: '00-5555555', name: 'WORK' }, wages_tips_other_compensation: 1000 }
  const raw = dossierOf([...forms1098, [2023, 'form_w2', w2], [2024, 'form_w2', w2]])
  return underwritingOf(raw, { known: { taxpayerId: 'tp', recipients } }).mortgages
}

const printLoans = (loans: readonly Mortgage[]): string[] =>
  loans.map(({ taxYear, loan, lenders, principal, interest, lenderCount, flags, borrower }) =>
    [
      ...[taxYear, loan, lenders, principal?.toFixed(2) ?? 'null', interest.toFixed(2)],
      ...[lenderCount, flags.join(), borrower],
    ].join(' '),
  )

describe('loans from one lender', () => {
  it('are numbered by interest, then principal, with absent amounts first', () => {
    const oak = { lender: 'OAK', interest: 6000 }
    const loans = computeLoans([{ ...oak, principal: 200000 }, oak, { ...oak, interest: 3000, principal: 300000 }])
    expect(loans.map(({ loan, principal }) => [loan, principal?.toFixed(2) ?? null])).toEqual([
      [1, '300000.00'],
      [2, null],
      [3, '200000.00'],
    ])
  })
})

describe('loans from Forms 1098, worked by hand', () => {
  it('a servicing transfer is one loan: 240,000 to June, 238,400 acquired in July; interest 4,100 + 3,900', () => {
    const loans = computeLoans([
      { lender: 'OAK', principal: 240000, interest: 4100 },
      { lender: 'ELM', principal: 238400, interest: 3900, acquired: '2024-07-01' },
    ])
    expect(printLoans(loans)).toEqual(['2024 1 OAK BANK;ELM BANK 240000.00 8000.00 2 servicing_transfer self'])
  })

  it('the acquiring lender comes last in any order of documents', () => {
    const loans = computeLoans([
      { lender: 'ELM', principal: 240000, interest: 1, acquired: '2024-07-01' },
      { lender: 'OAK', principal: 240000, interest: 2 },
    ])
    expect(printLoans(loans)).toEqual(['2024 1 OAK BANK;ELM BANK 240000.00 3.00 2 servicing_transfer self'])
  })

  it('three forms with 592,000 are two loans with 416,000: the loan of 176,000 was transferred', () => {
    // 240,000 + 176,000 + 176,000 = 592,000; 240,000 + 176,000 = 416,000
    const loans = computeLoans([
      { lender: 'OAK', principal: 240000, interest: 9000 },
      { lender: 'ELM', principal: 176000, interest: 3000 },
      { lender: 'ASH', principal: 176000, interest: 3100, acquired: '2024-06-01' },
    ])
    expect(printLoans(loans)).toEqual([
      '2024 1 OAK BANK 240000.00 9000.00 1  self',
      '2024 2 ELM BANK;ASH BANK 176000.00 6100.00 2 servicing_transfer self',
    ])
  })

  it('the candidate with the nearest principal matches: 200,500 is nearer to 200,000 than to 205,000', () => {
    const loans = computeLoans([
      { lender: 'OAK', principal: 205000, interest: 1 },
      { lender: 'ELM', principal: 200000, interest: 2 },
      { lender: 'ASH', principal: 200500, interest: 4, acquired: '2024-03-01' },
    ])
    expect(printLoans(loans)).toEqual([
      '2024 1 OAK BANK 205000.00 1.00 1  self',
      '2024 2 ELM BANK;ASH BANK 200000.00 6.00 2 servicing_transfer self',
    ])
  })

  it('a loan may be transferred twice', () => {
    const loans = computeLoans([
      { lender: 'OAK', principal: 300000, interest: 1 },
      { lender: 'ELM', principal: 299000, interest: 2, acquired: '2024-03-01' },
      { lender: 'ASH', principal: 298000, interest: 4, acquired: '2024-09-01' },
    ])
    expect(printLoans(loans)).toEqual(['2024 1 OAK BANK;ELM BANK;ASH BANK 300000.00 7.00 3 servicing_transfer self'])
  })

  it.each([
    ['no evidence of a transfer', {}, {}, 2],
    ['the same property', { property: '1 Elm St.' }, { property: '1 ELM ST' }, 1],
    ['two properties', { property: '1 Elm St' }, { property: '2 Oak St', acquired: '2024-05-01' }, 2],
    ['a truncated address is not evidence of a transfer', { property: '1 ELM' }, { property: '1 Elm Street' }, 2],
    [
      'a truncated address does not contradict a transfer',
      { property: '1 ELM' },
      { property: '1 Elm Street', acquired: '2024-05-01' },
      1,
    ],
    [
      "both the borrower's, whose address is spelled in two ways",
      { property: 'SAME AS BORROWER', home: '1 Elm' },
      { property: '1 Elm Street', home: '1 Elm Street' },
      1,
    ],
    [
      'property and day of origination',
      { property: '1 Elm', originated: '2020-02-02' },
      { property: '1 Elm', originated: '2020-02-02' },
      1,
    ],
    [
      'another day of origination',
      { property: '1 Elm', originated: '2020-02-02' },
      { property: '1 Elm', originated: '2021-02-02' },
      2,
    ],
    ['principals 5 % apart match', { principal: 200000, acquired: '2024-05-01' }, { principal: 190000 }, 1],
    [
      'one cent more than 5 % is too far apart',
      { principal: 200000, acquired: '2024-05-01' },
      { principal: 189999.99 },
      2,
    ],
    ['an unknown principal does not contradict a transfer', { principal: undefined, acquired: '2024-05-01' }, {}, 1],
    ['one lender reports two loans', { lender: 'ELM', acquired: '2024-05-01' }, {}, 2],
    ['two borrowers', { borrower: '9999', acquired: '2024-05-01' }, {}, 2],
    ['two years', { year: 2023, acquired: '2023-05-01' }, {}, 2],
  ] as const)('%s', (_, one, two, count) => {
    const loans = computeLoans(
      [
        { lender: 'OAK', principal: 100000, interest: 1, ...one },
        { lender: 'ELM', principal: 100000, interest: 1, ...two },
      ],
      ['9999'],
    )
    expect(loans).toHaveLength(count)
  })

  it('loans are numbered per year, with those of the taxpayer first', () => {
    const loans = computeLoans(
      [
        { lender: 'OAK', borrower: '0001', principal: 1, interest: 1 },
        { lender: 'FIR', principal: 2, interest: 1 },
        { lender: 'FIR', principal: 3, interest: 1, year: 2023 },
        { lender: 'ASH', borrower: '7777', principal: 3, interest: 1 },
      ],
      ['0001'],
    )
    expect(printLoans(loans)).toEqual([
      '2023 1 FIR BANK 3.00 1.00 1  self',
      '2024 1 FIR BANK 2.00 1.00 1  self',
      '2024 2 OAK BANK 1.00 1.00 1  0001',
    ])
  })
})
