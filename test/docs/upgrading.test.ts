import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPolicy } from '../../src/api/schemas.js'
import { OPTIONS } from '../../src/cli/options/option-table.js'
import type * as core from '../../src/index.js'
import { analyze, FLAGS, ISSUES, POLICIES } from '../../src/index.js'
import { inFiles, type Setting } from '../../src/underwriting/policies/setting.js'
import { KNOWN_FACTS } from '../../src/underwriting/policies/settings.js'

// Tests that the upgrade guide from 0.1 to 0.2 has the figures that 0.2 computes, and that each new name exists.
const text = readFileSync('docs/upgrading.md', 'utf8')
const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default?: string } | string>>
}

/** Reads the rows of the table under a heading. `first` is the heading of the first column. */
function rowsOf(heading: string, first: string): string[][] {
  const part = text.slice(text.indexOf(`\n${heading}\n`))
  const table = part.slice(part.indexOf(`\n| ${first} |`) + 1).split('\n\n')[0] ?? ''
  const [, , ...lines] = table.split('\n')
  return lines.map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}
const names = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name))

const dossiers = new Map(
  readFileSync('fixtures/dossiers.ndjson', 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { readonly taxpayer: { readonly id: string } })
    .map(dossier => [dossier.taxpayer.id, dossier]),
)
const monthly = (input: unknown, policy: core.Policy | core.PolicyName, incomeCategory = 'total') =>
  analyze(input, { policy })
    .value?.underwriting.qualifyingIncome.find(({ category }) => category === incomeCategory)
    ?.qualifyingMonthly.toFixed(2)

const totals = rowsOf('## Figures of qualifying income', 'borrower')
test.each(totals)('%s under %s: %s in 0.1, %s in 0.2', (borrower, policy, _, now) => {
  const [id = '', name = ''] = [borrower, policy].flatMap(names)
  expect(monthly(dossiers.get(id), name as core.PolicyName)).toBe(now)
})
test('the page lists 15 changed totals', () => expect(totals.length).toBe(15))

const w2 = (ein: string, wages: unknown, fields = {}) => ({
  employer: { ein },
  employee: { ssn: 'XXX-XX-1234' },
  wages_tips_other_compensation: wages,
  ...fields,
})
const record = (year: number, forms: object, provider_id = 'irs') => ({
  ...{ id: `${provider_id}-${year}`, tax_year: `${year}`, provider_id, date: `${year + 1}-09-01T00:00:00Z` },
  forms: [{ year: `${year}`, ssn: 'XXX-XX-1234', ...forms }],
})
const dossier = (...records: object[]) => ({ taxpayer: { id: 't', status: 'COMPLETED' }, records })
const [A, B] = ['00-1111111', '00-2222222']
const income = (input: object, incomeCategory: string) =>
  analyze(input)
    .value?.income.find(({ category }) => category === incomeCategory)
    ?.amount?.toFixed(2)

/** The small cases on the page, each with a function that computes the figure. */
const CASES: Readonly<Record<string, () => string | undefined>> = {
  // (75,500 + 79,000) / 24.
  second_job_ended: () =>
    monthly(
      dossier(
        record(2022, { form_w2: [w2(A, 73000), w2(B, 24000)] }),
        record(2023, { form_w2: [w2(A, 75500), w2(B, 26000)] }),
        record(2024, { form_w2: [w2(A, 79000)] }),
      ),
      'fannie-2026-03',
      'wages',
    ),
  one_year_of_interest: () =>
    monthly(dossier(record(2024, { form_1099_int: [{ interest_income: 1200 }] })), 'fannie-2026-03', 'interest'),
  wages_unreadable: () =>
    monthly(
      dossier(record(2023, { form_w2: [w2(A, 'many')] }), record(2024, { form_w2: [w2(A, 52000)] })),
      'fannie-2026-03',
      'wages',
    ),
  // 30,000 + 25,000: the correction to 25,000 replaces both copies of 20,000.
  amended_in_one_source: () =>
    income(
      dossier(
        record(2023, { form_w2: [w2(A, 30000), w2(A, 20000)] }, 'turbotax'),
        record(2023, { form_w2: [w2(A, 20000), w2(A, 25000, { submission_type: 'Corrected' })] }),
      ),
      'wages',
    ),
  key_misspelt: () =>
    income(dossier(record(2024, { form_1099_nec: [{ nonemployee_compensation: 52000 }] })), 'self_employment'),
}
const cases = rowsOf('## Figures of qualifying income', 'case')
test('every small case is computed', () => expect(cases.map(([name]) => names(name)[0])).toEqual(Object.keys(CASES)))
test.each(cases)('%s: %s, %s in 0.1, %s in 0.2', (name, _, __, now) => {
  expect(CASES[String(names(name)[0])]?.()).toBe(now)
})

