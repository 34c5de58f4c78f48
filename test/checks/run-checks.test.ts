import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkResult, type Finding } from '../../src/checks/run-checks.js'
import { checks as checksTable } from '../../src/tables/definitions/finding-tables.js'
import type { TableSpec } from '../../src/tables/table.js'
import { measureCpuTime } from '../support/cpu-time.js'
import { computeFigures, formatTableRows, type Raw, resultOfDossier } from '../support/run.js'
import { dossierOf, entryOf, findingsAbout, findingsOf, formatFinding } from './support.js'

const BAD_W2 = {
  employer: { name: 'HALC', ein: '00-0000001' },
  employee: { ssn: 'XXX-XX-0001' },
  wages_tips_other_compensation: 1000,
  medicare_wages_tips: 1000,
  social_security_wages: 2000,
  social_security_tax_withheld: 124,
  medicare_tax_withheld: 14.5,
}

const TABLE = checksTable as TableSpec

const ids = (findings: readonly Finding[]): string[] => findings.map(({ check }) => check)

describe('the documents that are checked', () => {
  test('void and canceled documents are not checked, but superseded ones are', () => {
    const forms = {
      form_w2: [
        BAD_W2,
        { ...BAD_W2, submission_type: 'Corrected' },
        { ...BAD_W2, employer: { name: 'OTHER', ein: '00-0000009' } },
        { ...BAD_W2, employer: { name: 'OTHER', ein: '00-0000009' }, submission_type: 'Void' },
      ],
    }
    const result = resultOfDossier(dossierOf(forms))
    expect(result.resolution.documents.map(({ status }) => status)).toEqual([
      'superseded',
      'counted',
      'canceled',
      'void',
    ])
    // Box 5 is 1,000 below box 3.
    const findings = checkResult(result).filter(({ check }) => check === 'W2-06')
    expect(findings.map(({ document }) => document?.document.entryIndex)).toEqual([0, 1])
    expect(findings.map(formatFinding)).toEqual(['error -1000.00', 'error -1000.00'])
  })

  test('a duplicate from another source is also checked', () => {
    const dossier = dossierOf({ form_w2: [BAD_W2] }) as { records: Raw[] }
    const [record] = dossier.records
    const both = { ...dossier, records: [record, { ...record, id: 'software', provider_id: 'drake' }] }
    const findings = findingsOf(both as Raw).filter(({ check }) => check === 'W2-06')
    expect(findings.map(({ document }) => [document?.document.record.id, document?.status])).toEqual([
      ['record', 'counted'],
      ['software', 'duplicate'],
    ])
  })
})

describe('what a check does not do', () => {
  test('it changes no figure', () => {
    const dossier = dossierOf({ form_w2: [BAD_W2] })
    const result = resultOfDossier(dossier)
    const before = computeFigures(dossier)
    expect(checkResult(result).length).toBeGreaterThan(0)
    expect(computeFigures(dossier)).toEqual(before)
    expect(checkResult(result)).toEqual(checkResult(result))
  })

  test('it does not run if a box that it needs is absent or unreadable', () => {
    expect(ids(findingsAbout('form_w2', BAD_W2))).toContain('W2-06')
    for (const key of ['medicare_wages_tips', 'social_security_wages', 'social_security_tips']) {
      expect(ids(findingsAbout('form_w2', { ...BAD_W2, [key]: 'twelve' })), key).not.toContain('W2-06')
    }
    expect(ids(findingsAbout('form_w2', { ...BAD_W2, medicare_wages_tips: null }))).not.toContain('W2-06')
  })

  test('removing any box of any form never adds a finding with severity error', () => {
    const folder = new URL('../../fixtures/forms/', import.meta.url)
    for (const name of readdirSync(folder)) {
      const record = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { forms: Raw[] }
      const form = name.replace('.json', '')
      for (const entry of (record.forms[0] as Raw)[form] as Raw[]) {
        for (const key of Object.keys(entry)) {
          const { [key]: _, ...rest } = entry
          const findings = findingsAbout(form, rest, 2023).filter(({ severity }) => severity === 'error')
          expect(ids(findings), `${form} without ${key}`).toEqual([])
        }
      }
    }
  })

  test('it never throws on unusual documents', () => {
    const unusualValues = [
      null,
      '',
      'x',
      -1,
      0,
      1e15,
      8e13,
      true,
      [],
      {},
      [null],
      [{ code: 7 }],
      '2024-13-01',
      'Various',
    ]
    const folder = new URL('../../fixtures/forms/', import.meta.url)
    for (const name of readdirSync(folder)) {
      const record = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { forms: Raw[] }
      const form = name.replace('.json', '')
      const [entry] = (record.forms[0] as Raw)[form] as Raw[]
      for (const value of unusualValues) {
        const entries = Object.keys(entry ?? {}).map(key => ({ ...entry, [key]: value }))
        const all = Object.fromEntries(Object.keys(entry ?? {}).map(key => [key, value]))
        expect(() => findingsOf(dossierOf({ [form]: [...entries, all] }, 2023))).not.toThrow()
      }
    }
  })

  test('it never throws on a list with more rows than a function call accepts arguments', () => {
    const payments = Array.from({ length: 150_000 }, () => ({ payment: 3 }))
    // Box 3 is far below the sum of the payments.
    expect(ids(findingsOf(dossierOf({ form_ssa_1099: [{ pensions_and_annuities: 5, payments }] })))).toContain('S-02')
  })

  test('no message contains a digit of a value', () => {
    const forms = {
      form_w2: [{ ...BAD_W2, wages_tips_other_compensation: -987654.32, w2_whc_ssn_validation_code: 'odd 987654' }],
    }
    for (const { message } of findingsOf(dossierOf(forms))) expect(message).not.toMatch(/9876|0001/)
  })
})

