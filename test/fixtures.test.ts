import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ISSUES, type IssueCode } from '../src/core/issues/issue-table.js'
import { computeResult, type TaxpayerResult } from '../src/figures/taxpayer-result.js'
import { readDossiers } from '../src/files/read/read-files.js'
import { readSourceDossier } from '../src/ingest/read-dossier.js'
import { FORMS } from '../src/schema/forms/index.js'
import { formatTableRows } from './support/run.js'

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))

interface Expected {
  readonly issues: readonly string[]
  readonly note: string
  readonly income?: readonly (readonly [year: number, category: string, amount: string])[]
  readonly withholding?: readonly (readonly [year: number, kind: string, amount: string])[]
}

const expected = JSON.parse(readFileSync(`${FIXTURES}quirks/expected.json`, 'utf8')) as Record<string, Expected>

/** The codes of issues about duplicates, amendments and conflicts, which `expected.json` does not contain. */
const RESOLUTION: readonly IssueCode[] = [
  'possible_duplicate',
  'probable_duplicate',
  'duplicate_without_original',
  'amended_without_original',
  'amended_target_doubtful',
  'source_conflict',
]

interface Reading {
  readonly issues: string[]
  readonly results: TaxpayerResult[]
}

/** Reads files like the command. Returns the results, and the issue codes except those in `RESOLUTION`. */
async function read(...paths: string[]): Promise<Reading> {
  const issues: string[] = []
  const results: TaxpayerResult[] = []
  for await (const dossierOrIssue of readDossiers(paths)) {
    if ('issue' in dossierOrIssue) {
      issues.push(dossierOrIssue.issue.code)
      continue
    }
    const result = computeResult(readSourceDossier(dossierOrIssue.dossier))
    results.push(result)
    for (const { code } of result.issues) if (!RESOLUTION.includes(code)) issues.push(code)
  }
  return { issues: issues.sort(), results }
}

/** Returns the table rows that have a sum in a result. Omits rows that only mark a category as incomplete. */
const rowsOf = (results: readonly TaxpayerResult[], table: 'income' | 'withholding', keyColumn: string) =>
  results.flatMap(result => {
    const isSum = (row: Readonly<Record<string, string>>): boolean =>
      result[table].some(
        sum => String(sum.year) === row['tax_year'] && Object.values(sum).includes(row[keyColumn] as never),
      )
    return formatTableRows(result, table)
      .filter(isSum)
      .map(row => [Number(row['tax_year']), row[keyColumn], row['amount']])
  })

const FILES = readdirSync(`${FIXTURES}quirks`).filter(name => name !== 'expected.json')

describe('fixtures/quirks', () => {
  test('expected.json has exactly one expectation for each file', () => {
    expect(FILES.toSorted()).toEqual(Object.keys(expected).toSorted())
    expect(FILES.length).toBeGreaterThan(100)
  })

  test('every expected issue code exists', () => {
    for (const { issues } of Object.values(expected)) for (const code of issues) expect(ISSUES).toHaveProperty(code)
  })

  test.each(FILES)('%s', async name => {
    const { issues, income, withholding } = expected[name] as Expected
    const { issues: reportedCodes, results } = await read(`${FIXTURES}quirks/${name}`)
    expect(reportedCodes).toEqual(issues.toSorted())
    if (income !== undefined) expect(rowsOf(results, 'income', 'category')).toEqual(income)
    if (withholding !== undefined) expect(rowsOf(results, 'withholding', 'kind')).toEqual(withholding)
  })
})

