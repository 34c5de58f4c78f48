import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCents } from '../../src/core/money.js'
import type { TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import type { ResolvedDocument } from '../../src/resolve/resolved-document.js'
import { joinLoans, type Loan } from '../../src/underwriting/mortgages/loans.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import {
  makeDocument,
  makeDossier,
  makeFacts,
  makeRecords,
  makeW2,
  SOFTWARE,
  type TestDocument,
  underwrite,
} from './dossiers.js'

interface Form1098 {
  lender: string
  year?: number
  principal?: number | string | undefined
  interest?: number | undefined
  property?: string
  originated?: string
  acquired?: string
  borrower?: string
  home?: string
}

const FINS: Record<string, string> = { OAK: '00-1111111', ELM: '00-2222222', ASH: '00-3333333', FIR: '00-4444444' }

/** Returns the documents of the taxpayer, or of the person with these last four digits. */
const listDocuments = ({ resolution }: TaxpayerResult, id: string): ResolvedDocument[] =>
  resolution.documents.filter(({ isOtherRecipient, recipientId }) =>
    isOtherRecipient ? recipientId?.endsWith(id) : id === 'self',
  )

function join(forms: readonly Form1098[], persons: readonly string[] = []) {
  const records = [2023, 2024].map(year => ({
    id: `r${year}`,
    provider_id: 'irs',
    tax_year: `${year}`,
    date: `${year + 1}-09-01T00:00:00Z`,
    forms: [
      {
        year: `${year}`,
        ssn: 'XXX-XX-1234',
        form_1098: forms
          .filter(form => (form.year ?? 2024) === year)
          .map(form => ({
            recipient_lender: { fin: FINS[form.lender], name: `${form.lender} BANK` },
            payer_borrower: { ssn: `XXX-XX-${form.borrower ?? '1234'}`, name: 'A PERSON', address: form.home },
            outstanding_mortgage_principal: form.principal,
            mortgage_interest_received: form.interest,
            address_of_property_securing_mortgage: form.property,
            mortgage_origination_date: form.originated,
            mortgage_acquisition_date: form.acquired,
          })),
      },
    ],
  }))
  const raw: Raw = { taxpayer: { id: 'tp' }, records }
  const result = resultOfDossier(raw)
  return joinLoans(['self', ...persons].map(id => ({ id, documents: listDocuments(result, id), facts: null })))
}

const printLoans = (loans: readonly Loan[]): string[] =>
  loans.map(({ year, number, lenders, principal, interest, flags, borrower }) =>
    [
      ...[
        year,
        number,
        lenders.map(({ name }) => name).join(';'),
        principal === null ? 'null' : formatCents(principal),
      ],
      ...[formatCents(interest), flags.join(), borrower],
    ].join(' '),
  )

describe('loans of one lender', () => {
  it('are numbered by interest, then principal, with absent amounts first', () => {
    const oak = { lender: 'OAK', interest: 6000 }
    const { loans, conditions } = join([
      { ...oak, principal: 200000 },
      oak,
      { ...oak, interest: 3000, principal: 300000 },
    ])
    expect(loans.map(({ number, principal }) => [number, principal])).toEqual([
      [1, 30000000],
      [2, null],
      [3, 20000000],
    ])
    expect(conditions).toEqual([])
  })
})

