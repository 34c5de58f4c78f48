import { describe, expect, test } from 'vitest'
import { type PolicyUnderwriting, underwrite } from '../../src/underwriting/underwrite.js'
import { taxtally } from '../cli/command.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed, printFigure, runExample } from './example.js'

const w2 = (year: number, wages: unknown, otherBoxes: Raw = {}): string =>
  `${year} form_w2 ${JSON.stringify({ wages_tips_other_compensation: wages, ...otherBoxes })}`

/** Returns the expected lines for a row with an unreadable year, and with a known loss if one counts. */
const expectUnreadable = (
  row: string,
  latest: string,
  prior: string,
  knownLoss: { flags?: string; month?: string } = {},
) => [
  `-> ${row}.latest_amount = ${latest}`,
  `-> ${row}.prior_amount = ${prior}`,
  `-> ${row}.change = null`,
  `-> ${row}.trend = unknown`,
  `-> ${row}.months = ${knownLoss.month === undefined ? 0 : 12}`,
  `-> ${row}.monthly_amount = ${knownLoss.month ?? '0.00'}`,
  `-> ${row}.gross_up = 0.00`,
  `-> ${row}.qualifying_monthly = ${knownLoss.month ?? '0.00'}`,
  `-> ${row}.supportable_if_stabilized = null`,
  `-> ${row}.flags = ${knownLoss.flags ?? 'income_unreadable;incomplete'}`,
]

const POLICIES = ['fannie-2026-03', 'fannie-2024', 'fha-4000.1', 'va', 'conservative', 'latest-year']

describe.each(POLICIES)('wages under %s', policy => {
  test.each<[name: string, ...lines: string[]]>([
    ['the latest year', w2(2023, 52000), w2(2024, '5x'), ...expectUnreadable('wages', 'null', '52000.00')],
    ['the year before', w2(2023, '5x'), w2(2024, 52000), ...expectUnreadable('wages', '52000.00', 'null')],
    ['both', w2(2023, '5x'), w2(2024, '5x'), ...expectUnreadable('wages', 'null', 'null')],
    ['the only one', w2(2024, '5x'), ...expectUnreadable('wages', 'null', 'null')],
  ])('%s could not be read', (_, ...lines) => {
    const { actual, expected } = runExample([`policy: ${policy}`, ...lines, '-> as_of_year = 2024'].join('\n'))
    expect(actual).toEqual(expected)
  })
})

const employer = { ein: '98-2979119', name: 'Acme' }
const record = (id: string, year: string | null, forms: unknown): Raw => ({
  id,
  provider_id: 'turbotax',
  tax_year: year,
  forms,
})
const makeYearRecord = (year: string, wages: unknown, otherBoxes: Raw = {}): Raw =>
  record(`r${year}`, year, [
    { year, ssn: 'XXX-XX-4471', form_w2: [{ employer, wages_tips_other_compensation: wages, ...otherBoxes }] },
  ])
const underwriteRecords = (records: readonly unknown[], asOfYear?: number, taxpayer: Raw = {}): PolicyUnderwriting =>
  underwrite(resultOfDossier({ taxpayer: { id: 't', ...taxpayer }, records }), policyNamed('fannie-2026-03'), {
    taxpayerId: 't',
    asOfYear,
  })
const printWages = (underwriting: PolicyUnderwriting, ...columns: string[]): string[] =>
  columns.map(column => printFigure(underwriting, `wages.${column}`))
const findRule = (underwriting: PolicyUnderwriting, figure: string): string =>
  underwriting.traces.find(trace => trace.figure === figure)?.rule ?? ''

