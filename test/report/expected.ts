import { Decimal } from 'decimal.js'
import { expect } from 'vitest'
import { groupBy } from '../../src/core/lists.js'
import { CATEGORY_WORDS, KIND_WORDS, labelOfPolicy } from '../../src/report/labels.js'
import type { AnalysisOutput } from '../support/everything.js'
import type { PageTable } from './page-tables.js'

type Row = Readonly<Record<string, unknown>>

/** Formats decimal text as money with separators, as on the page. Shares no code with the page, to check it. */
const formatMoney = (value: unknown, none = '–'): string => {
  if (value === null) return none
  const [, sign = '', dollars = '', cents = ''] = /^(-?)(\d+)(\.\d\d)$/.exec(String(value)) ?? []
  return `${sign}${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}${cents}`
}

/** Formats a fraction as a percentage with one decimal, rounded half away from 0. */
const formatPercent = (value: unknown): string => {
  if (value === null) return '–'
  const percent = new Decimal(String(value)).times(100).toDecimalPlaces(1, Decimal.ROUND_HALF_UP)
  return `${percent.isZero() ? '0.0' : percent.toFixed(1)}%`
}

const WORDS: Readonly<Record<string, string>> = CATEGORY_WORDS

const categoryLabel = (category: string): string =>
  WORDS[category] ?? `${category.charAt(0).toUpperCase()}${category.slice(1).replaceAll('_', ' ')}`

const BORROWER_LABELS: Readonly<Record<string, string>> = {
  self: 'Borrower',
  all: 'All borrowers',
  unknown: 'Unnamed borrower',
}

const borrowerLabel = (borrower: string): string =>
  BORROWER_LABELS[borrower] ?? borrower.replace(/^recipient_/, 'Recipient ').replace(/^\d{4}$/, 'Borrower ending $&')

/** Returns the mark of a doubtful figure. */
const doubtMark = ({ doubts }: Row): string => (String(doubts) === '' ? '' : '?')

/** Expects the page to show every figure of `all` in the correct row, equal to the cent, and no additional rows. */
export function expectFigures(tables: readonly PageTable[], all: AnalysisOutput): void {
  const findTable = (caption: string): PageTable | undefined => tables.find(table => table.caption === caption)
  const findRows = (caption: string): PageTable['rows'] => findTable(caption)?.rows ?? []
  const cell = (caption: string, row: string, column: string): string | undefined => {
    const table = findTable(caption)
    const index = table?.head.indexOf(column) ?? -1
    return table?.rows.find(({ name }) => name === row)?.cells[index - 1]
  }
  // The rows of underwriting have no doubts, so their figures are compared without the mark of doubts.
  const tablesWithoutMarks = tables.map(table => ({
    ...table,
    rows: table.rows.map(({ name, cells }) => ({ name, cells: cells.map(text => text.replace(/\?$/, '')) })),
  }))
  expectQualifying(tablesWithoutMarks, all.rows('income_streams'), all.rows('qualifying_totals'))
  expectCalculations(findRows('Calculations'), all.rows('income_streams'))
  expectYears(cell, all)
  expectLines(findTable('Lines of Form 1040, exact and rounded'), all.rows('return_lines'))
  expect(
    findRows('Employers and wages')
      .map(({ name, cells }) => [name, ...cells.slice(0, 3)].join().replace('unreadable*', '–'))
      .sort(),
  ).toEqual(
    all
      .rows('employment')
      .map(row => {
        const id = row['employer_id'] as string | null
        const name =
          row['employer_name'] ?? (id === null ? 'An unnamed employer' : `The employer ending ${id.slice(-4)}`)
        const wages = `${formatMoney(row['wages'])}${doubtMark(row)}`
        return [name, row['tax_year'], wages, formatPercent(row['wage_share'])].join()
      })
      .sort(),
  )
  expect(findRows('Documents, and why each was used or not').length).toBe(all.rows('documents').length)
  expectIndicators(tablesWithoutMarks, all.rows('indicators'), all.rows('qualifying_totals'))
  expectOwed(findRows, all)
}

/** Expects one row of calculations for each stream of each policy. Policies that compute a stream alike share a row. */
function expectCalculations(rows: PageTable['rows'], streams: readonly Row[]): void {
  const policies = [...new Set(streams.map(({ policy }) => String(policy)))]
  const calculations = rows.filter(({ name }) => !name.startsWith('Retirement continuance months'))
  for (const policy of policies) {
    const ofPolicy = calculations.filter(
      ({ cells }) =>
        policies.length === 1 || cells[0]?.split(', ').filter(title => title === labelOfPolicy(policy)).length === 1,
    )
    expect(ofPolicy.length, policy).toBe(streams.filter(stream => stream['policy'] === policy).length)
  }
}

/** Names a row of an income stream: its category, and its name if it has one. */
function streamLabel({ category, stream, name }: Row): string {
  const key = String(stream)
  const label = categoryLabel(String(category))
  const shownName = name ?? (key === category ? null : key.slice(String(category).length + 1))
  return shownName === null ? label : `${label}: ${String(shownName)}`
}