describe('two lenders, worked by hand', () => {
  it('152,000 with 9,880 and 148,500 acquired on January 1 with 9,650 are two loans', () => {
    // 9,880 is interest of a year at 6.5 %, so the first lender had the loan all year.
    const { loans, conditions } = join([
      { lender: 'OAK', principal: 152000, interest: 9880 },
      { lender: 'ELM', principal: 148500, interest: 9650, acquired: '2024-01-01' },
    ])
    expect(printLoans(loans)).toEqual([
      '2024 1 OAK BANK 152000.00 9880.00  self',
      '2024 2 ELM BANK 148500.00 9650.00  self',
    ])
    // 9,650 / 12 = 804.17
    expect(conditions.map(({ code, amount, about }) => [code, amount, about])).toEqual([
      ['mortgage_verification', 80417, 'OAK BANK and ELM BANK: counted as two loans, may be one transferred loan'],
    ])
  })

  it('240,000 with 7,100 and 237,600 acquired on July 1 with 7,000 are one loan', () => {
    // 7,100 / 120,000 = 5.917 % and 7,000 / 118,800 = 5.892 %
    const { loans, conditions } = join([
      { lender: 'ELM', principal: 237600, interest: 7000, acquired: '2024-07-01' },
      { lender: 'OAK', principal: 240000, interest: 7100 },
    ])
    expect(printLoans(loans)).toEqual(['2024 1 OAK BANK;ELM BANK 240000.00 14100.00 servicing_transfer self'])
    expect(conditions.map(({ code, borrower, taxYear, about }) => [code, borrower, taxYear, about])).toEqual([
      ['mortgage_verification', 'self', 2024, 'OAK BANK and ELM BANK: counted as one transferred loan'],
    ])
  })

  it('three forms with 592,000 are two loans with 416,000: the loan of 176,000 was transferred', () => {
    // Five months before June 1: 3,000 / (176,000 x 5 / 12) = 4.1 %, 4,100 / (176,000 x 7 / 12) = 4.0 %
    const { loans } = join([
      { lender: 'OAK', principal: 240000, interest: 9000 },
      { lender: 'ELM', principal: 176000, interest: 3000 },
      { lender: 'ASH', principal: 176000, interest: 4100, acquired: '2024-06-01' },
    ])
    expect(printLoans(loans)).toEqual([
      '2024 1 OAK BANK 240000.00 9000.00  self',
      '2024 2 ELM BANK;ASH BANK 176000.00 7100.00 servicing_transfer self',
    ])
  })

  it('the nearest principal is joined: 200,500 is nearer to 200,000 than to 205,000', () => {
    const { loans, conditions } = join([
      { lender: 'OAK', principal: 205000, interest: 2000 },
      { lender: 'ELM', principal: 200000, interest: 2000 },
      { lender: 'ASH', principal: 200500, interest: 10000, acquired: '2024-03-01' },
    ])
    expect(printLoans(loans)).toEqual([
      '2024 1 OAK BANK 205000.00 2000.00  self',
      '2024 2 ELM BANK;ASH BANK 200000.00 12000.00 servicing_transfer self',
    ])
    expect(conditions).toHaveLength(2)
  })

  it('a loan transferred in March and September is one loan of three lenders', () => {
    // 2, 6 and 4 months at 1,000 per month. The second lender's interest over ten months would be too low.
    const { loans } = join([
      { lender: 'OAK', principal: 300000, interest: 2000 },
      { lender: 'ELM', principal: 299000, interest: 6000, acquired: '2024-03-01' },
      { lender: 'ASH', principal: 298000, interest: 4000, acquired: '2024-09-01' },
    ])
    expect(printLoans(loans)).toEqual(['2024 1 OAK BANK;ELM BANK;ASH BANK 300000.00 12000.00 servicing_transfer self'])
  })

  it('two lenders that both acquired a loan this year may have acquired two loans', () => {
    const both = [
      { lender: 'ELM', principal: 300000, interest: 6000, acquired: '2024-03-01' },
      { lender: 'ASH', principal: 298000, interest: 4000, acquired: '2024-09-01' },
    ]
    expect(join(both).loans).toHaveLength(2)
    expect(join(both.map(form => ({ ...form, property: '1 ELM STREET' }))).loans).toHaveLength(1)
  })

  // Each lender has six months of interest, so that only the named difference decides.
  const july = { acquired: '2024-07-01' }
  const january = { acquired: '2024-01-01' }
  const firstHalf = { principal: 240000, interest: 7100 }
  const secondHalf = { principal: 237600, interest: 7000, ...july }
  const same = { property: '1 Elm Street', originated: '2020-02-02' }
  it.each([
    ['nothing suggests a transfer', {}, {}, 2, 0],
    ['an acquisition in the year', {}, july, 1, 1],
    ['a rate that differs by a third of the larger', {}, { ...july, interest: 1500 }, 1, 1],
    ['one cent more than a third', {}, { ...july, interest: 1500.01 }, 2, 1],
    ['one cent less than a third below', {}, { ...july, interest: 666.66 }, 2, 1],
    ['a rate that is a third below', { interest: 1500 }, july, 1, 1],
    ['interest of twelve months at both lenders', { interest: 6000 }, { interest: 6000, acquired: '2024-11-30' }, 2, 1],
    ['an acquisition on January 1', {}, { acquired: '2024-01-01' }, 2, 1],
    ['an acquisition before the year', {}, { acquired: '2022-05-01' }, 2, 1],
    ['an acquisition on January 1, and no interest before it', { interest: 0 }, { acquired: '2024-01-01' }, 1, 1],
    ['unknown interest', { interest: undefined }, july, 2, 1],
    ['property alone', { property: '1 Elm St.' }, { property: '1 ELM ST' }, 2, 1],
    ['origination date alone', { originated: '2020-02-02' }, { originated: '2020-02-02' }, 2, 1],
    ['property and origination date', same, same, 1, 1],
    ['property and origination date, interest of 10 %', same, { ...same, interest: 9000 }, 1, 1],
    ['property and origination date, interest above 10 %', same, { ...same, interest: 9000.01 }, 2, 1],
    [
      'property and origination date, unknown principals',
      { ...same, principal: undefined },
      { ...same, principal: undefined },
      2,
      1,
    ],
    ['two properties', { property: '1 Elm St' }, { property: '2 Oak St', ...july }, 2, 0],
    ['a cut address does not contradict', { property: '1 ELM' }, { property: '1 Elm Street', ...july }, 1, 1],
    ['a cut address does not suggest', { property: '1 ELM' }, { property: '1 Elm Street' }, 2, 0],
    [
      "the borrower's own address, printed in two ways",
      { property: 'SAME AS BORROWER', home: '1 Elm', originated: '2020-02-02' },
      { property: '1 Elm Street', home: '1 Elm Street', originated: '2020-02-02' },
      1,
      1,
    ],
    ['different origination dates', { originated: '2020-02-02' }, { originated: '2021-02-02', ...july }, 2, 0],
    ['principals 5 % apart', { principal: 200000 }, { principal: 190000, ...july }, 1, 1],
    ['principals one cent more than 5 % apart', { principal: 200000 }, { principal: 189999.99, ...july }, 2, 0],
    // 7,100 / (240,000 x 6 / 12) = 5.917 % needs a principal. So does 7,000 / (237,600 x 6 / 12) = 5.892 %.
    ['both principals', firstHalf, secondHalf, 1, 1],
    ['no principal of the first lender', { ...firstHalf, principal: undefined }, secondHalf, 2, 1],
    ['an unreadable principal of the first lender', { ...firstHalf, principal: '2x000' }, secondHalf, 2, 1],
    ['no principal of the second lender', firstHalf, { ...secondHalf, principal: undefined }, 2, 1],
    ['no principals', { ...firstHalf, principal: undefined }, { ...secondHalf, principal: undefined }, 2, 1],
    // 8,000 + 7,000 = 15,000 is below 10 % of 298,000 = 29,800. The loan without a principal may be a second mortgage of
    // the same day, with any principal.
    [
      'property and origination date, one unknown principal',
      { ...same, principal: undefined, interest: 8000 },
      { ...same, principal: 298000, interest: 7000 },
      2,
      1,
    ],
    ['no interest before January 1, and no principal', { principal: undefined, interest: 0 }, january, 2, 1],
    ['two loans of one lender', { lender: 'ELM' }, july, 2, 0],
    ['two borrowers', { borrower: '9999' }, july, 2, 0],
    ['two years', { year: 2023 }, july, 2, 0],
  ] as const)('%s', (_, first, second, loanCount, conditionCount) => {
    const { loans, conditions } = join(
      [
        { lender: 'OAK', principal: 100000, interest: 1000, ...first },
        { lender: 'ELM', principal: 100000, interest: 1000, ...second },
      ],
      ['9999'],
    )
    const pairs = conditions.filter(({ code }) => code === 'mortgage_verification')
    expect([loans.length, pairs.length]).toEqual([loanCount, conditionCount])
  })
})

