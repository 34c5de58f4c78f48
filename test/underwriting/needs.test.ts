import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnalyzeOptions, analyze, type NeedRow } from '../../src/index.js'
import { arbitraryDossier } from '../support/arbitraries.js'

type Raw = Record<string, unknown>

interface Pull {
  readonly provider?: string
  readonly pulled?: string
  readonly otherRecords?: readonly Raw[]
}

function dossier(
  entries: readonly (readonly [year: number, key: string, entry: Raw])[],
  { provider = 'irs', pulled = '09-01', otherRecords = [] }: Pull = {},
): Raw {
  const records = [2023, 2024].map(year => {
    const form: Record<string, unknown> = { year: `${year}`, ssn: 'XXX-XX-1234' }
    for (const [entryYear, key, entry] of entries)
      if (entryYear === year) form[key] = [...((form[key] as Raw[] | undefined) ?? []), entry]
    const date = `${year + 1}-${pulled}T00:00:00Z`
    return { id: `r${year}`, provider_id: provider, tax_year: `${year}`, date, forms: [form] }
  })
  return { taxpayer: { id: 'tp' }, records: [...records, ...otherRecords] }
}

function listNeeds(input: Raw, options: AnalyzeOptions = {}): string[] {
  const outcome = analyze(input, options)
  if (outcome.status === 'rejected') throw new Error('rejected')
  return lines(outcome.value.underwriting.needs)
}
const lines = (rows: readonly NeedRow[]): string[] =>
  rows.map(row => [row.borrower, row.need, row.about, row.taxYear, row.amount?.toFixed(2) ?? '-'].join(' | '))

const w2 = (wages: unknown, name = 'WORK', ein = '12-3456789'): Raw => ({
  employer: { ein, name },
  wages_tips_other_compensation: wages,
})
const payer = (name: string, tin = '77-7777777'): Raw => ({ issuer_provider: { fin: tin, name }, recipient: {} })

