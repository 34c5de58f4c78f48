// Formats the rows that both the report and `taxtally summarize` print.
import { cutList, describeHidden } from '../core/cut-list.js'
import type { Cents } from '../core/money.js'
import type { EmployerYear } from '../figures/employment.js'
import { findPrintedLine, RETURN_LINES } from '../figures/return-lines.js'
import { findSumName, type IncomeSum, type WithholdingSum } from '../figures/sums.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { YearSum } from '../figures/years.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import type { YearDoubt } from '../resolve/resolved-document.js'
import { type Basis, INCOME_CATEGORIES, type IncomeCategory, isInTotal, WITHHOLDING_KINDS } from '../schema/role.js'
import { listVisibleEmployers } from '../tables/definitions/sum-tables.js'
import type { TaxpayerContext } from '../tables/table.js'
import { nameOrEnding } from './document-text.js'
import {
  CATEGORY_WORDS,
  formatGroupedCents,
  formatPercent,
  KIND_WORDS,
  LINE_WORDS,
  markDoubt,
  type TextRow,
  UNREADABLE_TEXT,
} from './labels.js'

/** The sum of one year. The amount is null if none of it could be read. */
interface YearAmount {
  readonly year: number
  readonly amount: Cents | null
  readonly complete: boolean
  readonly doubts: readonly YearDoubt[]
}

const BLANK: TextRow = { label: '', cells: [] }
/** Marks the text of a figure with `*` if the figure is incomplete, and with `?` if it is doubtful. */
const markFigure = (text: string, { complete, doubts }: Pick<YearAmount, 'complete' | 'doubts'>): string =>
  `${text}${complete ? '' : '*'}${markDoubt(doubts)}`.padEnd(text.length + 1)

/**
 * Formats a sum: with `*` if it is incomplete, with `?` if it is doubtful, `unreadable*` if none of it could be read,
 * `-` if there is no sum.
 */
const amountCell = (sum: Omit<YearAmount, 'year'> | undefined): string => {
  if (sum === undefined) return '- '
  return sum.amount === null
    ? markFigure(UNREADABLE_TEXT.slice(0, -1), { ...sum, complete: false })
    : markFigure(formatGroupedCents(sum.amount), sum)
}

/** Returns the rows whose category or kind also occurs in `others`. */
function filterByName<R extends IncomeSum | WithholdingSum>(rows: readonly R[], others: readonly R[]): R[] {
  const names = new Set(others.map(findSumName))
  return rows.filter(row => names.has(findSumName(row)))
}