function expectQualifying(tables: readonly PageTable[], streams: readonly Row[], totals: readonly Row[]): void {
  for (const policy of new Set(totals.map(row => row['policy'] as string))) {
    const isOfPolicy = (row: Row): boolean => row['policy'] === policy
    const [policyStreams, policyTotals] = [streams.filter(isOfPolicy), totals.filter(isOfPolicy)]
    const table = tables.find(({ caption }) => caption === `Qualifying income, ${labelOfPolicy(policy)}`)
    const showsBorrower = policyTotals.length > 1
    const withBorrower = (row: Row, label: string): string =>
      showsBorrower ? `${borrowerLabel(String(row['borrower']))}, ${label}` : label
    const streamRows = policyStreams.map(row => [
      withBorrower(row, streamLabel(row)),
      // The page shows an unreadable value as the word "unreadable" without an amount.
      ...['latest_amount', 'prior_amount'].map(column => formatMoney(row[column])),
      formatPercent(row['change']),
      row['trend'] ?? '–',
      formatMethod(row),
      formatMoney(row['computed_monthly'], 'not computable'),
      formatMoney(row['gross_up']),
      formatMoney(row['qualifying_monthly']),
      formatMoney(row['supportable_monthly'], 'unknown'),
      formatMoney(row['verified_monthly']),
    ])
    const shownTotals = showsBorrower ? [...policyTotals, sumTotals(policyTotals)] : policyTotals
    const totalRows = shownTotals.map(row => [
      showsBorrower ? `Total, ${borrowerLabel(String(row['borrower'])).toLowerCase()}` : 'Total',
      ...['', '', '', '', '', ''],
      ...TOTAL_COLUMNS.map(column => formatMoney(row[column])),
    ])
    expect(
      table?.rows.map(({ name, cells }) => [name, ...cells.map(cell => cell.replace('unreadable*', '–'))]),
      policy,
    ).toEqual([...streamRows, ...totalRows])
  }
}

const TOTAL_COLUMNS = ['gross_up', 'qualifying_monthly', 'supportable_monthly', 'verified_monthly']

/** Adds the totals of all borrowers, which the page shows after those of each borrower. */
const sumTotals = (totals: readonly Row[]): Row => ({
  borrower: 'all',
  ...Object.fromEntries(
    TOTAL_COLUMNS.map(column => [
      column,
      totals.reduce((sum, row) => sum.plus(String(row[column])), new Decimal(0)).toFixed(2),
    ]),
  ),
})

const formatMethod = ({ method, months, citation }: Row): string => {
  const label = method === 'lesser' ? 'smaller average' : String(method).replaceAll('_', ' ')
  const methodText = method === 'none' ? '–' : months === 0 ? label : `${label}, ${String(months)} months`
  return `${methodText} ${formatCitation(String(citation))}`
}

/** Formats a citation as on the page: with dates in words, and without the remark that the source was read. */
const formatCitation = (citation: string): string =>
  citation
    .replaceAll(', read)', ')')
    .replaceAll('second-hand', 'cited from a secondary source')
    .replace(/\d{4}-\d\d-\d\d/g, date =>
      new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }),
    )

/** Adds up the rows of all recipients by year and category. */
function mergeRecipients(rows: readonly Row[]): Row[] {
  const groups = groupBy(rows, row => `${row['tax_year']} ${row['category']}`)
  return [...groups.values()].map(group => {
    if (group.length === 1) return group[0] as Row
    const knownRows = group.filter(({ amount }) => amount !== null)
    const cents = knownRows.reduce((sum, { amount }) => sum + BigInt(String(amount).replace('.', '')), 0n)
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
    const amount = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    const doubts = [...new Set(group.flatMap(row => String(row['doubts']).split(';')))].filter(doubt => doubt !== '')
    return {
      ...group[0],
      amount: knownRows.length === 0 ? null : amount,
      complete: group.every(({ complete }) => complete === true),
      doubts: doubts.join(';'),
    }
  })
}

type CellAt = (caption: string, row: string, column: string) => string | undefined

function expectYears(cell: CellAt, all: AnalysisOutput): void {
  const marked = (row: Row): string => {
    const text = row['amount'] === null ? 'unreadable*' : formatMoney(row['amount'])
    return `${text}${row['amount'] === null || row['complete'] === true ? '' : '*'}${doubtMark(row)}`
  }
  const shownCategories = new Set(all.results.flatMap(({ income }) => income.map(({ category }) => category)))
  const shownKinds = new Set(all.results.flatMap(({ withholding }) => withholding.map(({ kind }) => kind)))
  for (const row of mergeRecipients(all.rows('income'))) {
    const { tax_year: year, category } = row as Record<string, string>
    // A category that is unknown in every year has no row on the page.
    if (!shownCategories.has(category as never)) continue
    expect(cell('Income', categoryLabel(category as string), String(year))).toBe(marked(row))
  }
  for (const row of all.rows('withholding')) {
    const { tax_year: year, kind } = row as Record<string, string>
    if (!shownKinds.has(kind as never)) continue
    const name = KIND_WORDS[kind as keyof typeof KIND_WORDS]
    expect(cell('Tax withheld', name, String(year))).toBe(marked(row))
  }
  // The page shows the sums of all recipients.
  for (const row of all.rows('year_totals')) {
    const year = String(row['tax_year'])
    const total = cell('Income', 'Total income', year)?.replace(/\*?\??$/, '')
    expect(total).toBe(row['total_income'] === null ? 'unreadable' : formatMoney(row['total_income']))
    const rate = cell('Tax withheld', 'Federal withholding as % of income', year)?.replace(/\*?\??$/, '')
    if (row['effective_withholding_rate'] !== null) expect(rate).toBe(formatPercent(row['effective_withholding_rate']))
    else expect(rate).toMatch(/^(–|unreadable)$/)
    expect(cell('Number of documents', 'Counted', year)).toBe(String(row['documents']))
    expect(cell('Number of documents', 'Not counted', year)).toBe(String(row['not_counted']))
  }
}

