import type { Cents } from '../core/money.js'
import type { Scope } from '../export/table.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import type { Employment } from '../summarize/employment.js'
import { groupedCents, percentOf, UNREADABLE } from './amounts.js'
import type { TextRow } from './text-row.js'

/** What the taxpayer owes, with the two reconciliations: none of the figures is assumed to agree with another. */
export function liabilityRows({ result: { liabilities, dossier } }: Scope): TextRow[] {
  const { analysis, details } = (dossier.taxpayer ?? {}) as Record<string, ShapeValue | null>
  const summary = (details?.['balanceSummary'] ?? null) as ShapeValue | null
  const row = (label: string, amount: Cents | null, remark = '', missing = 'not known'): TextRow => ({
    label: `  ${label}`,
    cells: [amount === null ? missing : groupedCents(amount)],
    remark,
  })
  const amountRow = (
    label: string,
    amount: Cents | null,
    of: ShapeValue | null | undefined,
    name: string,
    remark = '',
  ) => row(label, amount, remark, of?.lost?.includes(name) === true ? UNREADABLE : 'not given')
  const listed = (summary?.['taxYears'] ?? []) as readonly ShapeValue[]
  const yearsLost = !noneLost(listed) || summary?.lost?.includes('taxYears') === true
  const agreement = (difference: Cents | null): string =>
    difference === null ? '' : difference === 0 ? 'they agree' : 'they do not agree'
  const { lienShare, lienFiled, total, withLien, balanceDue, years, oldestBalanceYear } = liabilities
  if (
    [total, withLien, balanceDue, liabilities.yearsTotal].every(amount => amount === null) &&
    noneLost([analysis, summary]) &&
    noneLost(listed)
  )
    return [{ label: 'Liabilities: none given', cells: [] }]
  const lien = [
    lienFiled === true ? 'a lien is filed' : '',
    lienShare === null || lienFiled !== true ? '' : `${percentOf(lienShare)} of the total`,
  ].filter(text => text !== '')
  return [
    { label: 'Liabilities', cells: [] },
    amountRow('Total', total, analysis, 'totalLiabilities'),
    amountRow('With a lien filed', withLien, analysis, 'liabilitiesWithLienFiled', lien.join(', ')),
    row('Without a lien', liabilities.withoutLien),
    amountRow('Balance due', balanceDue, summary, 'balanceDue'),
    ...years.map(({ year, amount }) =>
      row(`  of ${year}`, amount, year === oldestBalanceYear ? 'the oldest year with a balance' : ''),
    ),
    row('Balances of the years, added', liabilities.yearsTotal, '', yearsLost ? UNREADABLE : 'not given'),
    row('Balance due less that sum', liabilities.yearsDifference, agreement(liabilities.yearsDifference)),
    row('Total less balance due', liabilities.totalDifference, agreement(liabilities.totalDifference)),
  ]
}

const noneLost = (values: readonly (ShapeValue | null | undefined)[]): boolean =>
  values.every(value => value?.lost?.some(name => name !== 'employmentHistory') !== true)

/** Where alone an employer is named; the empty text where both name it. */
export const onlyIn = (
  { inDocuments, inHistory }: Pick<Employment, 'inDocuments' | 'inHistory'>,
  hasHistory: boolean,
): string =>
  !inDocuments ? 'only in the employment history' : hasHistory && !inHistory ? 'only in the W-2s' : ''

/** The employers of each year, and who is only in the W-2s or only in the employment history. */
export function employmentRows({ privacy, result }: Scope): TextRow[] {
  const { employment, dossier } = result
  if (employment.length === 0) return []
  const hasHistory = employment.some(({ inHistory }) => inHistory)
  const rows = employment.map(
    ({ year, employer, wages, wageShare, inDocuments, inHistory, lost }): TextRow => {
      const { id, name } = privacy.issuer(employer, dossier.people)
      return {
        label: `  ${year}  ${name ?? (id === null ? 'an employer not named' : `the employer ending ${id.slice(-4)}`)}`,
        cells: [
          wages === null ? (lost ? UNREADABLE : '-') : groupedCents(wages),
          wageShare === null ? '-' : percentOf(wageShare),
        ],
        remark: onlyIn({ inDocuments, inHistory }, hasHistory),
      }
    },
  )
  const head = { label: 'Employers', cells: ['wages', 'of the year'] }
  return [head, ...rows, ...(hasHistory ? [] : [{ label: '  No employment history was given.', cells: [] }])]
}