/** Formats income, withheld tax and document counts, with a column per year. Leaves out categories without a sum. */
export function yearRows(result: TaxpayerResult): TextRow[] {
  const { years } = result
  // A category gets a row if any year has a sum for it. A year with unusable input shows `unreadable*` in that row.
  const income = filterByName(result.incomeWithUnknownRows, result.income)
  const withholding = filterByName(result.withholdingWithUnknownRows, result.withholding)
  const joinSums = (year: number, sums: readonly YearAmount[]): Pick<YearAmount, 'complete' | 'doubts'> => ({
    complete: !result.completeness.hasUnusableInput(year) && sums.every(sum => sum.year !== year || sum.complete),
    doubts: sums.flatMap(sum => (sum.year === year ? sum.doubts : [])),
  })
  const totalIncomeSums = income.filter(({ category }) => isInTotal(category))
  const federal = withholding.filter(({ kind }) => kind === 'federal')

  const head = (label: string): TextRow => ({ label, cells: years.map(({ year }) => `${year} `) })
  const row = (label: string, formatCell: (year: YearSum) => string, extra: Pick<TextRow, 'sumKey'> = {}): TextRow => ({
    label: `  ${label}`,
    cells: years.map(formatCell),
    ...extra,
  })
  const sumRow = (label: string, group: string, name: string, groupSums: readonly (IncomeSum | WithholdingSum)[]) => {
    const sums = groupSums.filter(sum => findSumName(sum) === name)
    const formatCell = ({ year }: YearSum): string => amountCell(sums.find(sum => sum.year === year))
    return sums.length === 0 ? [] : [row(label, formatCell, { sumKey: `${group}.${name}` })]
  }
  const listPartDoubts = (year: number, basis: Basis): readonly YearDoubt[] =>
    result.ledger.facts.flatMap(({ resolvedDocument: { document, doubts }, meaning }) =>
      meaning.reason === null && meaning.basis === basis && document.year === year ? doubts : [],
    )
  const partRow = (label: string, basis: 'gross' | 'allocated'): TextRow[] =>
    years.every(year => !year[`${basis}Part`])
      ? []
      : [
          row(`  of which ${label}`, year =>
            amountCell({ amount: year[`${basis}Part`], complete: true, doubts: listPartDoubts(year.year, basis) }),
          ),
        ]
  const makeCategoryRows = (category: IncomeCategory): TextRow[] =>
    sumRow(CATEGORY_WORDS[category], 'income', category, income)

  const retirement = income.filter(({ category }) => category === 'retirement')
  return [
    head('Income'),
    ...INCOME_CATEGORIES.filter(isInTotal).flatMap(makeCategoryRows),
    // All doubts of the year, because a document that adds nothing, such as a doubtful rollover, may be income.
    row('Total income', ({ year, totalIncome, doubts }) =>
      amountCell({ amount: totalIncome, ...joinSums(year, totalIncomeSums), doubts }),
    ),
    ...partRow('gross receipts, before expenses', 'gross'),
    ...partRow('allocated shares, not cash', 'allocated'),
    ...makeCategoryRows('allocated_tips'),
    ...(retirement.length === 0
      ? []
      : [
          row('Taxable amount of retirement', ({ year }) => {
            const sum = retirement.find(sum => sum.year === year)
            if (sum === undefined) return '- '
            return sum.amount !== null && sum.taxable === null
              ? 'unknown*'
              : amountCell({ ...sum, amount: sum.taxable })
          }),
        ]),
    BLANK,
    head('Tax withheld'),
    ...WITHHOLDING_KINDS.flatMap(kind => sumRow(KIND_WORDS[kind], 'withheld', kind, withholding)),
    row(
      'Federal withholding as % of income',
      ({ year, effectiveWithholdingRate: rate, federalWithheld, totalIncome }) => {
        if (rate !== null) return markFigure(formatPercent(rate), joinSums(year, [...totalIncomeSums, ...federal]))
        return federalWithheld === null || totalIncome === null ? UNREADABLE_TEXT : '- '
      },
    ),
    BLANK,
    head('Number of documents'),
    row('Counted', ({ documents }) => `${documents} `),
    row('Not counted', ({ notCounted }) => `${notCounted} `),
  ]
}

/** Formats the implied Form 1040 lines. Each year has the exact sum, and the sum of boxes rounded to dollars. */
export function lineRows({ lines, years }: TaxpayerResult): TextRow[] {
  if (lines.length === 0) return []
  return [
    { label: 'Form 1040 lines implied', cells: years.flatMap(({ year }) => [`${year} `, 'rounded ']) },
    ...RETURN_LINES.flatMap(line => {
      const sums = lines.filter(sum => sum.line === line)
      if (sums.length === 0) return []
      const cells = years.flatMap(({ year }) => {
        const sum = sums.find(yearSum => yearSum.year === year)
        if (sum === undefined) return ['- ', '- ']
        return [amountCell(sum), amountCell({ ...sum, amount: sum.wholeDollars }).replace(/\.00(?=[ *?]+$)/, '')]
      })
      const printed = [...new Set(sums.map(({ year }) => findPrintedLine(line, year)))].join('/')
      return [{ label: `  ${printed.padEnd(6)}${LINE_WORDS[line]}`, cells, sumKey: `line.${line}` }]
    }),
  ]
}