function expectLines(table: PageTable | undefined, rows: readonly Row[]): void {
  for (const row of rows) {
    const line = row['printed_line'] as string
    const pageRow = table?.rows.find(({ name }) => name.split(/\s/)[0]?.split('/').includes(line))
    const index = (table?.head.indexOf(String(row['tax_year'])) ?? 0) - 1
    const suffix = row['complete'] === true ? '' : '*'
    const [exact, rounded] = [row['amount'], row['whole_dollars']].map(value =>
      value === null ? `unreadable*${doubtMark(row)}` : `${formatMoney(value)}${suffix}${doubtMark(row)}`,
    )
    expect(pageRow?.cells.slice(index, index + 2)).toEqual([exact, rounded?.replace('.00', '')])
  }
}

function expectIndicators(tables: readonly PageTable[], rows: readonly Row[], totals: readonly Row[]): void {
  const showsBorrower = totals.some(({ borrower }) => borrower !== 'self')
  const pageRows = tables.find(({ caption }) => caption === 'Indicators')?.rows ?? []
  const shownValues = new Set<string>()
  for (const row of rows) {
    const name = row['indicator'] as string
    const label =
      name === 'dti' ? 'Debt to income' : `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
    const expectedName = showsBorrower ? `${label} (${borrowerLabel(String(row['recipient']))})` : label
    const { label: labelValue, amount, count, ratio } = row as Record<string, unknown>
    const labelWords = String(labelValue ?? '')
      .replace('/', ', plan ')
      .replaceAll('_', ' ')
    const labelText = { true: 'yes', false: 'no' }[labelWords] ?? labelWords
    const value =
      labelText || (amount !== null ? formatMoney(amount) : count !== null ? String(count) : formatPercent(ratio))
    // A row without the titles of policies is about all of them.
    const pageRow = pageRows.find(
      ({ name: pageName }) =>
        pageName === expectedName ||
        (pageName.startsWith(`${expectedName}, `) &&
          pageName.split(', ').includes(labelOfPolicy(row['policy'] as string))),
    )
    expect(pageRow?.cells[0], name).toBe(value)
    shownValues.add(`${expectedName} ${value}`)
  }
  expect(pageRows.length).toBe(shownValues.size)
}

function expectOwed(findRows: (caption: string) => PageTable['rows'], all: AnalysisOutput): void {
  // Without any debt, a sentence takes the place of the table.
  const debts = findRows('Tax liabilities')
  const [row] = all.rows('liabilities')
  const names = {
    total: 'Total',
    with_lien: 'With a lien filed',
    without_lien: 'Without a lien',
    balance_due: 'Balance due',
    years_total: 'Sum of yearly balances',
    years_difference: 'Difference: balance due less that sum',
    total_difference: 'Difference: total less balance due',
  }
  for (const [column, name] of Object.entries(names)) {
    const value = row?.[column] ?? null
    if (value === null) continue
    const isNone = column.endsWith('_difference') && value === '0.00'
    if (debts.length === 0) expect(value).toBe('0.00')
    else expect(debts.find(pageRow => pageRow.name === name)?.cells[0]).toBe(isNone ? 'none' : formatMoney(value))
  }
  for (const { tax_year: year, amount } of all.rows('liability_years'))
    expect(debts.find(pageRow => pageRow.name === `of ${year}`)?.cells[0]).toBe(formatMoney(amount))
  expect(findRows('Mortgages that Forms 1098 report').map(({ cells }) => cells.slice(0, 5))).toEqual(
    all
      .rows('mortgages')
      .map(loan => [
        String(loan['tax_year']),
        ...['principal', 'interest', 'insurance_premiums', 'points'].map(column => formatMoney(loan[column])),
      ]),
  )
  expect(findRows('Stated vs. documented, monthly').map(({ cells }) => cells.slice(0, 4))).toEqual(
    all
      .rows('tie_out')
      .map(tie => [
        ...['stated_monthly', 'documented_monthly', 'difference'].map(column => formatMoney(tie[column])),
        formatPercent(tie['difference_ratio']),
      ]),
  )
  expect(findRows('Consistency checks that failed').map(({ name, cells }) => [name, cells[0], cells[3]])).toEqual(
    all.rows('checks').map(check => [check['check'], check['severity'], formatMoney(check['difference'])]),
  )
}