describe('fixtures/quirks with more expectations', () => {
  const quirk = (name: string) => `${FIXTURES}quirks/${name}`
  const readRows = async (name: string, table: string) =>
    (await read(quirk(name))).results.flatMap(result => formatTableRows(result, table))
  const wagesOf = (results: readonly TaxpayerResult[]) =>
    results.map(result => {
      const amounts = rowsOf([result], 'income', 'category').map(([, , amount]) => amount)
      return [result.dossier.taxpayerId, ...amounts].join(' ')
    })

  test('a taxpayer file and a file of records without a taxpayer id become one dossier', async () => {
    const paths = [quirk('two-files-taxpayer.json'), quirk('two-files-records.json')]
    for (const inOrder of [paths, paths.toReversed()])
      expect(wagesOf((await read(...inOrder)).results)).toEqual(['tp-two-files 1000.00'])
    const alone = await read(quirk('two-files-records.json'))
    expect(wagesOf(alone.results)).toEqual(['two-files-records 1000.00'])
  })

  test.each([
    ['array-of-dossiers.json', ['tp-a 1000.00', 'tp-b 2000.00']],
    ['ndjson-dossiers.ndjson', ['tp-a 1000.00', 'tp-b 2000.00']],
    ['ndjson-bare-records.ndjson', ['tp-a 3000.00', 'tp-b 4000.00']],
    ['ndjson-taxpayer-not-contiguous.ndjson', ['tp-a 1000.00', 'tp-b 2000.00']],
    ['ndjson-truncated-line.ndjson', ['tp-a 1000.00', 'tp-c 4000.00']],
    ['bare-record.json', ['bare-record 1000.00']],
    ['dossier-without-taxpayer-id.json', ['dossier-without-taxpayer-id 1000.00']],
    ['taxpayer-id-precedence.json', ['tp-of-dossier 1000.00']],
  ])('%s has the expected taxpayers', async (name, taxpayers) => {
    expect(wagesOf((await read(quirk(name))).results)).toEqual(taxpayers)
  })

  test.each([
    ['ndjson-truncated-line.ndjson', 2],
    ['ndjson-taxpayer-not-contiguous.ndjson', 3],
  ])('%s has an issue with the line number of the faulty line', async (name, line) => {
    for await (const dossierOrIssue of readDossiers([quirk(name)])) {
      if ('issue' in dossierOrIssue) expect(dossierOrIssue.issue.origin).toEqual({ source: name, line })
    }
  })

  test('unknown input makes only its own sum incomplete', async () => {
    const readCompleteness = async (name: string, table = 'income') =>
      (await readRows(name, table)).map(row => `${row['category'] ?? row['kind']} ${row['complete']}`)
    expect(await readCompleteness('broken-box.json')).toEqual(['wages false'])
    expect(await readCompleteness('broken-box.json', 'withholding')).toEqual(['federal true'])
    expect(await readCompleteness('1099-b-unknown-basis.json')).toEqual(['capital_gains false'])
    expect(await readCompleteness('1099-b-wash-sale.json')).toEqual(['capital_gains true'])
    expect(await readCompleteness('entry-not-object.json')).toContain('gambling false')
  })

  test('taxable_amount of a pension is empty if unknown or absent, and has a value for an upper bound', async () => {
    const taxable = async (name: string) => (await readRows(name, 'income')).map(row => row['taxable_amount'])
    expect(await taxable('1099-r-taxable-unknown.json')).toEqual([''])
    expect(await taxable('1099-r-taxable-absent.json')).toEqual([''])
    expect(await taxable('1099-r-ira-upper-bound.json')).not.toEqual([''])
  })
})

describe('one record for each form', () => {
  test('every form has a file that reads as that form without errors', async () => {
    const names = readdirSync(`${FIXTURES}forms`).toSorted()
    expect(names).toEqual(FORMS.map(form => `${form.key}.json`).toSorted())
    for (const name of names) {
      const { issues, results } = await read(`${FIXTURES}forms/${name}`)
      expect(
        issues.filter(code => ISSUES[code as IssueCode][0] === 'error'),
        name,
      ).toEqual([])
      const [result] = results
      const form = FORMS.find(({ key }) => `${key}.json` === name)
      expect(result?.resolution.documents.length, name).toBeGreaterThan(0)
      for (const { document } of result?.resolution.documents ?? []) {
        expect(document.compiledForm.form.key).toBe(form?.key)
        // Each entry has exactly the keys of its form table.
        const { fields = [], issuer, recipient } = form ?? {}
        const keys = [issuer?.key, recipient?.key, ...fields.map(({ key }) => key)]
        expect(Object.keys(document.raw).toSorted(), name).toEqual(keys.toSorted())
      }
    }
  })
})

describe('whole dossiers', () => {
  test.each(['borrower.ndjson', 'dossiers.ndjson', 'liabilities.json', 'liabilities-dossier.json'])(
    '%s reads without an error',
    async name => {
      const { issues, results } = await read(`${FIXTURES}${name}`)
      expect(issues.filter(code => ISSUES[code as IssueCode][0] === 'error')).toEqual([])
      expect(results.length).toBe(name === 'dossiers.ndjson' ? 8 : 1)
    },
  )

  test('the liabilities table has the expected amounts, shares and differences', async () => {
    const { results } = await read(`${FIXTURES}liabilities.json`)
    expect(results.flatMap(result => formatTableRows(result, 'liabilities', ['taxpayer_id']))).toEqual([
      {
        total: '5000.00',
        with_lien: '3200.00',
        without_lien: '1800.00',
        lien_share: '0.640000',
        balance_due: '5000.00',
        years_total: '2500.00',
        years_difference: '2500.00',
        total_difference: '0.00',
        oldest_balance_year: expect.stringMatching(/^20[0-9]{2}$/),
        lien_filed: 'true',
      },
    ])
  })
})