const WAGES = [makeW2(2023, 'W', 60000), makeW2(2024, 'W', 60000)]

const makeForm1098 = (lender: string, boxes: Raw): TestDocument => makeDocument(2024, 'form_1098', lender, boxes)

describe('sums over loans with an unknown principal', () => {
  const loan = (principal: unknown, interest: number, acquired?: string): Raw => ({
    outstanding_mortgage_principal: principal,
    mortgage_interest_received: interest,
    mortgage_acquisition_date: acquired,
  })
  const printMissing = (count: string): string => `Incomplete: ${count} Forms 1098 do not show the principal.`

  it.each([
    ['both known: 200,000 + 100,000', [loan(200000, 8000), loan(100000, 8000)], 30000000, ''],
    ['one is absent', [loan(200000, 8000), loan(undefined, 15000)], 20000000, printMissing('1 of 2')],
    [
      'one is unreadable',
      [loan(200000, 8000), loan('2x000', 15000)],
      20000000,
      'Incomplete: a box or a document that it needs could not be read.',
    ],
    ['a principal of 0 is known', [loan(0, 8000)], 0, ''],
    ['none is known', [loan(undefined, 15000)], null, printMissing('1 of 1')],
    // 7,100 / (240,000 x 6 / 12) and 7,000 / (237,600 x 6 / 12) are 5.9 %. The principal is that of the first lender.
    ['a transferred loan', [loan(240000, 7100), loan(237600, 7000, '2024-07-01')], 24000000, ''],
  ] as const)('%s', (_, forms, amount, note) => {
    const documents = forms.map((form, i) => makeForm1098(i === 0 ? 'A' : 'B', form))
    const row = underwrite([...WAGES, ...documents]).indicators.find(
      ({ indicator }) => indicator === 'mortgage_principal',
    )
    const reading = 'Outstanding principal of these loans, each loan once.'
    expect([row?.amount, row?.note]).toEqual([amount, note === '' ? reading : `${reading} ${note}`])
  })
})

