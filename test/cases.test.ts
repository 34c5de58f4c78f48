import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { RETURN_LINES } from '../src/figures/return-lines.js'
import { FORMS } from '../src/schema/forms/index.js'
import golden from './golden/cases.json' with { type: 'json' }
import { findShared } from './support/requirements.mjs'
import { type Raw, resultOfDossier } from './support/run.js'

/** Computes the whole dollars of a return line, or of a sum of lines such as `4b+5b`, for a year of a dossier. */
function dollarsOf(raw: Raw, year: number, lines: string): number {
  const { lines: sums } = resultOfDossier(raw)
  let cents = 0n
  for (const name of lines.split('+')) {
    expect(RETURN_LINES, name).toContain(name)
    for (const sum of sums) if (sum.year === year && sum.line === name) cents += BigInt(sum.wholeDollars ?? 0)
  }
  expect(cents % 100n).toBe(0n)
  return Number(cents / 100n)
}

interface Case {
  readonly id: string
  readonly tax_year: number
  readonly dossier: Raw
  readonly expected_lines: Record<string, string>
  readonly filed_return_differs: readonly string[]
}

const RETURNS = findShared('the lines of filed returns', 'cases/returns.ndjson')

describe('returns that were filed', () => {
  it.skipIf(RETURNS === undefined)('match every line that the documents determine', () => {
    const text = readFileSync(String(RETURNS), 'utf8').trim()
    let [returns, lines] = [0, 0]
    for (const filedReturn of text.split('\n').map(line => JSON.parse(line) as Case)) {
      returns++
      for (const [line, expected] of Object.entries(filedReturn.expected_lines)) {
        if (filedReturn.filed_return_differs.includes(line)) continue
        lines++
        expect(dollarsOf(filedReturn.dossier, filedReturn.tax_year, line), `${filedReturn.id}, ${line}`).toBe(
          Number(expected),
        )
      }
    }
    expect(returns).toBeGreaterThanOrEqual(220)
    expect(lines).toBeGreaterThan(500)
  })
})

interface GoldenDocument {
  readonly form: string
  readonly recipient: string
  readonly issuer: string | null
  readonly boxes: object
}

/** Creates a dossier with one record that has a form object per recipient, like a wage and income transcript. */
function dossierOf(id: string, year: number, documents: readonly GoldenDocument[]): Raw {
  const forms = new Map<string, Raw>()
  for (const { form, recipient, issuer, boxes } of documents) {
    const object = forms.get(recipient) ?? { type: 'WAID', year: String(year), ssn: recipient }
    forms.set(recipient, object)
    const table = FORMS.find(({ key }) => key === form)
    if (table === undefined) throw new Error(form)
    const party = issuer === null ? {} : { [table.issuer.key]: { [table.issuer.id]: issuer } }
    object[form] = [...((object[form] as unknown[] | undefined) ?? []), { ...party, ...boxes }]
  }
  const record = { id: `record-${id}`, tax_year: String(year), provider_id: 'irs', forms: [...forms.values()] }
  return { taxpayer: { id }, records: [record] }
}

describe('golden returns', () => {
  test('are at least twelve and name their source', () => {
    expect(golden.cases.length).toBeGreaterThanOrEqual(12)
    expect(golden.source.repo).toBe('IRS-Public/direct-file')
    expect(golden.source.license).toContain('US government work / CC0')
  })

  test.each(golden.cases.map(goldenCase => [goldenCase.id, goldenCase] as const))(
    '%s',
    (id, { year, documents, lines }) => {
      const raw = dossierOf(id, year, documents)
      const computedLines = Object.fromEntries(
        resultOfDossier(raw).lines.map(({ line, wholeDollars }) => [line, Number(wholeDollars) / 100]),
      )
      // The library returns no line with an amount of 0, and it must return no line that was not filed.
      const filed = Object.fromEntries(Object.entries(lines).filter(([, dollars]) => dollars !== 0))
      expect(computedLines).toEqual(filed)
    },
  )
})
