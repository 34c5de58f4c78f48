import { describe, expect, test } from 'vitest'
import { computeResult, type StatedIdentities, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { formatTableRows, type Raw, sourceOfDossier } from '../support/run.js'

// Tests which evidence decides, each with the smallest dossier that shows it: placeholders, copies that disagree,
// documents that may be one, corrections, and documents of another person. The expectations are worked out by hand.

const SELF = '900-11-3333'
const SPOUSE = '900-22-6666'

const CORRECTED = { submission_type: 'Corrected' }
const VOID = { submission_type: 'Void' }

interface RecordOptions {
  readonly id?: string
  readonly year?: number
  readonly ssn?: string | null
}

function makeRecord(provider: string, forms: Raw, { id = provider, year = 2024, ssn = SELF }: RecordOptions): Raw {
  const month = provider === 'irs' ? '08' : '04'
  const identity = ssn === null ? {} : { ssn }
  return {
    ...{ id, provider_id: provider, tax_year: String(year), date: `${year + 1}-${month}-15T12:00:00Z` },
    forms: [{ year: String(year), ...identity, ...forms }],
  }
}

const irs = (forms: Raw, options: RecordOptions = {}): Raw => makeRecord('irs', forms, options)
const software = (forms: Raw, options: RecordOptions = {}): Raw => makeRecord('turbotax', forms, options)

const HALCYON = { ein: '00-1234567', name: 'HALCYON FREIGHT INC' }

/** Makes a W-2 whose withholding is a tenth of the wages. */
const w2 = (wages: number, changes: Raw = {}): Raw => ({
  employer: HALCYON,
  employee: { ssn: SELF, name: 'ROBIN EXAMPLE' },
  wages_tips_other_compensation: wages,
  federal_income_tax_withheld: Math.round(wages * 10) / 100,
  medicare_wages_tips: wages,
  ...changes,
})

/** Makes a Form 1099-R that is fully taxable. */
const distribution = (dollars: number, code: string | null, changes: Raw = {}): Raw => ({
  payer: { fin: '00-5555555', name: 'PLAN TRUST COMPANY' },
  recipient: { id: SELF },
  gross_distribution: dollars,
  taxable_amount: dollars,
  ...(code === null ? {} : { distribution_codes: [{ value: '', code }] }),
  ...changes,
})

/** Makes a sale. Withholding of 100 makes two documents with equal proceeds one document. */
const sale = (proceeds: number | null, basis: number | null, changes: Raw = {}): Raw => ({
  payer: { fin: '00-3333333', name: 'ROBIN SECURITIES LLC' },
  recipient: { id: SELF },
  ...(proceeds === null ? {} : { proceeds }),
  ...(basis === null ? {} : { cost_basis: basis }),
  federal_income_tax_withheld: 100,
  ...changes,
})

const resultOf = (records: readonly Raw[], taxpayer: Raw = {}, statedIdentities: Partial<StatedIdentities> = {}) =>
  computeResult(sourceOfDossier({ taxpayer: { id: 't', ...taxpayer }, records }), undefined, {
    ...{ identifiers: [], sameEmployer: [], sameBorrower: [] },
    ...statedIdentities,
  })

/** Lists the counted income of the documents: record, entry, category, dollars, doubts, and `other` for another person. */
const listIncome = (result: TaxpayerResult): string[] =>
  formatTableRows(result, 'facts')
    .filter(({ counted, role }) => counted === 'true' && role?.startsWith('income.'))
    .map(({ record_id, entry_index, role = '', amount = '', doubts, other_recipient }) =>
      [
        `${record_id}/${entry_index} ${role.slice('income.'.length)} ${amount.replace(/\.00$/, '')}`,
        ...(doubts === '' ? [] : [doubts]),
        ...(other_recipient === 'true' ? ['other'] : []),
      ].join(' '),
    )

const incomeOf = (...records: Raw[]): string[] => listIncome(resultOf(records))

const listIssues = (result: TaxpayerResult, code: string): string[] =>
  result.issues.flatMap(issue => (issue.code === code ? [`${issue.recordId} ${issue.message}`] : []))

const listStatuses = (...records: Raw[]): string[] => resultOf(records).resolution.documents.map(({ status }) => status)

describe('identifiers that identify nobody', () => {
  const employers = (ein: string) => [
    makeRecord('hr', { form_w2: [w2(30_000, { employer: { ein, name: 'PINE BAKERY' } })] }, {}),
    software({ form_w2: [w2(20_000, { employer: { ein, name: 'OAK GARAGE' } })] }),
  ]

  test.each(['00-0000000', '99-9999999', '123456789', 'APPLIED FOR', 'not yet assigned'])(
    'two employers with the number %s are two',
    ein => {
      // 30,000 + 20,000. Without the number, only the recipient (4) is equal, and the names differ (-2).
      const result = resultOf(employers(ein))
      expect(listIncome(result)).toEqual(['hr/0 wages 30000', 'turbotax/0 wages 20000'])
      expect(listIssues(result, 'identifier_placeholder')).toHaveLength(2)
    },
  )

  test('a number that begins with 00 is an ordinary number', () => {
    // Issuer and recipient are equal (4 + 4) and the names differ (-2), so the score is 6: one document, in conflict.
    const result = resultOf(employers('00-0000001'))
    expect(listIncome(result)).toHaveLength(1)
    expect(listIssues(result, 'identifier_placeholder')).toEqual([])
  })

  test('a placeholder is reported once per record', () => {
    const employer = { ein: '00-0000000', name: 'PINE BAKERY' }
    const result = resultOf([irs({ form_w2: [w2(30_000, { employer }), w2(20_000, { employer })] })])
    expect(listIssues(result, 'identifier_placeholder')).toHaveLength(1)
  })

  test('a placeholder in place of an SSN is nobody', () => {
    const employee = { ssn: '999-99-9999', name: 'ROBIN EXAMPLE' }
    expect(incomeOf(irs({ form_w2: [w2(50_000)] }), software({ form_w2: [w2(50_000.55, { employee })] }))).toEqual([
      'turbotax/0 wages 50000.55',
    ])
  })
})

describe('copies of one document', () => {
  test('a rollover at the IRS is not confirmed income, whatever code software has', () => {
    const result = resultOf([
      irs({ form_1099_r: [distribution(40_000, 'G')] }),
      software({ form_1099_r: [distribution(40_000.55, '7')] }),
    ])
    expect(listIncome(result)).toEqual([])
    expect(result.resolution.documents.map(({ status, doubts }) => [status, doubts])).toEqual([
      ['duplicate', []],
      ['counted', ['copies_disagree']],
    ])
    const [issue] = listIssues(result, 'copies_disagree')
    expect(issue).toMatch(/^turbotax /)
    expect(issue).toContain("['form_1099_r'][0]")
  })

  test('an early distribution at the IRS stays one', () => {
    expect(
      incomeOf(
        irs({ form_1099_r: [distribution(40_000, '1')] }),
        software({ form_1099_r: [distribution(40_000.55, '7')] }),
      ),
    ).toEqual(['turbotax/0 retirement 40000.55 copies_disagree'])
  })

  test('equal codes in another order or spelling agree', () => {
    const codes = (...values: string[]) => ({ distribution_codes: values.map(code => ({ value: '', code })) })
    expect(
      incomeOf(
        irs({ form_1099_r: [distribution(40_000, null, codes('7', 'D'))] }),
        software({ form_1099_r: [distribution(40_000.55, null, codes('D7'))] }),
      ),
    ).toEqual(['turbotax/0 retirement 40000.55'])
  })

  test('software fills a field that the IRS copy does not have', () => {
    // The IRS copy has no code. Code P makes the distribution taxable in another year, so it does not count.
    expect(
      incomeOf(
        irs({ form_1099_r: [distribution(40_000, null)] }),
        software({ form_1099_r: [distribution(40_000, 'P')] }),
      ),
    ).toEqual([])
  })

  test('a statutory employee at the IRS only is self-employed', () => {
    const result = resultOf([
      irs({ form_w2: [w2(50_000, { statutory_employee: true })] }),
      software({ form_w2: [w2(50_000.55, { statutory_employee: false })] }),
    ])
    expect(listIncome(result)).toEqual(['turbotax/0 self_employment 50000.55 copies_disagree'])
    const copiedFrom = result.resolution.documents.find(({ status }) => status === 'counted')?.copiedFrom
    expect([...(copiedFrom ?? [])].map(([field, { record }]) => `${field} ${record.id}`)).toEqual([
      'statutoryEmployee irs',
    ])
  })

  test('a statutory employee in software only is not, because the IRS says so', () => {
    expect(
      incomeOf(
        irs({ form_w2: [w2(50_000, { statutory_employee: false })] }),
        software({ form_w2: [w2(50_000.55, { statutory_employee: true })] }),
      ),
    ).toEqual(['turbotax/0 wages 50000.55 copies_disagree'])
  })

  test.each([
    ['a software copy with cents', 50_000.55, 'turbotax/0 wages 50000.55 copies_disagree'],
    ['a software copy without cents', 50_000, 'irs/0 wages 50000 copies_disagree'],
  ])('a box that only software checks is not checked: %s', (_, wages, expected) => {
    const documents = software({ form_w2: [w2(wages, { statutory_employee: true })] })
    const result = resultOf([irs({ form_w2: [w2(50_000)] }), documents])
    expect(listIncome(result)).toEqual([expected])
    expect(listIssues(result, 'copies_disagree')).toHaveLength(1)
  })

  test('a date of a death benefit that only software has does not make a pension a single payment', () => {
    const death = { date_of_payment_for_reportable_death_benefits: '2024-03-01' }
    expect(
      incomeOf(
        irs({ form_1099_r: [distribution(40_000, '7')] }),
        software({ form_1099_r: [distribution(40_000.55, '7', death)] }),
      ),
    ).toEqual(['turbotax/0 retirement 40000.55 copies_disagree'])
  })

  test('a box that software checks is checked if the IRS copy cannot be read', () => {
    expect(
      incomeOf(
        irs({ form_w2: [w2(50_000, { statutory_employee: 'perhaps' })] }),
        software({ form_w2: [w2(50_000.55, { statutory_employee: true })] }),
      ),
    ).toEqual(['turbotax/0 self_employment 50000.55'])
  })

  test('software contradicts a value that only the second of two IRS copies has', () => {
    const entries = [w2(50_000.5), w2(50_000, { third_party_sick_pay_indicator: false })]
    const records = entries.map((entry, i) => irs({ form_w2: [entry] }, { id: `irs-${i}` }))
    expect(incomeOf(...records, software({ form_w2: [w2(50_000, { third_party_sick_pay_indicator: true })] }))).toEqual(
      ['irs-0/0 wages 50000.50 copies_disagree'],
    )
  })

  test('two software sources decide nothing for each other', () => {
    // Without an IRS copy, the document that counts keeps its own values. Both have cents, so it is the first in order.
    const records = [
      makeRecord('hr', { form_1099_r: [distribution(40_000.55, 'G')] }, {}),
      software({ form_1099_r: [distribution(40_000.55, '7')] }),
    ]
    const counted = resultOf(records).resolution.documents.filter(({ status }) => status === 'counted')
    expect(counted.map(({ copiedFrom, doubts }) => [copiedFrom, doubts])).toEqual([[null, []]])
  })

  test('the income code of a 1042-S comes from the IRS copy', () => {
    const entry = (income_code: string, gross_income: number): Raw => ({
      withholding_agent: { ein: '00-4444444', name: 'UNIVERSITY' },
      recipient: { id: SELF },
      ...{ income_code, gross_income, us_federal_tax_withheld: 100 },
    })
    // Code 37 is a return of capital, which is not income. Software has 06, a dividend.
    expect(incomeOf(irs({ form_1042_s: [entry('37', 800)] }), software({ form_1042_s: [entry('06', 800.4)] }))).toEqual(
      [],
    )
    expect(incomeOf(irs({ form_1042_s: [entry('6', 800)] }), software({ form_1042_s: [entry('06', 800.4)] }))).toEqual([
      'turbotax/0 dividends 800.40',
    ])
  })

  test('the recipient comes from the IRS copy', () => {
    const toSpouse = { employee: { ssn: `XXX-XX-${SPOUSE.slice(-4)}` } }
    const nameless = { employee: {} }
    expect(
      incomeOf(
        irs({ form_w2: [w2(1)] }, { id: 'self', year: 2023 }),
        irs({ form_w2: [w2(2)] }, { id: 'self-2022', year: 2022 }),
        irs({ form_w2: [w2(60_000, toSpouse)] }, { id: 'spouse', ssn: SPOUSE }),
        software({ form_w2: [w2(60_000.5, nameless)] }),
      ),
    ).toEqual(['self/0 wages 1', 'self-2022/0 wages 2', 'turbotax/0 wages 60000.50 other'])
  })
})

describe('cost basis', () => {
  test('a basis that only software has gives the gain', () => {
    // 9,000.40 - 8,500.
    const records = [irs({ form_1099_b: [sale(9000, 0)] }), software({ form_1099_b: [sale(9000.4, 8500)] })]
    expect(incomeOf(...records)).toEqual(['turbotax/0 capital_gains 500.40 basis_from_software'])
    expect(listStatuses(...records)).toEqual(['duplicate', 'counted'])
  })

  test('the IRS document can count with the basis of a software copy', () => {
    // Both are in whole dollars, so the IRS document counts: 9,000 - 8,500.
    const result = resultOf([irs({ form_1099_b: [sale(9000, null)] }), software({ form_1099_b: [sale(9000, 8500)] })])
    expect(listIncome(result)).toEqual(['irs/0 capital_gains 500 basis_from_software'])
    const [counted] = result.resolution.documents
    expect([...(counted?.copiedFrom ?? [])].map(([field, { record }]) => `${field} ${record.id}`)).toEqual([
      'costBasis turbotax',
    ])
  })

  test('a basis of 0 of a covered security is a basis', () => {
    // The sources disagree about the basis, and the IRS document counts: 9,000 - 0.
    const covered = { noncovered_security_indicator: 'Covered security' }
    expect(
      incomeOf(irs({ form_1099_b: [sale(9000, 0, covered)] }), software({ form_1099_b: [sale(9000, 8500, covered)] })),
    ).toEqual(['irs/0 capital_gains 9000 source_conflict'])
  })

  test('each of two lots keeps the basis of its own copy', () => {
    // 1,000 - 700 = 300 and 1,000 - 950 = 50.
    const dates = ['01-05-2020', '03-09-2021'].map(date_acquired => ({ date_acquired }))
    const result = resultOf([
      irs({ form_1099_b: [sale(1000, 0, dates[0]), sale(1000, 0, dates[1])] }),
      software({ form_1099_b: [sale(1000, 950, dates[1]), sale(1000, 700, dates[0])] }),
    ])
    expect(listIncome(result)).toEqual([
      'irs/0 capital_gains 300 basis_from_software',
      'irs/1 capital_gains 50 basis_from_software',
    ])
  })

  test('a basis of 0 that was not reported does not make two sales copies', () => {
    // Only the first lot has the software copy's proceeds: 9,000 - 8,500 = 500 and 4,000 - 3,000 = 1,000.
    expect(
      incomeOf(
        irs({ form_1099_b: [sale(9000, 0), sale(4000, 3000)] }),
        software({ form_1099_b: [sale(9000, 8500), sale(4000, 0)] }),
      ),
    ).toEqual(['irs/0 capital_gains 500 basis_from_software', 'irs/1 capital_gains 1000'])
  })

  test('a lot that only software has is not doubtful', () => {
    expect(incomeOf(software({ form_1099_b: [sale(9000, 8500)] }))).toEqual(['turbotax/0 capital_gains 500'])
  })
})

describe('sales without proceeds', () => {
  test.each<[title: string, entry: Raw, income: string[]]>([
    ['an option that expired costs its basis', sale(0, 2400), ['irs/0 capital_gains -2400']],
    ['a wash sale reduces that loss', sale(0, 2400, { wash_sale_loss_disallowed: 400 }), ['irs/0 capital_gains -2000']],
    ['closing a written option costs its negative proceeds', sale(-300, null), ['irs/0 capital_gains -300']],
    ['negative proceeds with a basis', sale(-300, 200), ['irs/0 capital_gains -500']],
    ['proceeds of 0 without a basis are no sale', sale(0, 0), []],
    ['proceeds without a basis are not a gain', sale(9000, 0), []],
  ])('%s', (_, entry, income) => {
    expect(incomeOf(irs({ form_1099_b: [entry] }))).toEqual(income)
  })
})

describe('documents that may be one', () => {
  const irsRecord = irs({ form_w2: [w2(50_000)] })
  const fromSoftware = (wages: number, changes: Raw): string[] =>
    incomeOf(irsRecord, software({ form_w2: [w2(wages, changes)] }))
  const employer = (ein: string | null, name: string | null = HALCYON.name) => ({ employer: { ein, name } })

  /** Both count. The doubt is on the document that no IRS source has. */
  const TWO = ['irs/0 wages 50000', 'turbotax/0 wages 50000']
  const DOUBTFUL = ['irs/0 wages 50000', 'turbotax/0 wages 50000 possible_duplicate']

  test.each<[title: string, changes: Raw, income: readonly string[]]>([
    ['another issuer number', employer('00-8888123', 'HALCYON BRAND'), TWO],
    ['another issuer number with no name', employer('00-8888123', null), DOUBTFUL],
    // The equal names also join the two employers, because only one year has wages under both numbers.
    [
      'another issuer number with the same name',
      employer('00-8888123'),
      ['irs/0 wages 50000 employer_by_name', 'turbotax/0 wages 50000 employer_by_name;possible_duplicate'],
    ],
    // One digit differs, so only the name contradicts.
    ['one wrong digit in the issuer number, and another name', employer('00-1234568', 'HALCYON BRAND'), DOUBTFUL],
    ['two swapped digits in the issuer number, and another name', employer('00-1324567', 'HALCYON BRAND'), DOUBTFUL],
    ['two swapped digits that are not neighbors', employer('00-3214567', 'HALCYON BRAND'), TWO],
    ['two wrong digits', employer('00-1234599', 'HALCYON BRAND'), TWO],
    [
      'another recipient with the same amounts',
      { employee: { ssn: SPOUSE } },
      [TWO[0] as string, `${DOUBTFUL[1]} other`],
    ],
    [
      'another recipient and another issuer',
      { ...employer('00-8888123', null), employee: { ssn: SPOUSE } },
      [TWO[0] as string, `${TWO[1]} other`],
    ],
  ])('%s', (_, changes, income) => {
    expect(fromSoftware(50_000, changes)).toEqual(income)
  })

  test('two swapped digits of the wages, and a brand in place of the legal name', () => {
    // Of three boxes, the withholding and the Medicare wages are equal. The recipient gives 4 and the name -2, so the
    // score is 2 and both count: 54,310 + 53,410.
    const legal = { employer: { ein: null, name: 'HALCYON FREIGHT INC' } }
    const brand = { employer: { ein: null, name: 'SPEEDY' } }
    const boxes = { federal_income_tax_withheld: 5431, medicare_wages_tips: 54_310 }
    expect(
      incomeOf(
        irs({ form_w2: [w2(54_310, { ...legal, ...boxes })] }),
        software({ form_w2: [w2(53_410, { ...brand, ...boxes })] }),
      ),
    ).toEqual(['irs/0 wages 54310', 'turbotax/0 wages 53410 possible_duplicate'])
  })

  test.each<[title: string, changes: Raw, isDoubtful: boolean]>([
    // Two of four boxes are equal, which is half of them.
    ['half of the boxes', { wages_tips_other_compensation: 51_000, social_security_wages: 40_000 }, true],
    // Two of five boxes are equal.
    [
      'fewer than half of the boxes',
      { wages_tips_other_compensation: 51_000, social_security_wages: 40_000, allocated_tips: 7 },
      false,
    ],
    ['one of three boxes', { wages_tips_other_compensation: 51_000, medicare_wages_tips: 51_000 }, false],
  ])('%s equal', (_, changes, isDoubtful) => {
    const result = resultOf([
      irsRecord,
      software({ form_w2: [w2(50_000, { ...changes, ...employer('00-8888123', null) })] }),
    ])
    expect(result.resolution.documents.map(({ status, doubts }) => [status, doubts])).toEqual([
      ['counted', []],
      ['counted', isDoubtful ? ['possible_duplicate'] : []],
    ])
  })

  test('the cents of software do not matter', () => {
    // The amounts are equal as between sources: 50,310.44 is 50,310 without its cents.
    const irsCopy = w2(50_310, { federal_income_tax_withheld: 5031 })
    const softwareCopy = w2(50_310.44, { federal_income_tax_withheld: 5031.2, ...employer('00-8888123', null) })
    expect(incomeOf(irs({ form_w2: [irsCopy] }), software({ form_w2: [softwareCopy] }))).toEqual([
      'irs/0 wages 50310',
      'turbotax/0 wages 50310.44 possible_duplicate',
    ])
  })

  test('of two software sources, the later document in the order carries the doubt', () => {
    // 00-1234567 is before 00-8888123.
    const records = [
      makeRecord('hr', { form_w2: [w2(50_000, employer('00-8888123', null))] }, {}),
      software({ form_w2: [w2(50_000)] }),
    ]
    for (const ordered of [records, records.toReversed()])
      expect(incomeOf(...ordered)).toEqual(['hr/0 wages 50000 possible_duplicate', 'turbotax/0 wages 50000'])
  })

  test('a W-2 that software alone lists once per state is doubtful from the second on', () => {
    expect(incomeOf(software({ form_w2: [w2(68_000), w2(68_000), w2(68_000)] }))).toEqual([
      'turbotax/0 wages 68000',
      'turbotax/1 wages 68000 possible_duplicate',
      'turbotax/2 wages 68000 possible_duplicate',
    ])
  })

  test.each([
    ['the recipient of its form object, and the spouse is another one', SELF, false],
    ['no recipient, so that only the issuer contradicts', null, true],
  ])('in one software source, a document without a recipient has %s', (_, ssn, isDoubtful) => {
    const documents = [
      w2(68_000, { employee: {} }),
      w2(68_000, { ...employer('00-8888123', null), employee: { ssn: SPOUSE } }),
    ]
    const doubts = resultOf([software({ form_w2: documents }, { ssn })]).resolution.documents.flatMap(
      item => item.doubts,
    )
    expect(doubts.includes('possible_duplicate')).toBe(isDoubtful)
  })

  test('equal documents of the IRS are not doubtful, because an employer may issue two', () => {
    const result = resultOf([irs({ form_w2: [w2(68_000), w2(68_000)] })])
    expect(listIncome(result)).toEqual(['irs/0 wages 68000', 'irs/1 wages 68000'])
    expect(listIssues(result, 'probable_duplicate')).toHaveLength(1)
  })

  test.each([
    ['form_1099_b', { payer: { fin: '00-3333333' }, proceeds: 500, cost_basis: 100 }],
    ['form_w2g', { payer: { fin: '00-3333333' }, gross_winnings: 500, federal_income_tax_withheld: 100 }],
    ['form_1042_s', { withholding_agent: { ein: '00-3333333' }, gross_income: 500, us_federal_tax_withheld: 100 }],
    ['schedule_k1_1065', { partnership: { ein: '00-3333333' }, interest: 500, dividends: 100 }],
  ])('equal rows of %s in one software source are common', (form, entry) => {
    const { documents } = resultOf([software({ [form]: [entry, entry] })]).resolution
    expect(documents.map(({ status, doubts }) => [status, doubts])).toEqual([
      ['counted', []],
      ['counted', []],
    ])
  })
})

describe('corrections', () => {
  test('software does not correct the IRS', () => {
    const pair = (year: number, wages: number, corrected: number): Raw[] => [
      irs({ form_w2: [w2(wages)] }, { id: `irs-${year}`, year }),
      software({ form_w2: [w2(wages), w2(corrected, CORRECTED)] }, { id: `software-${year}`, year }),
    ]
    const records = [...pair(2023, 50_000, 88_000), ...pair(2024, 52_000, 90_000)]
    expect(incomeOf(...records)).toEqual([
      'irs-2023/0 wages 50000 source_conflict',
      'irs-2024/0 wages 52000 source_conflict',
    ])
    expect(listStatuses(...records)).toEqual([
      'counted',
      'counted',
      ...Array(2).fill(['superseded', 'conflict']).flat(),
    ])
  })

  test('a correction in software counts if the IRS has the corrected amounts, too', () => {
    const corrected = w2(52_000.5, { ...CORRECTED, federal_income_tax_withheld: 5000 })
    expect(
      incomeOf(
        irs({ form_w2: [w2(52_000, { federal_income_tax_withheld: 5000 })] }),
        software({ form_w2: [w2(50_000), corrected] }),
      ),
    ).toEqual(['turbotax/1 wages 52000.50'])
  })

  test('an IRS correction acts on the copies in software', () => {
    expect(
      incomeOf(irs({ form_w2: [w2(50_000), w2(52_000, CORRECTED)] }), software({ form_w2: [w2(50_000.5)] })),
    ).toEqual(['irs/1 wages 52000 amended_target_doubtful'])
  })

  test('a software correction acts on other software', () => {
    const corrected = w2(52_000, { ...CORRECTED, federal_income_tax_withheld: 5000 })
    expect(
      incomeOf(makeRecord('hr', { form_w2: [w2(50_000), corrected] }, {}), software({ form_w2: [w2(50_000)] })),
    ).toEqual(['hr/1 wages 52000'])
  })

  test('a void in software does not cancel a document of the IRS', () => {
    expect(incomeOf(irs({ form_w2: [w2(50_000)] }), software({ form_w2: [w2(50_000), w2(50_000, VOID)] }))).toEqual([
      'irs/0 wages 50000',
    ])
  })

  const lots = (...dates: string[]) =>
    dates.map((date_acquired, i) => sale(1000, i === 0 ? 950 : 700, { date_acquired }))
  const correctedLot = (changes: Raw) => sale(1000, 600, { ...CORRECTED, ...changes })

  test.each<[title: string, entries: Raw[], income: string[]]>([
    [
      // 1,000 - 950 = 50 and 1,000 - 600 = 400. Both lots have two equal boxes, so only the date tells.
      'the date of purchase tells which lot is corrected',
      [...lots('01-05-2020', '03-09-2021'), correctedLot({ date_acquired: '03-09-2021' })],
      ['irs/0 capital_gains 50', 'irs/2 capital_gains 400'],
    ],
    [
      'in any spelling',
      [...lots('01-05-2020', '03-09-2021'), correctedLot({ date_acquired: '2021-03-09' })],
      ['irs/0 capital_gains 50', 'irs/2 capital_gains 400'],
    ],
    [
      // No lot has the date, and the first one with the most equal boxes is replaced: 1,000 - 700 and 1,000 - 600.
      'a lot of another date is replaced only if there is no other, and is doubtful',
      [...lots('01-05-2020', '03-09-2021'), correctedLot({ date_acquired: '07-07-2022' })],
      ['irs/1 capital_gains 300', 'irs/2 capital_gains 400 amended_target_doubtful'],
    ],
    [
      // The lot without a date contradicts nothing. It is replaced although the other lot has more equal boxes.
      'a lot without a date goes before a lot with another date',
      [
        sale(2000, 600, { date_acquired: '01-05-2020' }),
        sale(1000, 700),
        correctedLot({ date_acquired: '03-09-2021' }),
      ],
      ['irs/0 capital_gains 1400', 'irs/2 capital_gains 400'],
    ],
  ])('%s', (_, entries, income) => {
    expect(incomeOf(irs({ form_1099_b: entries }))).toEqual(income)
  })

  test('the CUSIP tells, and an equal account counts more than equal boxes', () => {
    const first = sale(1000, 950, { cusip: '037833100' })
    const second = sale(1000, 700, { cusip: '594918104' })
    expect(incomeOf(irs({ form_1099_b: [first, second, correctedLot({ cusip: '594918104' })] }))).toEqual([
      'irs/0 capital_gains 50',
      'irs/2 capital_gains 400',
    ])
  })

  test('equal codes tell which distribution is corrected', () => {
    // The first has an equal box and another code. The second has no equal box and the same code: 10,000 + 26,000.
    const entries = [
      distribution(10_000, '4'),
      distribution(25_000, '7'),
      distribution(26_000, '7', { ...CORRECTED, taxable_amount: 10_000 }),
    ]
    const income = incomeOf(irs({ form_1099_r: entries }))
    expect(income).toEqual(['irs/0 retirement 10000', 'irs/2 retirement 26000 amended_target_doubtful'])
  })

  test('the date of a win tells which prize is corrected', () => {
    const prize = (gross_winnings: number, date_won: string, changes: Raw = {}): Raw => ({
      ...{ payer: { fin: '00-6666666', name: 'RIVER CASINO' }, winner: { ssn: SELF }, gross_winnings },
      ...{ federal_income_tax_withheld: 240, date_won, ...changes },
    })
    // 1,000 + 1,300.
    expect(
      incomeOf(
        irs({ form_w2g: [prize(1000, '03-01-2024'), prize(1200, '05-02-2024'), prize(1300, '05-02-2024', CORRECTED)] }),
      ),
    ).toEqual(['irs/0 gambling 1000', 'irs/2 gambling 1300'])
  })
})

describe('whose document it is', () => {
  const ROBIN = { employee: { name: 'ROBIN EXAMPLE' } }
  const CASEY = { employee: { name: 'Casey Example' }, employer: { ein: '00-9090909', name: 'CITY SCHOOLS' } }
  const joint = software({ form_w2: [w2(60_000, ROBIN), w2(40_000, CASEY)] })
  const [robins, caseys] = ['turbotax/0 wages 60000', 'turbotax/1 wages 40000']

  test('on a joint return without numbers, the taxpayer object tells whose W-2 it is', () => {
    const result = resultOf([joint], { name: 'Robin Example' })
    expect(listIncome(result)).toEqual([robins, `${caseys} other`])
    expect(result.resolution.documents.map(({ recipientName }) => recipientName)).toEqual([null, 'Casey Example'])
    expect(listIncome(resultOf([joint], { name: 'EXAMPLE, CASEY R.' }))).toEqual([`${robins} other`, caseys])
  })

  test('else the name on documents with the taxpayer number tells', () => {
    const record = irs({ form_w2: [w2(1)] }, { id: 'irs', year: 2023 })
    expect(incomeOf(record, joint)).toEqual(['irs/0 wages 1', robins, `${caseys} other`])
  })

  test('else the name on most documents of the source tells', () => {
    const second = w2(5000, { ...ROBIN, employer: { ein: '00-7777777', name: 'OAK GARAGE' } })
    expect(incomeOf(software({ form_w2: [w2(60_000, ROBIN), w2(40_000, CASEY), second] }))).toEqual([
      robins,
      `${caseys} other`,
      'turbotax/2 wages 5000',
    ])
  })

  test('if the names tie, the first document in the order tells, and all are uncertain', () => {
    // 00-1234567 is before 00-9090909.
    expect(incomeOf(joint)).toEqual([`${robins} recipient_uncertain`, `${caseys} recipient_uncertain other`])
  })

  test.each([
    ['EXAMPLE, ROBIN Q.', true],
    ['robin quinn example jr', true],
    ['R. Example', true],
    ['ROBI EXAM', true],
    ['Example Robin', true],
    ['ROBERTA EXAMPLE', false],
    ['ROBIN SAMPLE', false],
    ['RO EXAMPLE', false],
  ])('the name %s is compatible with Robin Example: %s', (name, isCompatible) => {
    const record = software({ form_w2: [w2(60_000, { employee: { name } })] })
    expect(listIncome(resultOf([record], { name: 'Robin Example' }))).toEqual([
      isCompatible ? robins : `${robins} other`,
    ])
  })

  test('without a name, the document stays with the taxpayer, uncertain if the source names several persons', () => {
    const nameless = { employee: {}, employer: { ein: '00-7777777', name: 'OAK GARAGE' } }
    const namelessIncome = (...entries: Raw[]) =>
      listIncome(resultOf([software({ form_w2: [...entries, w2(5000, nameless)] })], { name: 'Robin Example' })).at(-1)
    expect(namelessIncome(w2(60_000, ROBIN))).toBe('turbotax/1 wages 5000')
    expect(namelessIncome(w2(60_000, ROBIN), w2(40_000, CASEY))).toBe('turbotax/2 wages 5000 recipient_uncertain')
    // The initial of the first name is compatible with both other names, which are not compatible with each other.
    const [initial, rose] = [{ employee: { name: 'R. Example' } }, { employee: { name: 'Rose Example' } }]
    expect(namelessIncome(w2(10_000, initial), w2(60_000, ROBIN))).toBe('turbotax/2 wages 5000')
    expect(namelessIncome(w2(10_000, initial), w2(60_000, ROBIN), w2(40_000, rose))).toBe(
      'turbotax/3 wages 5000 recipient_uncertain',
    )
  })

  const ITIN = '912-70-4444'
  const withItin = (name: string, id = 'itin') =>
    irs({ form_w2: [w2(40_000, { employee: { ssn: ITIN, name } })] }, { id, year: 2022, ssn: ITIN })
  const withSsn = [2023, 2024].map(year => irs({ form_w2: [w2(year)] }, { id: `ssn-${year}`, year }))
  const analysis = { analysis: { tin: ITIN } }

  test('a person who changed from an ITIN to an SSN has two numbers, with a doubt', () => {
    expect(listIncome(resultOf([withItin('ROBIN Q EXAMPLE'), ...withSsn], analysis))).toEqual([
      'itin/0 wages 40000 recipient_uncertain',
      'ssn-2023/0 wages 2023 recipient_uncertain',
      'ssn-2024/0 wages 2024 recipient_uncertain',
    ])
  })

  test('if the names are not compatible, the smaller group belongs to another person, with a doubt', () => {
    expect(listIncome(resultOf([withItin('CASEY EXAMPLE'), ...withSsn], analysis))).toEqual([
      'itin/0 wages 40000 recipient_uncertain other',
      'ssn-2023/0 wages 2023 recipient_uncertain',
      'ssn-2024/0 wages 2024 recipient_uncertain',
    ])
  })

  test('if the analysis has the number of most form objects, another number is another person, without a doubt', () => {
    const income = listIncome(resultOf([withItin('ROBIN Q EXAMPLE'), ...withSsn], { analysis: { tin: SELF } }))
    expect(income).toEqual(['itin/0 wages 40000 other', 'ssn-2023/0 wages 2023', 'ssn-2024/0 wages 2024'])
  })

  test('identifiers that the lender states belong to the taxpayer, without a doubt', () => {
    const bothNumbers = { identifiers: [ITIN.replaceAll('-', ''), SELF.replaceAll('-', '')] }
    const income = ['itin/0 wages 40000', 'ssn-2023/0 wages 2023', 'ssn-2024/0 wages 2024']
    // Without a tin, stating the ITIN is enough.
    expect(listIncome(resultOf([withItin('CASEY OTHER'), ...withSsn], {}, { identifiers: ['XXXXX4444'] }))).toEqual(
      income,
    )
    expect(listIncome(resultOf([withItin('ROBIN Q EXAMPLE'), ...withSsn], analysis, bothNumbers))).toEqual(income)
  })
})

describe('one employer under several numbers', () => {
  const acme = (name: string, ein: string) => ({ employer: { ein, name } })
  const before = acme('ACME FREIGHT INC', '00-1111111')
  const year = (taxYear: number, ...entries: Raw[]): Raw =>
    irs({ form_w2: entries }, { id: `irs-${taxYear}`, year: taxYear })
  const employmentOf = (records: readonly Raw[], statedIdentities: Partial<StatedIdentities> = {}): string[] =>
    formatTableRows(resultOf(records, {}, statedIdentities), 'employment').map(row =>
      `${row['tax_year']} ${row['wages']} ${row['doubts']}`.trim(),
    )

  test('a successor from November on is the same employer, with a doubt', () => {
    // 50,000 + 12,000 in the year of overlap.
    const after = acme('ACME FREIGHT LLC', '00-2222222')
    const records = [year(2023, w2(60_000, before)), year(2024, w2(50_000, before), w2(12_000, after))]
    expect(employmentOf(records)).toEqual(['2023 60000.00 employer_by_name', '2024 62000.00 employer_by_name'])
    expect(employmentOf(records, { sameEmployer: [['001111111', '002222222']] })).toEqual([
      '2023 60000.00',
      '2024 62000.00',
    ])
  })

  test.each([
    ['a legal form in another spelling', 'The Acme Freight, L.L.C.', 0, true],
    ['another name', 'ACME HAULING LLC', 0, false],
    ['wages of both in two years', 'ACME FREIGHT LLC', 1000, false],
  ])('%s', (_, name, earlierWages, isOne) => {
    const after = acme(name, '00-2222222')
    const records = [
      year(2023, w2(60_000, before), ...(earlierWages > 0 ? [w2(earlierWages, after)] : [])),
      year(2024, w2(50_000, before), w2(12_000, after)),
    ]
    const doubtful = employmentOf(records).filter(row => row.endsWith('employer_by_name'))
    expect(doubtful).toHaveLength(isOne ? 2 : 0)
  })

  test('a short name of one word is not enough', () => {
    const records = [year(2024, w2(50_000, acme('ACME INC', '00-1111111')), w2(12_000, acme('ACME LLC', '00-2222222')))]
    expect(employmentOf(records)).toEqual(['2024 50000.00', '2024 12000.00'])
    const long = [
      year(2024, w2(50_000, acme('SUPERMART INC', '00-1111111')), w2(12_000, acme('SUPERMART LLC', '00-2222222'))),
    ]
    expect(employmentOf(long)).toEqual(['2024 62000.00 employer_by_name'])
  })
})

describe('doubts', () => {
  test('an amount that cannot be read, and money under an unknown key', () => {
    const result = resultOf([
      irs({ form_w2: [w2(50_000, { medicare_wages_tips: 'abc' }), w2(20_000, { bonus_pay: 1200.5 })] }),
    ])
    expect(listIncome(result)).toEqual(['irs/0 wages 50000 unreadable_box', 'irs/1 wages 20000 unread_amount'])
  })

  test('a checkbox that cannot be read', () => {
    const result = resultOf([irs({ form_w2: [w2(50_000, { statutory_employee: 'perhaps' })] })])
    expect(listIncome(result)).toEqual(['irs/0 wages 50000 unreadable_box'])
  })

  test('reach every figure that uses the document, and only those', () => {
    const result = resultOf([
      irs({ form_w2: [w2(50_000)], form_1099_int: [{ payer: { fin: '00-4040404' }, interest_income: 12 }] }),
      software({ form_w2: [w2(50_000, { employer: { ein: '00-8888123', name: null } })] }),
    ])
    const doubtsOf = (table: string) => formatTableRows(result, table).map(({ doubts }) => doubts)
    // Income: interest and wages. Withholding: federal. Lines: 1a, 2b and 25a. Employment: two employers.
    expect(doubtsOf('income')).toEqual(['', 'possible_duplicate'])
    expect(doubtsOf('withholding')).toEqual(['possible_duplicate'])
    expect(
      formatTableRows(result, 'return_lines')
        .map(({ line, doubts }) => `${line} ${doubts}`.trim())
        .sort(),
    ).toEqual(['1a possible_duplicate', '25a possible_duplicate', '2b'])
    expect(doubtsOf('employment').sort()).toEqual(['', 'possible_duplicate'])
    const [row] = formatTableRows(result, 'years')
    expect([row?.['doubts'], row?.['doubtful_documents']]).toEqual(['possible_duplicate', '1'])
  })

  test('a document that does not count has no doubt', () => {
    const result = resultOf([
      irs({ form_w2: [w2(50_000)] }),
      software({ form_w2: [w2(50_000, { bonus_pay: 1200.5 })] }),
    ])
    expect(result.resolution.documents.map(({ status, doubts }) => [status, doubts])).toEqual([
      ['counted', []],
      ['duplicate', []],
    ])
  })

  test('more Social Security repaid than received is a doubt of the year', () => {
    const benefits = {
      payer: { name: 'SSA' },
      payee: { ssn: SELF },
      pensions_and_annuities: 12_000,
      repayments: 20_000,
    }
    const result = resultOf([irs({ form_w2: [w2(40_000)], form_ssa_1099: [benefits] })])
    const [row] = formatTableRows(result, 'years')
    // 12,000 - 20,000 counts as 0 next to the wages of 40,000.
    expect([row?.['total_income'], row?.['doubts'], row?.['doubtful_documents']]).toEqual([
      '40000.00',
      'net_negative',
      '0',
    ])
  })
})
