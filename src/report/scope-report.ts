import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import { beside } from './compare.js'
import { documents } from './documents.js'
import { employers } from './employers.js'
import { FigureTrees } from './figure-tree.js'
import { failedChecks, sources, tieOuts, worthALook } from './findings.js'
import { front } from './front.js'
import { type Html, html } from './html.js'
import { indicators } from './indicators.js'
import { section } from './layout.js'
import { obligations } from './owed.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { Places } from './places.js'
import { worksheet } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** The page of one taxpayer, under each of its policies. */
export function reportOfScope(scope: Scope): string {
  const unders = underwritingsOf(scope)
  const places = new Places(scope)
  const trees: FigureTrees[] = []
  for (const [i, under] of unders.entries())
    trees.push(new FigureTrees(under, i + 1, places, trees[0] ?? null))
  const each = (of: (under: (typeof unders)[number], trees: FigureTrees) => Html[]): Html[] =>
    unders.flatMap((under, i) => of(under, trees[i] as FigureTrees))
  const years = yearTables(scope, places)
  const parts = [
    ['policies', 'Policies side by side', beside(scope, unders, trees)],
    ['worksheet', 'Worksheet', each(worksheet)],
    [
      'years',
      'Income and withheld tax by year',
      years.length === 0
        ? []
        : [html`<div class="pictures">${incomeBars(scope.result)}${rateBars(scope.result)}</div>`, ...years],
    ],
    ['lines', 'Form 1040 lines implied', lineTables(scope, places)],
    ['employers', 'Employers', employers(scope)],
    ['documents', 'Documents', documents(scope, places)],
    ['indicators', 'Indicators', each((under, own) => indicators(under, own, unders.length > 1))],
    ['obligations', 'Obligations', obligations(scope)],
    ['tie-out', 'Stated and documented', tieOuts(scope)],
    ['checks', 'Checks', failedChecks(scope)],
    ['look', 'Worth a look', worthALook(scope)],
    ['sources', 'Sources', sources(unders)],
  ] as const
  const there = parts.filter(([, , content]) => content.length > 0)
  return page(
    `Income report, ${scope.taxpayerId === '' ? 'a borrower without an id' : scope.taxpayerId}`,
    html`${front(scope, unders, trees)}<nav aria-label="Parts"><ul>${there.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav><button type="button" hidden>Open every figure</button>
${there.map(([id, title, content]) => section(id, title, content))}`,
  )
}