describe('needed documents (expected values computed by hand)', () => {
  it('Schedule C by payer and year: 12,000 and 6,220 of two payers in 2024, 500 in 2023', () => {
    const input = dossier([
      [2023, 'form_1099_nec', { ...payer('ACORN'), nonemployee_compensation: 500 }],
      [2024, 'form_1099_nec', { ...payer('ACORN'), nonemployee_compensation: 12000 }],
      [2024, 'form_1099_nec', { ...payer('BIRCH', '88-8888888'), nonemployee_compensation: 6220 }],
    ])
    expect(listNeeds(input)).toEqual([
      'self | schedule_c | ACORN | 2023 | 500.00',
      'self | schedule_c | ACORN | 2024 | 12000.00',
      'self | schedule_c | BIRCH | 2024 | 6220.00',
    ])
  })

  it('a document with an unreadable amount has the same needs as the one of the prior year', () => {
    const k1 = (amount: unknown): Raw => ({
      partnership: { ein: '44-4444444', name: 'ELM' },
      partner: {},
      ordinary_income_k1: amount,
      partner_share_of_capital_end: 0.5,
    })
    const nec = (amount: unknown): Raw => ({ ...payer('ACORN'), nonemployee_compensation: amount })
    const input = dossier([
      [2023, 'schedule_k1_1065', k1(9000)],
      [2024, 'schedule_k1_1065', k1('9 000')],
      [2023, 'form_1099_nec', nec(500)],
      [2024, 'form_1099_nec', nec('5oo')],
    ])
    expect(listNeeds(input, { known: { taxpayer_id: 'tp', as_of_year: 2024 } as never })).toEqual([
      'self | business_return_1065 | ELM | 2023 | 9000.00',
      'self | business_return_1065 | ELM | 2024 | -',
      'self | k1_distributions | ELM | 2023 | 9000.00',
      'self | k1_distributions | ELM | 2024 | -',
      'self | schedule_c | ACORN | 2023 | 500.00',
      'self | schedule_c | ACORN | 2024 | -',
      'self | unread_form | Form 1099-NEC | 2024 | -',
      'self | unread_form | Schedule K-1 (Form 1065) | 2024 | -',
    ])
  })

  it('a 30 % partnership needs its return and its distributions, a 10 % one only distributions', () => {
    const k1 = (share: number, name: string, ein: string) => ({
      partnership: { ein, name },
      partner: { ssn: 'XXX-XX-1234' },
      ordinary_income_k1: 9000,
      ending_capital_percentage: share,
    })
    const needs = listNeeds(
      dossier([
        [2024, 'schedule_k1_1065', k1(0.3, 'ELM LP', '11-1111111')],
        [2024, 'schedule_k1_1065', k1(0.1, 'OAK LP', '22-2222222')],
      ]),
    )
    expect(needs.filter(line => line.includes('k1_distributions'))).toHaveLength(2)
    expect(needs.filter(line => line.includes('business_return_1065')).length).toBeGreaterThan(0)
  })

  it('a sale without a cost basis needs the basis and shows the proceeds', () => {
    const sale = { payer: { fin: '66-6666666', name: 'BROKER' }, recipient: {}, proceeds: 1800 }
    const needs = listNeeds(
      dossier([
        [2024, 'form_1099_b', sale],
        [2024, 'form_w2', w2(5)],
      ]),
    )
    expect(needs.filter(line => line.includes('cost_basis'))).toHaveLength(1)
    expect(needs.find(line => line.includes('cost_basis'))).toMatch(/2024 \| 1800\.00$/)
  })

  it('a W-2 that is missing from a complete transcript needs a match and shows its wages', () => {
    const software = {
      id: 's',
      provider_id: 'turbotax',
      tax_year: '2024',
      date: '2025-04-01T00:00:00Z',
      forms: [{ year: '2024', ssn: 'XXX-XX-1234', form_w2: [w2(62000, 'APEX', '99-9999999')] }],
    }
    const input = dossier([[2024, 'form_w2', w2(50000, 'METR')]], { provider: 'irs', otherRecords: [software] })
    expect(listNeeds(input)).toContain('self | transcript_match | APEX | 2024 | 62000.00')
  })

  it('a transcript that was pulled early needs a complete one for the year', () => {
    const input = dossier([[2024, 'form_w2', w2(50000)]], { provider: 'irs', pulled: '03-01' })
    expect(listNeeds(input)).toEqual(['self | complete_transcript |  | 2024 | 50000.00'])
  })

  it('only employer B can verify whether its job ended: A 75,500 and B 26,000, then A 98,500', () => {
    const input = dossier([
      [2023, 'form_w2', w2(75500, 'ALDER', '11-1111111')],
      [2023, 'form_w2', w2(26000, 'BEECH', '22-2222222')],
      [2024, 'form_w2', w2(98500, 'ALDER', '11-1111111')],
    ])
    expect(listNeeds(input)).toEqual(['self | verification_of_employment | BEECH | 2023 | 26000.00'])
  })

  it('two lenders need a verification if only the property suggests one loan', () => {
    const f1098 = (fin: string, name: string, principal: number) => ({
      recipient_lender: { fin, name },
      payer_borrower: {},
      mortgage_interest_received: 0,
      outstanding_mortgage_principal: principal,
      address_of_property_securing_mortgage: '1 ELM STREET',
    })
    const input = dossier([
      [2024, 'form_w2', w2(5)],
      [2024, 'form_1098', f1098('44-4444444', 'OAK BANK', 240000)],
      [2024, 'form_1098', f1098('55-5555555', 'ELM BANK', 239000)],
    ])
    expect(listNeeds(input)).toEqual(['self | verification_of_mortgage | ELM BANK | 2024 | 240000.00'])
  })

  it('a rejected record, an unknown form, an unreadable box and a balance each have a need', () => {
    const refused = { id: 'bad', tax_year: '2024', provider_id: 'irs', forms: 7 }
    const input = {
      ...dossier(
        [
          [2024, 'form_w2', w2('many')],
          [2024, 'form_9999', { x: 1 }],
        ],
        { otherRecords: [refused] },
      ),
      taxpayer: { id: 'tp', details: { balance_summary: { balance_due: 5000 } } },
    }
    expect(listNeeds(input)).toEqual([
      'self | installment_agreement |  |  | 5000.00',
      'self | refused_record | bad | 2024 | -',
      'self | unread_form | Form W-2 | 2024 | -',
      'self | unread_form | form_9999 | 2024 | -',
    ])
    const knownFacts = { taxpayerId: 'tp', plan: { state: 'approved_current' } } as const
    expect(listNeeds(input, { known: knownFacts })[0]).toContain('refused_record')
  })

  it('two complete years of wages have no needs', () => {
    expect(
      listNeeds(
        dossier([
          [2023, 'form_w2', w2(1)],
          [2024, 'form_w2', w2(1)],
        ]),
      ),
    ).toEqual([])
  })
})

describe('a law', () => {
  const NEEDS_OF_FLAG: Readonly<Record<string, readonly string[]>> = {
    not_computable: ['schedule_c', 'schedule_e'],
    incomplete: ['refused_record', 'unread_form'],
    not_on_transcript: ['transcript_match'],
    basis_unknown: ['cost_basis'],
  }

  it('every not_computable, incomplete, not_on_transcript and basis_unknown flag has a need, and no need is listed twice', () => {
    fc.assert(
      fc.property(
        arbitraryDossier(),
        fc.constantFrom('fannie-2026-03', 'conservative', 'fha-4000.1'),
        (raw, policy) => {
          const outcome = analyze(raw, { policy } as AnalyzeOptions)
          if (outcome.status === 'rejected') return
          const { qualifyingIncome, needs } = outcome.value.underwriting
          for (const { flags } of qualifyingIncome)
            for (const flag of flags)
              if (NEEDS_OF_FLAG[flag] !== undefined)
                expect(
                  needs.map(({ need }) => need).some(need => NEEDS_OF_FLAG[flag]?.includes(need)),
                  flag,
                ).toBe(true)
          const keys = needs.map(row => [row.borrower, row.need, row.about, row.taxYear].join('|'))
          expect(new Set(keys).size).toBe(keys.length)
        },
      ),
      { numRuns: 150 },
    )
  })
})
