import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnalyzeOptions, analyze, type NeedRow } from '../../src/index.js'
import { arbitraryDossier, type Raw } from '../support/arbitraries.js'
import { dossierOf, underwritingOf } from './example.js'

const listNeeds = (input: Raw, options?: AnalyzeOptions): string[] => lines(underwritingOf(input, options).needs)
const lines = (rows: readonly NeedRow[]): string[] =>
  rows.map(row => [row.borrower, row.need, row.about, row.taxYear, row.amount?.toFixed(2) ?? '-'].join(' | '))

const w2 = (wages: unknown, name = 'WORK', ein = '00-1234567'): Raw => ({
  employer: { ein, name },
  wages_tips_other_compensation: wages,
})
const payer = (name: string): Raw => ({ issuer_provider: { fin: '00-7777777', name }, recipient: {} })

describe('needed documents (expected values computed by hand)', () => {
  it('a document with an unreadable amount has the same needs as the one of the prior year', () => {
    const k1 = (amount: unknown): Raw => ({
      partnership: { ein: '00-4444444', name: 'ELM' },
      partner: {},
      ordinary_income_k1: amount,
      partner_share_of_capital_end: 0.5,
    })
    const nec = (amount: unknown): Raw => ({ ...payer('ACORN'), nonemployee_compensation: amount })
    const input = dossierOf([
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

  it('a transcript that was pulled early needs a complete one for the year', () => {
    const input = dossierOf([[2024, 'form_w2', w2(50000)]], { date: '03-01' })
    expect(listNeeds(input)).toEqual(['self | complete_transcript |  | 2024 | 50000.00'])
  })

  it('only employer B can verify whether its job ended: A 75,500 and B 26,000, then A 98,500', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2(75500, 'ALDER', '00-1111111')],
      [2023, 'form_w2', w2(26000, 'BEECH', '00-2222222')],
      [2024, 'form_w2', w2(98500, 'ALDER', '00-1111111')],
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
    const input = dossierOf([
      [2024, 'form_w2', w2(5)],
      [2024, 'form_1098', f1098('00-4444444', 'OAK BANK', 240000)],
      [2024, 'form_1098', f1098('00-5555555', 'ELM BANK', 239000)],
    ])
    expect(listNeeds(input)).toEqual(['self | verification_of_mortgage | ELM BANK | 2024 | 240000.00'])
  })

  it('a rejected record, an unknown form, an unreadable box and a balance each have a need', () => {
    const refused = { id: 'bad', tax_year: '2024', provider_id: 'irs', forms: 7 }
    const input = {
      ...dossierOf(
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