describe('rejected data may contain the income that a year seems to lack', () => {
  const entry = (year: string): Raw => record('lost', year, [{ year, form_w2: ['x'] }])
  const REFUSED: readonly (readonly [string, (year: string) => Raw, string])[] = [
    ['a record', year => record('lost', year, 'none'), 'record lost'],
    ['a form object', year => record('lost', year, ['x']), 'record lost'],
    ['an entry', entry, 'an entry of form_w2 in record lost'],
  ]
  test.each(REFUSED)('%s of the prior year was rejected: the income is not new', (_, refused, reason) => {
    const underwriting = underwriteRecords([makeYearRecord('2024', 52000), refused('2023')])
    expect(printWages(underwriting, 'prior_amount', 'trend', 'qualifying_monthly', 'flags')).toEqual([
      'null',
      'unknown',
      '0.00',
      'income_unreadable;incomplete;transcript_incomplete',
    ])
    expect(findRule(underwriting, 'wages.monthly_amount')).toBe(`2023 could not be read: 0; not read: ${reason}`)
  })

  test.each(REFUSED)('%s of the as-of year was rejected: the income is not discontinued', (_, refused, reason) => {
    const underwriting = underwriteRecords([makeYearRecord('2023', 52000), refused('2024')], 2024)
    expect(printWages(underwriting, 'latest_amount', 'prior_amount', 'trend', 'qualifying_monthly', 'flags')).toEqual([
      'null',
      '52000.00',
      'unknown',
      '0.00',
      // No source is known to have the complete year.
      'income_unreadable;incomplete;transcript_incomplete;year_incomplete',
    ])
    expect(findRule(underwriting, 'wages.monthly_amount')).toBe(`2024 could not be read: 0; not read: ${reason}`)
  })

  test('a record without a year may belong to any year, and an unparsed one to its own', () => {
    const lostRecord = record('lost', null, 'none')
    expect(
      printWages(underwriteRecords([makeYearRecord('2024', 52000), lostRecord]), 'trend', 'qualifying_monthly'),
    ).toEqual(['unknown', '0.00'])
    const unparsed = record('early', '2023', [])
    for (const [status, trend, month] of [
      ['AUTHORIZED', 'unknown', '0.00'],
      ['COMPLETED', 'new', '4333.33'],
    ] as const) {
      const underwriting = underwriteRecords([makeYearRecord('2024', 52000), unparsed], undefined, { status })
      expect(printWages(underwriting, 'trend', 'qualifying_monthly'), status).toEqual([trend, month])
    }
  })

  test("an unreadable W-2 may be pay from the taxpayer's business, so that pay has not ended", () => {
    const s_corp = { ein: '98-2979119', name: 'Acme' }
    const schedule_k1_1120s = [
      { s_corp, corporation: s_corp, ordinary_income_k1: 0, shareholder_percentage_of_stock: '100%' },
    ]
    const form = (year: string, form_w2: unknown[]): Raw => ({ year, ssn: 'XXX-XX-4471', form_w2, schedule_k1_1120s })
    const pay = { employer, wages_tips_other_compensation: 60000 }
    const underwriting = underwriteRecords([
      record('a', '2023', [form('2023', [pay])]),
      record('b', '2024', [form('2024', ['x', { employer: { ein: '98-5555555' }, wages_tips_other_compensation: 1 }])]),
    ])
    const row = underwriting.qualifyingIncome.find(({ category }) => category === 'officer_compensation')
    expect([row?.priorAmount, row?.trend, row?.flags]).toEqual([
      6_000_000,
      'unknown',
      ['income_unreadable', 'incomplete', 'transcript_incomplete'],
    ])
  })

  test('if both years have an amount, the row is only flagged as incomplete: (52,000 + 52,000) / 24', () => {
    const underwriting = underwriteRecords([
      makeYearRecord('2023', 52000),
      makeYearRecord('2024', 52000),
      record('lost', '2024', 'none'),
    ])
    expect(printWages(underwriting, 'trend', 'qualifying_monthly', 'flags')).toEqual([
      'stable',
      '4333.33',
      'incomplete;transcript_incomplete',
    ])
  })

  test('a history that ends at an unreadable year is not called short', () => {
    const policy = { ...policyNamed('va'), name: 'three', minHistoryYears: 3 }
    const underwriteWith = (second: unknown) =>
      underwrite(
        resultOfDossier({
          taxpayer: { id: 't' },
          records: [makeYearRecord('2022', second), makeYearRecord('2023', 24000), makeYearRecord('2024', 24000)],
        }),
        policy,
      )
    expect(printWages(underwriteWith('5x'), 'trend', 'qualifying_monthly', 'flags')).toEqual([
      'stable',
      '0.00',
      'income_unreadable;incomplete;transcript_incomplete',
    ])
    expect(findRule(underwriteWith('5x'), 'wages.monthly_amount')).toBe(
      '2022 could not be read: 0; not read: box 1 (wages) of r2022/form_w2/0/0',
    )
    expect(printWages(underwriteWith(0), 'qualifying_monthly', 'flags')).toEqual([
      '0.00',
      'insufficient_history;transcript_incomplete',
    ])
    expect(printWages(underwriteWith(24000), 'qualifying_monthly', 'flags')).toEqual([
      '2000.00',
      'transcript_incomplete',
    ])
  })
})