describe('years without limits', () => {
  test('one finding per year and form lists the checks that did not run, and other checks run', () => {
    const w2 = { ...BAD_W2, social_security_wages: 900000, medicare_wages_tips: 900000 }
    const findings = findingsOf(dossierOf({ form_w2: [w2, w2], form_5498: [{ ira_contributions: 99999 }] }, 2009))
    const unknown = findings.filter(({ check }) => check === 'limits_unknown')
    expect(unknown.map(({ form, year, severity, document }) => [form, year, severity, document])).toEqual([
      ['form_5498', 2009, 'info', null],
      ['form_w2', 2009, 'info', null],
    ])
    expect(unknown[1]?.message).toContain('W2-01, W2-02, W2-03, W2-04, W2-05')
    expect(ids(findings)).not.toContain('W2-03')
    expect(ids(findings)).not.toContain('5-02')
    expect(ids(findingsAbout('form_w2', { ...BAD_W2, medicare_wages_tips: 0 }, 2027))).toContain('W2-06')
  })

  test('there is no such finding if no check needs limits or a document has no year', () => {
    expect(ids(findingsAbout('form_1098', { mortgage_interest_received: 1 }, 2009))).toEqual([])
    const noYear = dossierOf({ form_w2: [BAD_W2], year: '' }, 2024, { tax_year: '' })
    expect(ids(findingsOf(noYear))).not.toContain('limits_unknown')
    expect(ids(findingsOf(noYear))).toContain('W2-06')
  })
})

describe('order and table', () => {
  const forms = (): Raw => ({
    form_w2: [BAD_W2, { ...BAD_W2, employer: { name: 'B', ein: '00-0000002' }, social_security_wages: 168600 }],
    form_1099_div: [{ ordinary_dividend: 1, qualified_dividends: 500 }],
  })

  test('the order of records and entries does not change the findings', () => {
    const one = dossierOf(forms()) as { taxpayer: Raw; records: Raw[] }
    const two = dossierOf({ form_1098_t: [{ scholarships_grants: -5 }] }, 2023, { id: 'a record' }) as {
      records: Raw[]
    }
    const rowsInOrder = formatTableRows(resultOfDossier({ ...one, records: [...one.records, ...two.records] }), TABLE)
    const rowsReversed = formatTableRows(resultOfDossier({ ...one, records: [...two.records, ...one.records] }), TABLE)
    expect(rowsInOrder).toEqual(rowsReversed)
    expect(rowsInOrder.map(row => row['record_id']).filter((id, i, all) => all.indexOf(id) === i)).toEqual([
      'a record',
      'record',
      '',
    ])
  })

  test('the table has the documented columns and types', () => {
    const spec = checksTable
    expect(spec.name).toBe('checks')
    expect(spec.columns.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`)).toEqual([
      ...['taxpayer_id text', 'record_id text?', 'form text?', 'form_index int?', 'entry_index int?'],
      ...['tax_year int?', 'check text', 'severity text', 'difference money?', 'message text'],
    ])
  })

  test('a row shows the location, the check and the difference', () => {
    const [row] = formatTableRows(
      resultOfDossier(dossierOf({ form_1099_div: [{ ordinary_dividend: 1, qualified_dividends: 500.5 }] })),
      TABLE,
    )
    expect(row).toEqual({
      taxpayer_id: 'someone',
      record_id: 'record',
      form: 'form_1099_div',
      form_index: '0',
      entry_index: '0',
      tax_year: '2024',
      check: 'D-01',
      severity: 'error',
      difference: '499.50',
      message: 'Rule failed: Box 1b is at most box 1a.',
    })
  })

  test('ten times the documents take about ten times the time', () => {
    const timeOf = (count: number): number => {
      const lots = Array.from({ length: count }, (_, i) => ({
        proceeds: i,
        cost_basis: 0,
        wash_sale_loss_disallowed: 5,
      }))
      const result = resultOfDossier(dossierOf({ form_1099_b: lots }))
      return measureCpuTime(() => checkResult(result))
    }
    timeOf(2000)
    expect(timeOf(20_000)).toBeLessThan(Math.max(400, 60 * timeOf(2000)))
  })
})

test('the finding about a year without limits lists only the checks that need limits and did not run', () => {
  const unknown = findingsAbout('form_w2', BAD_W2, 2009).filter(({ check }) => check === 'limits_unknown')
  // Among the checks of boxes 1 to 6, only W2-01 to W2-05 use a year's rates and wage base.
  expect(unknown.map(({ message }) => message.replace(/.*: /, ''))).toEqual(['W2-01, W2-02, W2-03, W2-04, W2-05.'])
})

test('box 10 of Form 1042-S is not checked if a box of its sum is unreadable', () => {
  const boxes = { totalWithholdingCredit: 280, usFederalTaxWithheld: 300 }
  const findSayings = (extra: Raw): string[] =>
    findingsAbout('form_1042_s', entryOf('form_1042_s', { ...boxes, ...extra }))
      .filter(({ check }) => check === 'F-02')
      .map(formatFinding)
  // Box 10 is 20 less than box 7a, which is correct if box 9 is 20. An unreadable box 9 may be 20.
  expect(findSayings({})).toEqual(['warning -20.00'])
  expect(findSayings({ overwithheldTaxRepaidToRecipient: 20 })).toEqual([])
  expect(findSayings({ overwithheldTaxRepaidToRecipient: 'twenty' })).toEqual([])
  expect(findSayings({ taxPaidByWithholdingAgent: 'twenty' })).toEqual([])
})