const NEW_SETTINGS = names(/lacks seven settings: (.*?)\. /.exec(text)?.[1])
test('new settings are settings of the policies', () => {
  expect(NEW_SETTINGS).toHaveLength(7)
  expect(Object.keys(POLICIES.va)).toEqual(expect.arrayContaining(NEW_SETTINGS))
})

test('a policy of 0.1 gives its old figure if investmentAveraging is added', () => {
  const oldSettings = Object.entries(POLICIES['fannie-2026-03']).filter(([setting]) => !NEW_SETTINGS.includes(setting))
  const old = Object.fromEntries([...oldSettings, ['name', 'mine']])
  const { averaging } = POLICIES['fannie-2026-03']
  const figures = [old, { ...old, investmentAveraging: averaging }].map(settings => {
    const { value } = readPolicy(settings)
    return value && monthly(dossiers.get('tp-borrower-quenby'), value)
  })
  expect(figures).toEqual(['7234.08', '7127.04'])
})

const columns = new Map(
  readdirSync('schemas/tables').map(file => {
    const { properties } = JSON.parse(readFileSync(`schemas/tables/${file}`, 'utf8')) as { properties: object }
    return [file.replace('.json', ''), Object.keys(properties)]
  }),
)

test('named columns and tables exist, and new columns are last', () => {
  for (const [table, added] of rowsOf('## Tables', 'table')) {
    const [name = ''] = names(table)
    expect(columns.get(name)?.slice(-names(added).length), name).toEqual(names(added))
  }
  for (const [where] of rowsOf('## Null', 'where'))
    for (const name of names(where)) {
      const [table = '', column] = name.split('.')
      expect(columns.get(table), name).toContain(column)
    }
  for (const name of ['mortgages', 'needs', 'tie_out']) expect([...columns.keys()]).toContain(name)
})

test('removed names are no longer exported, and their replacements are', async () => {
  const load = async (entry: string): Promise<string[]> => {
    const exported = PACKAGE.exports[entry.replace('taxtally', '.')]
    const path = typeof exported === 'object' ? String(exported.default) : ''
    return Object.keys((await import(/* @vite-ignore */ `../../${path.replace('dist', 'src')}`)) as object)
  }
  const rows = rowsOf('## Names', '0.1')
  expect(rows.length).toBe(4)
  for (const [before, after] of rows) {
    const [removedNames, currentNames] = [names(before), names(after)]
    expect(await load(String(removedNames.pop()))).not.toEqual(expect.arrayContaining(removedNames))
    expect(await load(String(currentNames.pop()))).toEqual(expect.arrayContaining(currentNames))
  }
})

test('known facts in code have the new names, and files keep the old names', () => {
  const rows = rowsOf('## Names', '`KnownFacts` of 0.1').map(([before, now]) => [names(before), names(now)].flat())
  expect(rows.length).toBe(5)
  const settingOf = (table: Setting, path: string) =>
    path
      .split('.')
      .reduce<Setting | undefined>(
        (setting, key) => (setting?.is === 'object' ? setting.keys?.[key] : undefined),
        table,
      )
  for (const [before = '', now = ''] of rows) {
    expect([before, settingOf(inFiles(KNOWN_FACTS), before)]).toEqual([before, expect.objectContaining({})])
    expect([now, settingOf(KNOWN_FACTS, now)]).toEqual([now, expect.objectContaining({})])
  }
})

test('named flags, issue codes and options exist', () => {
  const flags = /New flags of qualifying income: (.*?)\. New issue codes: (.*?)\. /.exec(text)
  expect(names(flags?.[1]).length).toBe(10)
  expect(Object.keys(FLAGS)).toEqual(expect.arrayContaining(names(flags?.[1])))
  expect(names(flags?.[2]).length).toBe(19)
  expect(Object.keys(ISSUES)).toEqual(expect.arrayContaining(names(flags?.[2])))
  const options = new Set([...text.matchAll(/`--([a-z-]+)/g)].map(([, name]) => String(name)))
  for (const name of options) expect(Object.keys(OPTIONS), name).toContain(name)
})