describe('loans after the as-of year', () => {
  const boxes = { outstanding_mortgage_principal: 200000, mortgage_interest_received: 6000 }
  const makeLoan = (year: number, lender: string): TestDocument => makeDocument(year, 'form_1098', lender, boxes)
  const listAbout = (documents: readonly TestDocument[]): unknown[] =>
    underwrite([...WAGES, ...documents])
      .listConditions()
      .flatMap(({ condition, taxYear, amount, about }) =>
        condition === 'mortgage_verification' ? [[taxYear, amount, about]] : [],
      )

  it('are a condition, unless the lender reports a loan of the as-of year', () => {
    // 6,000 / 12 = 500.00 per month.
    const condition = [2025, 50000, 'B COMPANY: a loan of 2025, which no indicator of 2024 includes']
    expect(listAbout([makeLoan(2025, 'B')])).toEqual([condition])
    expect(listAbout([makeLoan(2024, 'A'), makeLoan(2025, 'A'), makeLoan(2025, 'B')])).toEqual([condition])
    expect(listAbout([makeLoan(2024, 'A'), makeLoan(2025, 'A')])).toEqual([])
  })

  it('a loan that was reported only before the as-of year is not a condition', () => {
    expect(listAbout([makeLoan(2023, 'B')])).toEqual([])
  })
})