describe('the reason names the box and its location', () => {
  const records = [makeYearRecord('2023', 52000), makeYearRecord('2024', '5x')]
  const input = JSON.stringify({ taxpayer: { id: 't' }, records })

  test('appears in every figure that needs the year, and in no other', () => {
    const underwriting = underwriteRecords(records)
    const listExclusions = (figure: string) =>
      underwriting.traces
        .find(trace => trace.figure === `wages.${figure}`)
        ?.excluded.map(({ recordId, form, formIndex, entryIndex, year, field, box, cents, reason }) =>
          [recordId, form, formIndex, entryIndex, year, field, box, cents, reason].join(),
        )
    const exclusion = 'r2024,form_w2,0,0,2024,wages,1,,income_unreadable'
    for (const figure of ['latest_amount', 'change', 'monthly_amount', 'qualifying_monthly'])
      expect(listExclusions(figure), figure).toEqual([exclusion])
    expect(listExclusions('prior_amount')).toEqual([])
    expect(findRule(underwriting, 'wages.latest_amount')).toBe('nothing of 2024 could be read')
  })

  test('names three boxes and counts the rest', () => {
    const form_w2 = [1, 2, 3, 4, 5].map(() => ({ employer, wages_tips_other_compensation: '5x' }))
    const underwriting = underwriteRecords([
      makeYearRecord('2023', 52000),
      record('r', '2024', [{ year: '2024', form_w2 }]),
    ])
    expect(findRule(underwriting, 'wages.monthly_amount')).toBe(
      '2024 could not be read: 0; not read: box 1 (wages) of r/form_w2/0/0, box 1 (wages) of r/form_w2/0/1, ' +
        'box 1 (wages) of r/form_w2/0/2 and 2 more',
    )
  })

  test('appears in the output of explain', () => {
    const { stdout } = taxtally(['explain', '-', '--figure', 'wages', '--quiet'], input)
    expect(stdout).toContain(
      [
        'wages.qualifying_monthly = 0.00   [monthly amount + gross-up]',
        '  wages.monthly_amount = 0.00   [2024 could not be read: 0; not read: box 1 (wages) of r2024/form_w2/0/0]',
        '    wages.latest_amount = unknown   [nothing of 2024 could be read]',
        '      left out: 2024 r2024/form_w2/0/0 wages (box 1) - (income_unreadable) (doubts: unreadable_box)',
        '    wages.prior_amount = 52000.00   [counted boxes of 2023, less what is left out]',
      ].join('\n'),
    )
    const refused = [records[0], record('lost', '2022', 'none')]
    const refusedRun = taxtally(
      ['explain', '-', '--figure', 'wages', '--quiet'],
      JSON.stringify({ taxpayer: { id: 't' }, records: refused }),
    )
    expect(refusedRun.stdout).toContain('left out: 2022 record lost - (income_unreadable)')
  })

  test('summarize never prints 0.00 for the year', () => {
    const { stdout } = taxtally(['summarize', '-', '--quiet'], input)
    expect(stdout).toMatch(/^ {2}Wages +52,000\.00 +unreadable\*\??$/m)
    expect(stdout).toMatch(/^ {2}Total income +52,000\.00 +unreadable\*\??$/m)
    expect(stdout).toMatch(/^ {2}1a +Wages +52,000\.00 +52,000 +unreadable\*\? +unreadable\*\?$/m)
    expect(stdout).toMatch(/^ {2}2024 {2}Acme +unreadable\*\? +-$/m)
    expect(stdout).toMatch(
      /^ {2}wages +unreadable\* +52,000\.00 +unknown +0\.00 +0\.00 +0\.00 +0\.00 +income_unreadable, incomplete, transcript_incomplete$/m,
    )
    expect(stdout).toContain('2024: box 1 (wages) on the 2024 W-2 from Acme (software record r2024) could not be read')
    const [object] = taxtally(['summarize', '-', '--json', '--quiet'], input)
      .stdout.trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, Raw[]>)
    const pickRows = (table: string) => object?.[table]?.filter(row => row['tax_year'] === 2024) ?? []
    expect(pickRows('income')).toMatchObject([{ amount: null, taxable_amount: null, complete: false }])
    expect(pickRows('years')).toMatchObject([{ total_income: null, complete: false }])
    expect(pickRows('return_lines')).toMatchObject([{ amount: null, whole_dollars: null, complete: false }])
    expect(pickRows('employment')).toMatchObject([{ wages: null, wage_share: null }])
    expect(object?.['qualifying_income']?.find(row => row['category'] === 'wages')).toMatchObject({
      latest_amount: null,
      prior_amount: '52000.00',
      change: null,
      trend: 'unknown',
      months: 0,
      qualifying_monthly: '0.00',
      supportable_if_stabilized: null,
      flags: 'income_unreadable;incomplete;transcript_incomplete',
    })
    expect(pickRows('missing').map(row => row['why'])).toContain(
      'box 1 (wages) on the 2024 W-2 from Acme (software record r2024) could not be read',
    )
  })
})

