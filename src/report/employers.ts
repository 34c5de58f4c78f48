import { employersOf } from '../export/employment-table.js'
import type { Scope } from '../export/table.js'
import { money, share, UNREADABLE } from './amounts.js'
import { type Html, named } from './html.js'
import { row, table, words } from './layout.js'
import { onlyIn } from './owed-rows.js'
import { employerTimeline } from './pictures.js'

/** The employers of each year, and a picture of their years. */
export function employers(scope: Scope): Html[] {
  const all = employersOf(scope)
  if (all.length === 0) return []
  const hasHistory = all.some(({ row: { inHistory } }) => inHistory)
  const shown = all.map(each => {
    const { id, name } = each.employer
    return {
      ...each.row,
      name: name ?? (id === null ? 'An employer not named' : `The employer ending ${id.slice(-4)}`),
    }
  })
  const remarks = shown.map(each => onlyIn(each, hasHistory))
  const hasRemarks = remarks.some(remark => remark !== '')
  return [
    employerTimeline(shown),
    table({
      caption: 'Employers and wages',
      head: ['Employer', 'Year', 'Wages', 'Share of the year', ...(hasRemarks ? [words('Remark')] : [])],
      rows: shown.map(({ name, year, wages, wageShare, lost }, i) =>
        row(named(name), [
          year,
          wages === null ? (lost ? UNREADABLE : '–') : money(wages),
          share(wageShare),
          ...(hasRemarks ? [words(remarks[i])] : []),
        ]),
      ),
      ...(hasHistory ? {} : { note: 'No employment history was given.' }),
    }),
  ]
}