describe('doubts about Forms 1098', () => {
  const FORM = { outstanding_mortgage_principal: 200000, mortgage_interest_received: 8000 }

  /** Returns the doubts of each loan, and the conditions of the borrower. */
  const printDoubts = ({ loans, listConditions }: PolicyResult): unknown[] => [
    loans.map(({ doubts }) => doubts.join()),
    listConditions().flatMap(({ stream, condition, severity, amount, about }) =>
      stream === null ? [[condition, severity, amount, about]] : [],
    ),
  ]

  it('a conflict of sources is a condition, with the doubt on the loan', () => {
    const account = { ...FORM, account_number: 'AA1234' }
    const software = makeForm1098('A', { ...account, outstanding_mortgage_principal: 290000 })
    const dossier = makeDossier([...WAGES, makeForm1098('A', account)], makeRecords([software], SOFTWARE, 's'))
    // 8,000 / 12 = 666.67 per month.
    expect(printDoubts(underwrite(dossier))).toEqual([
      ['source_conflict'],
      [['source_conflict', 'review', 66667, 'A COMPANY']],
    ])
    const conditionsMet = [{ condition: 'source_conflict', by: 'J. Doe', on: '2025-10-01' }]
    const [condition] = underwrite(dossier, 'fannie', makeFacts({}, { conditionsMet }))
      .listConditions()
      .filter(row => row.condition === 'source_conflict')
    expect(condition?.isMet).toBe(true)
  })

  it('a doubt about a document that only software has gets the severity of the policy', () => {
    // Two equal forms of one software source: the second may be a copy of the first.
    const forms = makeRecords([makeForm1098('A', FORM), makeForm1098('A', FORM)], SOFTWARE, 's')
    const dossier = makeDossier(WAGES, forms)
    const printUnder = (policy: 'fannie' | 'latest-year'): unknown[] => printDoubts(underwrite(dossier, policy))
    const doubts = ['', 'possible_duplicate']
    expect(printUnder('fannie')).toEqual([doubts, [['possible_duplicate', 'blocking', 66667, 'A COMPANY']]])
    expect(printUnder('latest-year')).toEqual([doubts, [['possible_duplicate', 'review', 66667, 'A COMPANY']]])
  })

  it('a missing box and an unread amount are conditions', () => {
    const forms = [
      makeForm1098('A', { outstanding_mortgage_principal: 200000 }),
      makeForm1098('B', { ...FORM, amount_of_a_new_box: 700 }),
    ]
    expect(printDoubts(underwrite([...WAGES, ...forms]))).toEqual([
      ['unreadable_box', 'unread_amount'],
      // The first interest is unknown, so the amount of its condition is unknown, too.
      [
        ['unreadable_box', 'blocking', null, 'A COMPANY'],
        ['unread_amount', 'review', 66667, 'B COMPANY'],
      ],
    ])
  })

  it('a doubt about an earlier year is only on the loan', () => {
    const earlier = makeDocument(2023, 'form_1098', 'A', { outstanding_mortgage_principal: 200000 })
    expect(printDoubts(underwrite([...WAGES, earlier]))).toEqual([['unreadable_box'], []])
  })

  it('stated identifiers answer the doubt about the recipient', () => {
    const [, form, entry] = makeForm1098('A', FORM)
    const software = {
      id: 's',
      tax_year: '2024',
      provider_id: 'turbotax',
      date: '2025-03-01T00:00:00Z',
      forms: [
        {
          year: '2024',
          [form]: ['ROBIN EXAMPLE', 'CASEY EXAMPLE'].map(name => ({ ...entry, payer_borrower: { name } })),
        },
      ],
    }
    const isMet = (facts: Raw): boolean | undefined =>
      underwrite(makeDossier(WAGES, [software]), 'fannie', makeFacts(facts))
        .listConditions()
        .find(({ condition }) => condition === 'recipient_uncertain')?.isMet
    expect([isMet({}), isMet({ identifiers: ['XXX-XX-1234'] })]).toEqual([false, true])
  })
})

describe('possible payoff', () => {
  it.each([
    ['the same property', { property: '1 ELM STREET' }, { property: '1 Elm Street' }, true],
    ['no property on either', {}, {}, true],
    ['a property on one only', { property: '1 ELM STREET' }, {}, false],
    ['another property', { property: '1 ELM STREET' }, { property: '2 OAK STREET' }, false],
    ['a loan of an earlier year', {}, { originated: '2023-08-01' }, false],
    ['an older loan without a date', { originated: undefined }, {}, true],
  ])('%s', (_, older, newer, isFlagged) => {
    const { loans, conditions } = join([
      { lender: 'OAK', principal: 300000, interest: 7000, originated: '2018-05-01', ...older } as Form1098,
      { lender: 'ELM', principal: 200000, interest: 3000, originated: '2024-06-01', ...newer } as Form1098,
    ])
    expect(loans).toHaveLength(2)
    const flagged = loans.filter(({ flags }) => flags.includes('possible_payoff'))
    expect(flagged.map(({ lenders }) => lenders[0]?.name)).toEqual(isFlagged ? ['ELM BANK'] : [])
    expect(conditions).toHaveLength(isFlagged ? 1 : 0)
  })
})

