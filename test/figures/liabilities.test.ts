import { expect, test } from 'vitest'
import { listIssueLines, recordWith } from '../support/records.js'
import { formatTableRows, resultOfDossier } from '../support/run.js'

/** Returns the rows of the balance table for a list of years and amounts. */
function balancesOf(...years: readonly (readonly [year: string, amount: number])[]): string[] {
  const tax_years = years.map(([year, amount]) => ({ year, amount }))
  const taxpayer = { id: 't', details: { balance_summary: { balance_due: 0, tax_years } } }
  return formatTableRows(resultOfDossier({ taxpayer }), 'liability_years').map(
    row => `${row['tax_year']} ${row['amount']}`,
  )
}

test('balances are sorted by year and amount, in any input order', () => {
  const balances = [
    ['2021', 300],
    ['2020', 200],
    ['2021', 100],
    ['2021', 300],
    ['2019', 0],
  ] as const
  for (const start of balances.keys()) {
    const turned = [...balances.slice(start), ...balances.slice(0, start)]
    for (const inOrder of [turned, turned.toReversed()])
      expect(balancesOf(...inOrder)).toEqual(['2019 0.00', '2020 200.00', '2021 100.00', '2021 300.00', '2021 300.00'])
  }
})

/** Returns the total of the years, its difference from a balance due of 5,000, and the oldest year with a balance. */
function oweOf(tax_years: unknown): string {
  const taxpayer = { id: 't', details: { balance_summary: { balance_due: 5000, tax_years } } }
  const [row] = formatTableRows(resultOfDossier({ taxpayer }), 'liabilities')
  return ['years_total', 'years_difference', 'oldest_balance_year'].map(name => row?.[name] || '-').join(' ')
}

const makeBalance = (year: unknown, amount: unknown) => ({ year, amount })

test.each([
  ['yearly amounts that add up to the balance', [makeBalance(2019, 5000), makeBalance(2018, 0)], '5000.00 0.00 2019'],
  ['an item that is not an object may be a balance of any year', [makeBalance(2019, 5000), 'x'], '- - -'],
  ['a value that is not a list', 'x', '- - -'],
  ['an unreadable amount of a later year', [makeBalance(2019, 5000), makeBalance(2021, 'x')], '- - 2019'],
  ['an unreadable amount of an earlier year', [makeBalance(2019, 5000), makeBalance(2015, 'x')], '- - -'],
  ['an unreadable year', [makeBalance(2019, 2000), makeBalance('x', 3000)], '5000.00 0.00 -'],
  ['an absent year', [makeBalance(2019, 2000), makeBalance('Not Set', 3000)], '5000.00 0.00 -'],
  [
    'an absent year without a balance above 0',
    [makeBalance(2019, 5000), makeBalance(null, 0), makeBalance(null, -5)],
    '4995.00 5.00 2019',
  ],
  ['an absent amount is not 0', [makeBalance(2019, null)], '- - -'],
  ['an absent amount adds nothing', [makeBalance(2019, 5000), makeBalance(2018, null), null], '5000.00 0.00 2019'],
  ['an empty list adds up to 0', [], '0.00 5000.00 -'],
  ['without a list, nothing is known', null, '- - -'],
])('the years: %s', (_, years, expected) => {
  expect(oweOf(years)).toBe(expected)
})

test('a balance is a debt even if another balance is unreadable', () => {
  const stateOf = (tax_years: unknown): string | undefined => {
    const taxpayer = {
      id: 't',
      analysis: { liabilities_with_lien_filed: '0' },
      details: { balance_summary: { tax_years } },
    }
    const rows = formatTableRows(resultOfDossier({ taxpayer }), 'indicators')
    return rows.find(row => row['indicator'] === 'tax_debt_state')?.['label']
  }
  expect(stateOf([makeBalance(2019, 500)])).toBe('balance_no_lien/unknown')
  expect(stateOf([makeBalance(2019, 500), 'x'])).toBe('balance_no_lien/unknown')
  expect(stateOf([makeBalance(2019, 500), makeBalance(2020, 'x')])).toBe('balance_no_lien/unknown')
  expect(stateOf([makeBalance(2019, 0)])).toBe('none/unknown')
})

test('balances without a year have one issue, and an unreadable year has its own issue', () => {
  const issuesOf = (tax_years: unknown) =>
    listIssueLines(resultOfDossier({ taxpayer: { id: 't', details: { balance_summary: { tax_years } } } }).issues)
  const list = "$['details']['balance_summary']['tax_years']"
  expect(issuesOf([makeBalance(2019, 5), makeBalance(null, 5), makeBalance('Not Set', 6)])).toEqual([
    `year_unknown ${list}`,
  ])
  expect(issuesOf([makeBalance('x', 5)])).toEqual([`year_unreadable ${list}[0]['year']`])
  expect(issuesOf([makeBalance(2019, 5), makeBalance(null, null), {}])).toEqual([])
})

test.each([
  ['100', '101'],
  // The difference exceeds the integers that a double can represent.
  ['-60000000000000', '60000000000000'],
])('reports liens that exceed the total: total %s, liens %s', (total_liabilities, liabilities_with_lien_filed) => {
  const taxpayer = { id: 't', analysis: { total_liabilities, liabilities_with_lien_filed } }
  expect(resultOfDossier({ taxpayer }).issues.map(({ code }) => code)).toContain('lien_exceeds_total')
})

test.each([
  ['XXX-XX-4471', []],
  ['900-31-4471', []],
  ['XXX-XX-3360', ["taxpayer_tin_differs $['analysis']['tin']"]],
  [undefined, []],
])("compares the taxpayer's tin %s with an SSN that ends in 4471", (tin, expected) => {
  const records = [recordWith({ ssn: 'XXX-XX-4471', form_w2: [{ wages_tips_other_compensation: 1 }] })]
  const { issues } = resultOfDossier({ taxpayer: { id: 't', analysis: { tin } }, records })
  expect(listIssueLines(issues)).toEqual(expected)
})
