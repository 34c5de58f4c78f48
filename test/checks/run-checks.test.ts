import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkResult, type Finding } from '../../src/checks/run-checks.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { checks as checksTable } from '../../src/tables/definitions/finding-tables.js'
import type { TableSpec } from '../../src/tables/table.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { findShared } from '../support/requirements.mjs'
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
    const dossier = dossierOf({ form_w2: [BAD_W2] })
    const [record] = dossier.records
    const records = [record, { ...record, id: 'software', provider_id: 'drake' }]
    const findings = findingsOf({ ...dossier, records }).filter(({ check }) => check === 'W2-06')
    expect(findings.map(({ document }) => [document?.document.record.id, document?.status])).toEqual([
      ['record', 'counted'],
      ['software', 'duplicate'],
    ])
  })
})

/** The sample record of each form, and the entries in it. */
const SAMPLES = FORMS.map(({ key }) => {
  const text = readFileSync(new URL(`../../fixtures/forms/${key}.json`, import.meta.url), 'utf8')
  const record = JSON.parse(text) as { forms: [Raw] }
  return { form: key, record, entries: record.forms[0][key] as [Raw, ...Raw[]] }
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

  test.each(SAMPLES)(
    'the sample of $form has no finding with severity error, even without one of its boxes',
    sample => {
      const { form, record, entries } = sample
      const idsOfErrors = (findings: readonly Finding[]) => ids(findings.filter(({ severity }) => severity === 'error'))
      expect(idsOfErrors(findingsOf({ taxpayer: { id: 'x' }, records: [record] }))).toEqual([])
      for (const entry of entries)
        for (const key of Object.keys(entry)) {
          const { [key]: _, ...rest } = entry
          expect(idsOfErrors(findingsAbout(form, rest, 2023)), `without ${key}`).toEqual([])
        }
    },
  )

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
    // Among the checks of boxes 1 to 6, only W2-01 to W2-05 use a year's rates and wage base.
    expect(unknown[1]?.message).toMatch(/: W2-01, W2-02, W2-03, W2-04, W2-05\.$/)
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
    const one = dossierOf(forms())
    const two = dossierOf({ form_1098_t: [{ scholarships_grants: -5 }] }, 2023, { id: 'a record' })
    const records = [...one.records, ...two.records]
    const rowsInOrder = formatTableRows(resultOfDossier({ ...one, records }), TABLE)
    expect(formatTableRows(resultOfDossier({ ...one, records: records.toReversed() }), TABLE)).toEqual(rowsInOrder)
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

  test('ten times the documents take about ten times the time', () =>
    expectNearLinear(
      count => {
        const lots = Array.from({ length: count }, (_, i) => ({
          proceeds: i,
          cost_basis: 0,
          wash_sale_loss_disallowed: 5,
        }))
        const result = resultOfDossier(dossierOf({ form_1099_b: lots }))
        return () => checkResult(result)
      },
      [2000, 20_000],
    ))
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

/** The findings with severity `error` on the sample returns: case, entry and check. */
const KNOWN_ERRORS = [
  ...['df-olf-hoh-itin-ctc form_w2[0] W2-06', 'df-olf-hsa-mfj-over-55 form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-over-55 form_w2[0] W2-02', 'df-olf-hsa-mfj-over-under-55 form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-over-under-55 form_w2[0] W2-02', 'df-olf-hsa-mfj-separate-8889s form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-separate-8889s form_w2[0] W2-02', 'df-olf-mfs-35k-cod-eitc form_w2[0] W2-06'],
  ...['df-olf-mfs-4300-none form_w2[0] W2-06', 'df-olf-qss-34K-ctc-2dependents form_w2[0] W2-06'],
  ...['vm-md-leonard_qss form_w2[0] W2-02', 'vm-md-leonard_qss form_w2[0] W2-03'],
  ...['vm-md-omar_mfj form_w2[0] W2-02', 'vm-md-omar_mfj form_w2[1] W2-02'],
  ...['vm-md-shelby_hoh form_w2[0] W2-01', 'vm-nj-david_mfj form_w2[0] W2-02'],
  ...['vm-nj-david_mfj form_w2[0] W2-03'],
]

const RETURNS = findShared('checks of filed returns', 'cases/returns.ndjson')

test.skipIf(RETURNS === undefined)('public sample returns have only the known errors', () => {
  const lines = readFileSync(String(RETURNS), 'utf8').trim().split('\n')
  const errors = lines.flatMap(line => {
    const { id, dossier } = JSON.parse(line) as { id: string; dossier: Raw }
    return findingsOf(dossier).flatMap(({ form, check, severity, document }) =>
      severity === 'error' ? [`${id} ${form}[${document?.document.entryIndex}] ${check}`] : [],
    )
  })
  expect(lines.length).toBeGreaterThan(100)
  expect(errors.sort()).toEqual(KNOWN_ERRORS)
})
