import { expect, test } from 'vitest'
import type { Raw } from '../support/run.js'
import { makeDossier, makeRecords, makeW2, type Pull, type TestDocument, underwrite } from './dossiers.js'
import { toDollars } from './streams.js'

const OTHER_IRS: Pull = { provider: 'irs_tax_pro', day: '09-02' }

test('two IRS records of one W-2, one with a wrong digit in the identifier, do not count twice today', () => {
  const document = makeW2(2024, 'A', 60_000, { federal_income_tax_withheld: 5_000 })
  const [year, form, entry] = document
  const mistyped: TestDocument = [
    year,
    form,
    { ...entry, employer: { ...(entry['employer'] as Raw), ein: '00-0651066' } },
  ]
  const { streams, listConditions } = underwrite(makeDossier([document], makeRecords([mistyped], OTHER_IRS, 'other-')))
  // 60,000 / 12, and 120,000 / 12 if both are real.
  expect(streams.map(row => [row.qualifyingMonthly, row.supportableMonthly].map(toDollars))).toEqual([
    ['5000.00', '10000.00'],
  ])
  expect(listConditions()).toContainEqual(
    expect.objectContaining({ condition: 'possible_duplicate', severity: 'blocking', isMet: false }),
  )
})
