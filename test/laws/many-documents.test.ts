import { describe, expect, it } from 'vitest'
import type { Analysis } from '../../src/api/analysis.js'
import { analyze } from '../../src/api/analyze.js'
import { tablesOf } from '../../src/index.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { expectAccepted, type Raw } from '../support/run.js'

const ein = (i: number): string => `${10 + (i % 80)}-${1_000_000 + i}`
const list = <T>(count: number, create: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => create(i))

const dossierOf = (forms: Raw, analysis: Raw = {}): Raw => ({
  taxpayer: { id: 't', analysis },
  records: [{ id: 'r', tax_year: '2023', provider_id: 'turbotax', forms: [{ year: '2023', ...forms }] }],
})

/** Creates `count` / 2 entries in a software source, and the same number of masked entries in a transcript. */
const inTwoSources = (form: string, count: number, entry: (i: number, isMasked: boolean) => Raw): Raw => {
  const sourceOf = (isMasked: boolean): Raw => dossierOf({ [form]: list(count / 2, i => entry(i, isMasked)) })
  const { taxpayer, records } = sourceOf(false)
  const [transcript] = sourceOf(true)['records'] as Raw[]
  return { taxpayer, records: [...(records as Raw[]), { ...transcript, id: 's', provider_id: 'irs' }] }
}

const w2 = (i: number): Raw => ({
  employer: { ein: ein(i), name: `EMPLOYER ${i}` },
  wages_tips_other_compensation: 1000 + i,
})

const k1 = (party: Raw, i: number): Raw => ({ ...party, ordinary_income_k1: 5 + i, ownership_percentage: 0.5 })

const make1042S = (i: number, isMasked: boolean): Raw => ({
  withholding_agent: { ein: isMasked ? 'XX-XXX6789' : '00-3456789', name: 'AGENT' },
  recipient: { id: isMasked ? 'XXX-XX-6789' : '003-45-6789', name: 'ADA ROE' },
  gross_income: isMasked ? 1000 + i : 500_000 + i,
})

/** Dossiers with many issuers, or with one issuer many times, for every step that matches issuers. */
const KINDS: Readonly<Record<string, (count: number) => Raw>> = {
  'W-2s of different employers': count => dossierOf({ form_w2: list(count, w2) }),
  'an employment history, and W-2s of other employers': count =>
    dossierOf(
      { form_w2: list(count, w2) },
      { employment_history: list(count, i => ({ year: '2023', employer: { name: `OTHER ${i}` } })) },
    ),
  'an employment history and W-2s of one employer': count => {
    const employer = { ein: ein(1), name: 'ONE' }
    return dossierOf(
      { form_w2: list(count, i => ({ ...w2(i), employer })) },
      { employment_history: list(count, () => ({ year: '2023', employer })) },
    )
  },
  'an employment history of one masked employer, and W-2s that all match it': count =>
    dossierOf(
      { form_w2: list(count, i => ({ ...w2(i), employer: { ein: `${i + 10_000}1234`, name: 'ACME' } })) },
      { employment_history: list(count, () => ({ year: '2023', employer: { ein: 'XX-XXX1234', name: 'ACME' } })) },
    ),
  'W-2s with one EIN and different names': count =>
    dossierOf({ form_w2: list(count, i => ({ ...w2(i), employer: { ein: ein(1), name: `EMPLOYER ${i}` } })) }),
  'W-2s with different EINs that end in the same four digits': count =>
    dossierOf({
      form_w2: list(count, i => ({ ...w2(i), employer: { ein: `${i + 10_000}1234`, name: `EMPLOYER ${i}` } })),
    }),
  '1042-Ss with different accounts in two sources, with different masking and amounts': count =>
    inTwoSources('form_1042_s', count, (i, isMasked) => ({
      ...make1042S(i, isMasked),
      recipient_account_number: String(10_000 + i),
    })),
  '1042-Ss in two sources, every second one with a different unique identifier': count =>
    inTwoSources('form_1042_s', count, (i, isMasked) => ({
      ...make1042S(i, isMasked),
      unique_form_identifier: i % 2 === 0 ? null : String(1_000_000_000 + i),
    })),
  '1099-INTs in two sources, every second one with a different account': count =>
    inTwoSources('form_1099_int', count, (i, isMasked) => ({
      payer: { fin: isMasked ? 'XX-XXX6789' : '00-3456789', name: 'BANK' },
      recipient: { id: isMasked ? 'XXX-XX-6789' : '003-45-6789' },
      account_number: i % 2 === 0 ? null : String(10_000 + i),
      interest_income: isMasked ? 1000 + i : 500_000 + i,
      tax_withheld: 7,
    })),
  'software 1099-INTs in pairs that add up to the 1099-INTs of an IRS record': count =>
    inTwoSources('form_1099_int', count, (i, isMasked) => {
      // Every second entry of the transcript is empty. The first of each two is a total.
      const [bank, share] = [Math.floor(i / 2), isMasked ? 1 : 0.5]
      if (isMasked && i % 2 === 1) return {}
      return {
        payer: { fin: ein(bank), name: `BANK ${bank}` },
        recipient: { id: '003-45-6789' },
        interest_income: share * (1000 + 6 * bank),
        tax_withheld: share * (100 + 6 * bank),
      }
    }),
  'W-2s of officers of different corporations': count =>
    dossierOf({
      form_w2: list(count, w2),
      schedule_k1_1120s: list(count, i => k1({ corporation: { ein: ein(i), name: `EMPLOYER ${i}` } }, i)),
    }),
}

const analysisOf = (raw: Raw): Analysis => expectAccepted(analyze(raw)).value

describe('a dossier with many documents', () => {
  it.each(Object.entries(KINDS))('%s: ten times the number takes about ten times as long', (_, make) =>
    expectNearLinear(
      count => {
        const raw = make(count)
        return () => tablesOf([analysisOf(raw).dossier])
      },
      [600, 6000],
    ),
  )

  it('and an application with as many employers: ten times the number takes about ten times as long', () =>
    expectNearLinear(
      count => {
        const analysis = expectAccepted(
          analyze(dossierOf({ form_w2: list(count, w2) }), {
            statedIncome: {
              taxpayerId: 't',
              borrowers: [{ employers: list(count, i => ({ name: `EMPLOYER ${i} LLC`, monthly: 5000 })) }],
            },
          }),
        ).value
        return () => expect(analysis.underwriting.tieOut.length).toBeGreaterThanOrEqual(count)
      },
      [300, 3000],
    ))

  it('counts all 150,000 documents of one entity', () => {
    const partnership = { ein: ein(1), name: 'ONE' }
    const entries = list(150_000, i => ({ partnership, total_guaranteed_payments: 5 + i }))
    const { documents, years, underwriting } = analysisOf(dossierOf({ schedule_k1_1065: entries }))
    expect(documents.filter(({ status }) => status === 'counted').length).toBe(150_000)
    // 5 + 6 + ... + 150,004 is the mean of the first and last number, times the number of documents.
    expect(years[0]?.totalIncome?.toFixed()).toBe(String(((5 + 150_004) / 2) * 150_000))
    expect(underwriting.indicators.length).toBeGreaterThan(0)
  })
})
