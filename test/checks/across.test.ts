import { describe, expect, test } from 'vitest'
import type { Raw } from '../support/run.js'
import { dossierOf, findingsOf, formatFinding } from './support.js'

const listSayings = (dossier: Raw, id: string): string[] =>
  findingsOf(dossier)
    .filter(({ check }) => check === id)
    .map(
      finding =>
        `${finding.document === null ? 'taxpayer' : finding.document.document.entryIndex} ${formatFinding(finding)}`,
    )

const [ONE, TWO, THREE] = ['00-0000001', '00-0000002', '00-0000003'] as const

const w2 = (ein: string, wages: number, ssn: string | null = 'XXX-XX-0001'): Raw => ({
  employer: { name: ein, ein },
  ...(ssn === null ? {} : { employee: { ssn } }),
  social_security_wages: wages,
})

describe('W2-03 over all employers', () => {
  const checkW2s = (...entries: Raw[]) => listSayings(dossierOf({ form_w2: entries }), 'W2-03')

  test('accepts the wage base plus 1.00, and reports a cent more as an info about the taxpayer', () => {
    // 100,000.00 + 68,601.00 is 168,601.00. The wage base of 2024 is 168,600.00.
    expect(checkW2s(w2(ONE, 100000), w2(TWO, 68601))).toEqual([])
    expect(checkW2s(w2(ONE, 100000), w2(TWO, 68601.01))).toEqual(['taxpayer info 1.01'])
  })

  test('the finding has a year and a form, no document, and says whether each employer is within the base', () => {
    const findingOf = (first: number) =>
      findingsOf(dossierOf({ form_w2: [w2(ONE, first), w2(TWO, 100000)] })).find(
        ({ check, document }) => check === 'W2-03' && document === null,
      )
    expect(findingOf(100000)).toMatchObject({ document: null, year: 2024, form: 'form_w2', severity: 'info' })
    expect(findingOf(100000)?.message).toMatch(/each of which obeys it\.$/)
    expect(findingOf(200000)?.message).not.toMatch(/each of which obeys it\.$/)
  })

  test('two W-2s from one employer do not count as several employers', () => {
    expect(checkW2s(w2(ONE, 100000), w2(ONE, 100001))).toEqual([])
  })

  test('full numbers with the same last digits are two employers, but a masked number may be the same one', () => {
    expect(checkW2s(w2('00-3456789', 100000), w2('55-1236789', 100000))).toEqual(['taxpayer info 31400.00'])
    expect(checkW2s(w2('00-3456789', 100000), w2('XX-XXX6789', 100000))).toEqual([])
  })

  test('spouses are two persons', () => {
    expect(checkW2s(w2(ONE, 100000), w2(TWO, 100000, 'XXX-XX-0002'))).toEqual([])
  })

  test('software without recipients may list both spouses, but a transcript lists one', () => {
    const forms = { form_w2: [w2(ONE, 100000, null), w2(TWO, 100000, null)] }
    expect(listSayings(dossierOf(forms, 2024, { provider_id: 'drake' }), 'W2-03')).toEqual([])
    // 200,000.00 - 168,600.00.
    expect(listSayings(dossierOf(forms), 'W2-03')).toEqual(['taxpayer info 31400.00'])
  })

  test('a document that does not count is not in the sum', () => {
    const dossier = dossierOf({ form_w2: [w2(ONE, 100000)] })
    const [record] = dossier.records
    const records = [record, { ...record, id: 'again', date: '2025-07-01T00:00:00.000Z' }]
    expect(listSayings({ ...dossier, records }, 'W2-03')).toEqual([])
  })

  test('a W-2 without Social Security wages does not count as a second employer', () => {
    // One W-2 exceeds the wage base of 168,600.00 by itself, which is a different error.
    expect(checkW2s(w2(ONE, 170000), w2(TWO, 0))).toEqual(['0 error 1400.00'])
  })

  test('a W-2 without an issuer may be from the other employer', () => {
    const { employer: _, ...unnamed } = w2(ONE, 100000)
    expect(checkW2s(w2(ONE, 100000), unnamed)).toEqual([])
  })
})

