import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCents, type Cents } from '../../src/core/money.js'
import type { TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { POLICY_NAMES } from '../../src/underwriting/policies/policies.js'
import type { KnownFacts, Policy } from '../../src/underwriting/policies/settings.js'
import type { QualifyingRow } from '../../src/underwriting/streams/qualifying-income.js'
import { underwrite } from '../../src/underwriting/underwrite.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed } from './example.js'

const policies = POLICY_NAMES.map(policyNamed)

const EMPLOYERS = [1, 2, 3].map(digit => ({
  ein: `1${digit}-3456780`,
  name: `FIRM ${digit}`,
  address: `${digit} STREET`,
}))
const PEOPLE = ['XXX-XX-1234', 'XXX-XX-9999']

/** One document: its source, year, recipient, issuer, kind and amount. */
const documentSpec = fc.record({
  source: fc.constantFrom('irs-08', 'irs-02', 'turbotax'),
  year: fc.integer({ min: 2020, max: 2023 }),
  person: fc.nat(1),
  issuer: fc.nat(2),
  kind: fc.nat(5),
  amount: fc.integer({ min: 1, max: 90_000 }),
})
type DocumentSpec = typeof documentSpec extends fc.Arbitrary<infer T> ? T : never
const dossiers = fc.array(documentSpec, { minLength: 1, maxLength: 12 })

/** Builds an entry of one kind: wages, interest, gains or losses, a pension, benefits or receipts. */
function buildEntry({ kind, amount, issuer, person }: DocumentSpec): [form: string, entry: Raw] {
  const payer = { ...EMPLOYERS[issuer], fin: EMPLOYERS[issuer]!.ein }
  const recipient = { id: PEOPLE[person], ssn: PEOPLE[person] }
  const parties = { payer, recipient }
  const forms: [string, Raw][] = [
    ['form_w2', { employer: EMPLOYERS[issuer], employee: recipient, wages_tips_other_compensation: amount }],
    ['form_1099_int', { ...parties, interest_income: amount }],
    ['form_1099_b', { ...parties, proceeds: 50_000, cost_basis: amount }],
    ['form_1099_r', { ...parties, gross_distribution: amount, taxable_amount: amount / 2 }],
    ['form_ssa_1099', { ...parties, pensions_and_annuities: amount }],
    ['form_1099_nec', { ...parties, non_employee_compensation: amount }],
  ]
  return forms[kind]!
}

function buildDossier(documents: readonly DocumentSpec[]): Raw {
  const records = new Map<string, Raw>()
  for (const document of documents) {
    const { source, year, person } = document
    const id = `${source} ${year} ${person}`
    const [form, entry] = buildEntry(document)
    const record = records.get(id) ?? {
      id,
      tax_year: String(year),
      provider_id: source.slice(0, 3) === 'irs' ? 'irs' : source,
      date: `${year + 1}-${source === 'irs-08' ? '08' : '02'}-03T00:00:00Z`,
      forms: [{ year: String(year), ssn: PEOPLE[source === 'turbotax' ? 0 : person] }],
    }
    records.set(id, record)
    const [object] = record['forms'] as Raw[]
    object![form] = [...((object![form] as Raw[] | undefined) ?? []), entry]
  }
  // Most form objects belong to the taxpayer, so the library can tell who the taxpayer is.
  const taxpayerRecords = [2017, 2018, 2019].map(year => ({
    id: `own ${year}`,
    tax_year: String(year),
    provider_id: 'irs',
    date: `${year + 1}-09-01T00:00:00Z`,
    forms: [...Array(5)].map(() => ({ year: String(year), ssn: PEOPLE[0] })),
  }))
  return { taxpayer: { id: 'tp' }, records: [...taxpayerRecords, ...records.values()] }
}

const KNOWN: KnownFacts = { taxpayerId: 'tp', recipients: ['9999'], asOfYear: 2023 }
const computeRows = (raw: Raw, policy: Policy): readonly QualifyingRow[] =>
  underwrite(resultOfDossier(raw), policy, KNOWN).qualifyingIncome
const nameOf = ({ borrower, category }: QualifyingRow): string => `${borrower}.${category}`
const sum = (amounts: readonly (Cents | null)[]): Cents | null =>
  amounts.reduce<Cents | null>((total, amount) => (amount === null ? total : addCents(total ?? 0, amount)), null)

const AMOUNTS = [
  ...(['latestAmount', 'priorAmount', 'monthlyAmount', 'grossUp', 'qualifyingMonthly'] as const),
  ...(['supportableIfStabilized', 'verifiedLatest', 'verifiedPrior', 'verifiedMonthly'] as const),
]

/** Checks a law for random documents, each under one of the presets. */
const checkDossiers = (numRuns: number, check: (documents: readonly DocumentSpec[], policy: Policy) => void): void =>
  fc.assert(fc.property(dossiers, fc.constantFrom(...policies), check), { numRuns })

/** Pairs each row if documents without a transcript are only flagged with the row if they are excluded. */
function pairRows(result: TaxpayerResult, policy: Policy, knownFacts: KnownFacts) {
  const [flagged, excluded] = (['flag', 'exclude'] as const).map(
    requireAuthority => underwrite(result, { ...policy, requireAuthority }, knownFacts).qualifyingIncome,
  )
  const flaggedByName = new Map(flagged!.map(row => [nameOf(row), row]))
  return excluded!.map(row => [flaggedByName.get(nameOf(row))!, row] as const)
}

describe('laws of borrowers and verified amounts', () => {
  it('excluding documents without a transcript never raises an amount', () => {
    let less = 0
    checkDossiers(600, (documents, policy) => {
      for (const [flagged, row] of pairRows(resultOfDossier(buildDossier(documents)), policy, KNOWN)) {
        expect([nameOf(row), row.qualifyingMonthly <= flagged.qualifyingMonthly]).toEqual([nameOf(row), true])
        expect(row.monthlyAmount <= flagged.monthlyAmount).toBe(true)
        if (row.qualifyingMonthly < flagged.qualifyingMonthly) less++
      }
    })
    expect(less).toBeGreaterThan(50)
  })

  it('the verified monthly amount is between 0 and the qualifying amount', () => {
    let confirmed = 0
    checkDossiers(300, (documents, policy) => {
      for (const row of computeRows(buildDossier(documents), policy)) {
        expect(row.verifiedMonthly >= 0).toBe(true)
        if (row.monthlyAmount >= 0 && row.category !== 'total')
          expect([nameOf(row), row.verifiedMonthly <= row.qualifyingMonthly]).toEqual([nameOf(row), true])
        if (row.verifiedMonthly > 0 && row.verifiedMonthly < row.monthlyAmount) confirmed++
      }
    })
    expect(confirmed).toBeGreaterThan(20)
  })

  it('every amount is verified if all documents come from the IRS', () => {
    checkDossiers(200, (documents, policy) => {
      const rows = computeRows(buildDossier(documents.map(document => ({ ...document, source: 'irs-08' }))), policy)
      for (const { category, flags, latestAmount, priorAmount, verifiedLatest, verifiedPrior, ...row } of rows) {
        expect([category, verifiedLatest, verifiedPrior]).toEqual([category, latestAmount, priorAmount])
        if (category !== 'total' && row.monthlyAmount >= 0) expect(row.verifiedMonthly).toBe(row.monthlyAmount)
        expect(flags.filter(flag => flag.includes('transcript'))).toEqual([])
      }
    })
  })

  it('rows add up to borrower totals, and totals to the household row at the end', () => {
    checkDossiers(200, (documents, policy) => {
      const rows = computeRows(buildDossier(documents), policy)
      const totals = rows.filter(({ category }) => category === 'total')
      expect(totals.map(({ borrower }) => borrower)).toEqual(['self', '9999', 'all'])
      expect(rows.at(-1)?.borrower).toBe('all')
      for (const column of AMOUNTS) {
        for (const borrower of ['self', '9999']) {
          const borrowerRows = rows.filter(row => row.borrower === borrower)
          expect(borrowerRows.at(-1)?.category).toBe('total')
          const amounts = borrowerRows.slice(0, -1).map(row => row[column])
          expect([column, borrowerRows.at(-1)![column]]).toEqual([column, sum(amounts) ?? zeroOf(column)])
        }
        const all = totals.slice(0, -1).map(row => row[column])
        expect([column, totals.at(-1)![column]]).toEqual([column, sum(all)])
      }
    })
  })

  it('a second borrower does not change the rows of the taxpayer', () => {
    checkDossiers(200, (documents, policy) => {
      const result = resultOfDossier(buildDossier(documents))
      const together = underwrite(result, policy, KNOWN).qualifyingIncome
      const taxpayerRows = together.filter(({ borrower }) => borrower === 'self')
      const alone = underwrite(result, policy, { taxpayerId: 'tp', asOfYear: 2023 }).qualifyingIncome
      const amounts = (rows: readonly QualifyingRow[]) =>
        rows.flatMap(row =>
          // A row without either year only reports excluded amounts.
          row.latestAmount === null && row.priorAmount === null
            ? []
            : [[nameOf(row), ...AMOUNTS.map(column => row[column])]],
        )
      expect(amounts(taxpayerRows)).toEqual(amounts(alone))
    })
  })

  it('a software copy of an IRS record does not change any amount', () => {
    checkDossiers(200, (documents, policy) => {
      const raw = buildDossier(documents)
      const copies = (raw['records'] as Raw[]).flatMap(record =>
        record['provider_id'] === 'irs' ? [{ ...record, id: `copy ${record['id']}`, provider_id: 'other' }] : [],
      )
      const withCopies = { ...raw, records: [...(raw['records'] as Raw[]), ...copies] }
      const amounts = (dossier: Raw) =>
        computeRows(dossier, policy).map(row => [nameOf(row), ...AMOUNTS.map(column => row[column])])
      expect(amounts(withCopies)).toEqual(amounts(raw))
    })
  })

  it('on random dossiers, exclude never gives more than flag', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const result = resultOfDossier(makeRandomDossier(seed))
      for (const policy of policies)
        for (const [flagged, row] of pairRows(result, policy, { taxpayerId: 'x' })) {
          const isLess = row.qualifyingMonthly <= flagged.qualifyingMonthly
          expect([seed, nameOf(row), isLess]).toEqual([seed, nameOf(row), true])
        }
    }
  })
})

/** Returns what a total without rows shows: 0 for monthly columns, null for yearly amounts. */
const zeroOf = (column: (typeof AMOUNTS)[number]): Cents | null =>
  ['monthlyAmount', 'grossUp', 'qualifyingMonthly', 'verifiedMonthly'].includes(column) ? 0 : null
