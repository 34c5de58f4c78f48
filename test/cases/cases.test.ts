import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatDocumentPlace, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { readSections } from '../support/records.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'
import doubtsByFolder from './doubts.json' with { type: 'json' }

// The cases run in every checkout, because their inputs and expectations are copies in this folder.

const DOUBTS: Readonly<Record<string, Readonly<Record<string, object>>>> = doubtsByFolder

const readCase = (folder: string, name: string): TaxpayerResult =>
  resultOfDossier(JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, import.meta.url), 'utf8')) as Raw)

/** Formats the amounts of income, and the years that are incomplete, as `income.txt` does. */
const formatIncome = (result: TaxpayerResult): string[] => [
  ...formatTableRows(result, 'income')
    .filter(({ amount }) => amount !== '')
    .map(({ tax_year, category, amount = '', doubts }) =>
      `${tax_year} ${category} ${amount.replace(/\.00$/, '')} ${doubts}`.trim(),
    ),
  ...formatTableRows(result, 'year_totals')
    .filter(({ complete }) => complete === 'false')
    .map(({ tax_year }) => `${tax_year} incomplete`),
]

describe.each(readSections(new URL('income.txt', import.meta.url)))('%s', (folder, ...lines) => {
  test('has an expectation for every dossier', () => {
    const names = readdirSync(new URL(folder, import.meta.url)).map(name => name.replace(/\.json$/, ''))
    expect(lines.map(line => line.split(':')[0])).toEqual(names.sort())
  })

  test.each(lines)('%s', line => {
    const [name = '', expected = ''] = line.split(': ')
    const result = readCase(folder, name)
    expect(formatIncome(result).sort()).toEqual(expected === 'none' ? [] : expected.split(', ').sort())
    const doubts = result.resolution.documents
      .filter(document => document.doubts.length > 0)
      .map(document => [formatDocumentPlace(document.document), document.doubts])
    expect(Object.fromEntries(doubts)).toEqual(DOUBTS[folder]?.[name] ?? {})
  })
})