describe('R-10, money that may have been rolled over', () => {
  const r = (code: string, id = 'XXX-XX-0001'): Raw => ({
    recipient: { id },
    distribution_codes: [{ code, value: 'x' }],
    gross_distribution: 5000,
  })
  const ira = (amounts: Raw, id = 'XXX-XX-0001'): Raw => ({ participant: { id }, ...amounts })

  test('there is one finding for each Form 1099-R with code 1, 2 or 7', () => {
    const forms = {
      form_1099_r: [r('1'), r('2'), r('7B'), r('G'), r('4')],
      form_5498: [ira({ rollover_contributions: 0.01 })],
    }
    expect(listSayings(dossierOf(forms), 'R-10')).toEqual(['0 info -', '1 info -', '2 info -'])
  })

  test("a conversion causes a finding, but a contribution or another person's rollover does not", () => {
    const with5498 = (amounts: Raw, id?: string): string[] =>
      listSayings(dossierOf({ form_1099_r: [r('7')], form_5498: [ira(amounts, id)] }), 'R-10')
    expect(with5498({ roth_conversion_amount: 5000 })).toEqual(['0 info -'])
    expect(with5498({ rollover_contributions: 0, roth_conversion_amount: 0 })).toEqual([])
    expect(with5498({ rollover_contributions: 5000 }, 'XXX-XX-0002')).toEqual([])
    expect(with5498({ ira_contributions: 5000 })).toEqual([])
  })

  test('a rollover of another year does not cause a finding', () => {
    const dossier = dossierOf({ form_1099_r: [r('7')] })
    const otherYear = dossierOf({ form_5498: [ira({ rollover_contributions: 5000 })] }, 2023, { id: 'other' })
    expect(listSayings({ ...dossier, records: [...dossier.records, ...otherYear.records] }, 'R-10')).toEqual([])
  })

  test('a superseded Form 5498 shows no rollover, but its correction may', () => {
    const makeIra = (rollover: number, extra: Raw = {}): Raw =>
      ira({
        trustee: { fin: ONE, name: 'TRUST CO' },
        ira_contributions: 100,
        rollover_contributions: rollover,
        ...extra,
      })
    const with5498 = (before: number, after: number): string[] => {
      const form_5498 = [makeIra(before), makeIra(after, { submission_type: 'Corrected' })]
      return listSayings(dossierOf({ form_1099_r: [r('7')], form_5498 }), 'R-10')
    }
    expect(with5498(5000, 0)).toEqual([])
    expect(with5498(0, 5000)).toEqual(['0 info -'])
  })
})

describe('X-02, the recipient of a document', () => {
  test('accepts the taxpayer, reports a spouse, and uses the form object if there is no recipient', () => {
    const forms = { form_w2: [w2(ONE, 1), w2(TWO, 1, 'XXX-XX-0002'), w2(THREE, 1, null)] }
    expect(listSayings(dossierOf(forms), 'X-02')).toEqual(['1 warning -'])
  })
})

describe('X-03, the year of a form object', () => {
  test('accepts the year of the record, reports another year, and skips absent years', () => {
    const forms = { form_1098: [{ mortgage_interest_received: 1 }] }
    expect(listSayings(dossierOf(forms), 'X-03')).toEqual([])
    expect(listSayings(dossierOf({ ...forms, year: '2023' }), 'X-03')).toEqual(['0 warning -'])
    expect(listSayings(dossierOf({ ...forms, year: '' }), 'X-03')).toEqual([])
    expect(listSayings(dossierOf(forms, 2024, { tax_year: null }), 'X-03')).toEqual([])
  })

  test('a rejected form object does not shift the positions of others', () => {
    const form = (year: string) => ({ year, form_1098: [{ mortgage_interest_received: 1 }] })
    const findings = findingsOf(dossierOf({}, 2024, { forms: ['garbage', form('2024'), form('2023')] }))
    expect(
      findings.filter(({ check }) => check === 'X-03').map(({ document }) => document?.document.formIndex),
    ).toEqual([2])
  })
})
