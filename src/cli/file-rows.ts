import type { Scope } from '../export/table.js'
import { tieOut } from '../export/tie-out-table.js'
import { neededOf } from '../report/needed.js'
import { alignRows, groupedCents, percentOf, type TextRow } from './text.js'

/** What is missing: by what is asked for, whom it is about, and what stands behind it; with the policy where others do not ask. */
export function needLines(scope: Scope): string[] {
  const needed = neededOf(scope, borrower => borrower, groupedCents)
  if (needed.length === 0) return []
  return ['Needed', ...needed.flatMap(([what, about]) => [`  ${what}`, ...about.map(line => `    ${line}`)])]
}

/** What an application states beside what the documents say. */
export function tieOutLines(scope: Scope): string[] {
  const rows = tieOut.rows(scope)
  if (rows.length === 0) return []
  const policies = new Set(rows.map(({ under }) => under.policy.name)).size
  return alignRows([
    { label: 'Stated beside documented, a month', cells: ['stated', 'documented', 'apart'] },
    ...rows.map(({ under, row, name }): TextRow => {
      const whose = row.borrower === 'self' ? '' : `${row.borrower} `
      const policy = policies > 1 ? `, ${under.policy.name}` : ''
      return {
        label: `  ${whose}${row.item} ${name ?? 'not named'}${policy}`,
        cells: [
          row.stated === null ? '-' : groupedCents(row.stated),
          row.documented === null ? '-' : groupedCents(row.documented),
          row.ratio === null ? '-' : percentOf(row.ratio),
        ],
        remark: row.finding,
      }
    }),
  ])
}