/** Formats the tax liabilities. Amounts from different sources may disagree, so their differences are shown. */
export function liabilityRows({ result: { liabilities, dossier } }: TaxpayerContext): TextRow[] {
  const { analysis = null, details = null } = (dossier.taxpayer ?? {}) as Record<string, ShapeValue | null>
  const summary = (details?.['balanceSummary'] ?? null) as ShapeValue | null
  const row = (label: string, amount: Cents | null, remark = '', missing = 'unknown'): TextRow => ({
    label: `  ${label}`,
    cells: [amount === null ? missing : formatGroupedCents(amount)],
    remark,
  })
  const amountRow = (label: string, amount: Cents | null, shape: ShapeValue | null, name: string, remark = '') =>
    row(label, amount, remark, shape?.unreadableFields?.includes(name) === true ? UNREADABLE_TEXT : 'not given')
  const balanceYears = (summary?.['taxYears'] ?? []) as readonly ShapeValue[]
  const isYearUnreadable = !areAllReadable(balanceYears) || summary?.unreadableFields?.includes('taxYears') === true
  const differenceRow = (label: string, difference: Cents | null): TextRow =>
    row(label, difference === 0 ? null : difference, '', difference === 0 ? 'none' : 'unknown')
  const { lienShare, lienFiled, total, withLien, balanceDue, years, oldestBalanceYear } = liabilities
  if (
    [total, withLien, balanceDue, liabilities.yearsTotal].every(amount => amount === null) &&
    areAllReadable([analysis, summary]) &&
    areAllReadable(balanceYears)
  )
    return [{ label: 'Liabilities: none given', cells: [] }]
  const shownYears = cutList(years)
  const lien = [
    lienFiled === true ? 'a lien is filed' : '',
    lienShare === null || lienFiled !== true ? '' : `${formatPercent(lienShare)} of the total`,
  ].filter(text => text !== '')
  return [
    { label: 'Liabilities', cells: [] },
    amountRow('Total', total, analysis, 'totalLiabilities'),
    amountRow('With a lien filed', withLien, analysis, 'liabilitiesWithLienFiled', lien.join(', ')),
    row('Without a lien', liabilities.withoutLien),
    amountRow('Balance due', balanceDue, summary, 'balanceDue'),
    ...shownYears.items.map(({ year, amount }) =>
      row(`  of ${year}`, amount, year === oldestBalanceYear ? 'the oldest year with a balance' : ''),
    ),
    ...(shownYears.hiddenCount === 0
      ? []
      : [{ label: `    ${describeHidden(shownYears.hiddenCount, 'liability_years')}`, cells: [] }]),
    row('Sum of yearly balances', liabilities.yearsTotal, '', isYearUnreadable ? UNREADABLE_TEXT : 'not given'),
    differenceRow('Difference: balance due less that sum', liabilities.yearsDifference),
    differenceRow('Difference: total less balance due', liabilities.totalDifference),
  ]
}

const areAllReadable = (values: readonly (ShapeValue | null | undefined)[]): boolean =>
  values.every(value => value?.unreadableFields?.some(name => name !== 'employmentHistory') !== true)

/** Returns a remark if only one source names an employer. Empty if both do, or if there is no employment history. */
export const describeSingleSource = (
  { inDocuments, inHistory }: Pick<EmployerYear, 'inDocuments' | 'inHistory'>,
  hasHistory: boolean,
): string => (!inDocuments ? 'only in the employment history' : hasHistory && !inHistory ? 'only in the W-2s' : '')

/** Formats the employers of each year, with a remark if only the W-2s or only the employment history name them. */
export function employmentRows(taxpayer: TaxpayerContext): TextRow[] {
  const employers = listVisibleEmployers(taxpayer)
  if (employers.length === 0) return []
  const hasHistory = employers.some(({ inHistory }) => inHistory)
  const rows = employers.map(
    ({ year, employer, wages, wageShare, isUnreadable, doubts, ...row }): TextRow => ({
      label: `  ${year}  ${nameOrEnding(employer, 'employer')}`,
      cells: [
        `${wages === null ? (isUnreadable ? UNREADABLE_TEXT : '-') : formatGroupedCents(wages)}${markDoubt(doubts)}`,
        wageShare === null ? '-' : formatPercent(wageShare),
      ],
      remark: describeSingleSource(row, hasHistory),
    }),
  )
  const head = { label: 'Employers', cells: ['wages', "share of year's wages"] }
  return [head, ...rows, ...(hasHistory ? [] : [{ label: '  No employment history was given.', cells: [] }])]
}