test('a year whose amounts are all unreadable is never 0, new, discontinued or short', () => {
  let rows = 0
  for (let seed = 1; seed <= 60; seed++) {
    const raw = makeRandomDossier(seed)
    const years = new Set(
      resultOfDossier(raw)
        .income.filter(({ documents }) => documents > 0)
        .map(({ year }) => year),
    )
    for (const year of years) {
      const result = resultOfDossier(withoutMoney(raw, year))
      // Sums of the year that are not null although every amount is unreadable.
      const read = [
        ...result.income.filter(row => row.year === year && row.amount !== null && row.documents > 0),
        ...result.years.filter(row => row.year === year && row.totalIncome !== null && row.totalIncome !== 0),
      ]
      expect(read, `${seed} ${year}`).toEqual([])
      for (const policy of POLICIES) {
        const underwriting = underwrite(result, policyNamed(policy), { taxpayerId: 't', asOfYear: year })
        const unreadableCategories = new Set(
          result.income.flatMap(row => (row.year === year && row.amount === null ? [row.category] : [])),
        )
        for (const row of underwriting.qualifyingIncome) {
          if (!unreadableCategories.has(row.category as never)) continue
          rows++
          expect([row.category, row.latestAmount, row.trend, row.change], `${seed} ${year} ${policy}`).toEqual([
            row.category,
            null,
            'unknown',
            null,
          ])
          expect(row.flags).toContain('income_unreadable')
          expect(row.flags).not.toContain('short_history')
          expect(row.flags).not.toContain('insufficient_history')
          expect(Number(row.qualifyingMonthly)).toBeLessThanOrEqual(0)
        }
      }
    }
  }
  expect(rows).toBeGreaterThan(1000)
})

/** Returns a dossier in which every amount box of a year is replaced by unreadable text. */
function withoutMoney(raw: Raw, year: number): Raw {
  const copy = structuredClone(raw)
  for (const { document } of resultOfDossier(copy).resolution.documents) {
    const entry = document.raw as Raw
    for (const { key, type } of document.year === year ? document.compiledForm.fields : [])
      if (type === 'money' && key in entry) entry[key] = 'some'
  }
  return copy
}
