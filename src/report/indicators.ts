import type { IndicatorRow } from '../underwrite/indicator.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { money, share } from './amounts.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html, named } from './html.js'
import { opening, row, table, words } from './layout.js'
import { wordsOfIndicator } from './spoken.js'

/** The indicators under a policy, and the boxes behind each. */
export function indicators(under: Underwriting, trees: FigureTrees, several: boolean): Html[] {
  const rows = under.indicators
  if (rows.length === 0) return []
  const opened = rows.flatMap(each => {
    const parts = trees.trees([each.indicator])
    if (parts.length === 0) return []
    return [
      opening(wordsOfIndicator(each.indicator), textOfValue(each), html`<ul class="tree">${parts}</ul>`),
    ]
  })
  return [
    table({
      caption: several ? `Indicators, ${under.policy.name}` : 'Indicators',
      head: ['Indicator', 'Value', words('Years and remarks')],
      rows: rows.map(each =>
        row(wordsOfIndicator(each.indicator), [
          trees.link(each.indicator, textOfValue(each)),
          words(named([each.years?.replaceAll(';', ', '), each.note].filter(text => text).join('; '))),
        ]),
      ),
    }),
    opened.length > 0 ? html`<div class="how"><h3>How each indicator came about</h3>${opened}</div>` : html``,
  ]
}

/** Shares of something are percentages; so is what is held against income. */
function textOfValue({ ratio, amount, count, label }: IndicatorRow): string {
  if (label !== null) return label
  if (amount !== null) return money(amount)
  if (count !== null) return String(count)
  return share(ratio)
}
