import { needs } from '../export/needs-table.js'
import type { Scope } from '../export/table.js'
import { tieOut } from '../export/tie-out-table.js'
import { underwritingsOf } from '../export/worked.js'
import { NEEDS } from '../underwrite/needs/codes.js'
import { alignRows, groupedCents, percentOf, type TextRow } from './text.js'

/** What is missing: by what is asked for, whom it is about, and what stands behind it; with the policy where others do not ask. */
export function needLines(scope: Scope): string[] {
  const policies = underwritingsOf(scope).length
  const asked = new Map<string, Map<string, string[]>>()
  for (const { under, need, about, cents } of needs.rows(scope)) {
    const { borrower, year } = need
    const where = [borrower === 'self' ? null : borrower, about, year]
      .filter(each => each !== null)
      .join(', ')
    const amount = cents === null ? '' : groupedCents(cents)
    const item = [where, amount].filter(each => each !== '').join(': ')
    const items = asked.get(NEEDS[need.need]) ?? new Map<string, string[]>()
    items.set(item, [...(items.get(item) ?? []), under.policy.name])
    asked.set(NEEDS[need.need], items)
  }
  if (asked.size === 0) return []
  const lines = [...asked].flatMap(([what, items]) => [
    `  ${what}`,
    ...[...items].flatMap(([item, names]) => {
      const under = names.length < policies ? `under ${names.join(', ')}` : ''
      const line = [item, under].filter(each => each !== '').join('; ')
      return line === '' ? [] : [`    ${line}`]
    }),
  ])
  return ['Needed', ...lines]
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