it('loans are numbered per year, with those of the taxpayer first', () => {
  const { loans } = join(
    [
      { lender: 'OAK', borrower: '0001', principal: 1, interest: 1 },
      { lender: 'FIR', principal: 2, interest: 1 },
      { lender: 'FIR', principal: 3, interest: 1, year: 2023 },
      { lender: 'ASH', borrower: '7777', principal: 3, interest: 1 },
    ],
    ['0001'],
  )
  expect(printLoans(loans)).toEqual([
    '2023 1 FIR BANK 3.00 1.00  self',
    '2024 1 FIR BANK 2.00 1.00  self',
    '2024 2 OAK BANK 1.00 1.00  0001',
  ])
})

describe('laws of joining', () => {
  const form = fc.record({
    lender: fc.constantFrom('OAK', 'ELM', 'ASH', 'FIR'),
    principal: fc.constantFrom(undefined, 100000, 99000, 96000, 300000),
    interest: fc.constantFrom(undefined, 0, 1000, 2500, 3000, 6000, 12000),
    acquired: fc.constantFrom(undefined, '2024-01-01', '2024-03-16', '2024-07-01', '2022-01-01'),
    originated: fc.constantFrom(undefined, '2020-02-02', '2024-04-01'),
    property: fc.constantFrom(undefined, '1 ELM STREET', '2 OAK STREET', '1 ELM'),
  })
  const forms = fc.array(form, { maxLength: 6 }) as fc.Arbitrary<Form1098[]>

  it('every joined loan has different lenders, some evidence and interest that fits; the principal is of one form', () => {
    fc.assert(
      fc.property(forms, dossier => {
        const { loans, conditions } = join(dossier)
        expect(loans.flatMap(({ statements }) => statements)).toHaveLength(dossier.length)
        for (const { statements, lenders, flags } of loans) {
          expect(new Set(lenders.map(({ name }) => name)).size).toBe(statements.length)
          expect(flags.includes('servicing_transfer')).toBe(statements.length > 1)
          if (statements.length < 2) continue
          expect(conditions.length).toBeGreaterThanOrEqual(statements.length - 1)
          for (const { interest } of statements) expect(interest).not.toBeNull()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('two forms are at least as many loans as a hand rule gives', () => {
    // A lender without a date, and one with a date in the year: the rates over their months differ by a third at most.
    fc.assert(
      fc.property(form, form, (first, second) => {
        const pair = [first, second] as Form1098[]
        const [holder, acquirer] = [...pair].sort((a, b) => ((a.acquired ?? '') < (b.acquired ?? '') ? -1 : 1)) as [
          Form1098,
          Form1098,
        ]
        const { loans } = join(pair)
        if (loans.length === 2) return
        expect(holder.lender).not.toBe(acquirer.lender)
        expect(new Set(pair.flatMap(({ originated }) => originated ?? [])).size).toBeLessThan(2)
        for (const { principal } of pair) expect(principal).toBeDefined()
        const [holderInterest, acquirerInterest] = [holder.interest as number, acquirer.interest as number]
        if (acquirer.acquired === undefined) {
          expect(holder.property).toBeDefined()
          expect(holder.originated).toBeDefined()
          const largest = Math.max(holder.principal as number, acquirer.principal as number)
          expect(holderInterest + acquirerInterest).toBeLessThanOrEqual(largest * 0.1)
          return
        }
        const months = { '2024-03-16': 2 + 15 / 31, '2024-07-01': 6 }[acquirer.acquired] ?? 0
        if (months === 0) expect(holderInterest).toBe(0)
        else {
          const start = { '2024-03-16': 2 + 15 / 31 }[holder.acquired ?? ''] ?? 0
          const rates = [
            holderInterest / ((holder.principal as number) * (months - start)),
            acquirerInterest / ((acquirer.principal as number) * (12 - months)),
          ] as const
          expect(Math.min(...rates)).toBeGreaterThanOrEqual((Math.max(...rates) * 2) / 3 - 1e-12)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the order of forms changes nothing', () => {
    fc.assert(
      fc.property(forms, dossier => {
        const [forward, backward] = [join(dossier), join([...dossier].reverse())]
        expect(printLoans(backward.loans)).toEqual(printLoans(forward.loans))
        const listAbout = ({ conditions }: typeof forward) =>
          conditions.map(({ about, amount }) => `${about} ${amount}`).sort()
        expect(listAbout(backward)).toEqual(listAbout(forward))
      }),
      { numRuns: 200 },
    )
  })
})
