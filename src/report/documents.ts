import { lastFour } from '../core/identifier.js'
import type { Scope } from '../export/table.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { whyNotCounted } from './document-words.js'
import { type Html, html, named, type Part } from './html.js'
import { table } from './layout.js'
import type { Places } from './places.js'

/** Where the status stands among the cells. */
const STATUS = 4

/** Every document, what became of it, and what decided that; by year, in the order in which they came. */
export function documents(scope: Scope, places: Places): Html[] {
  const all = scope.result.resolution.documents.toSorted(
    (a, b) => (a.document.year ?? 9999) - (b.document.year ?? 9999),
  )
  if (all.length === 0) return []
  return [
    table({
      caption: 'Documents, and what decided whether they count',
      head: ['Form', 'Year', 'Issuer', 'Recipient', 'Record', 'Status', 'What decided'].map(
        title => html`<span class="w">${title}</span>`,
      ),
      rows: all.map(of => documentRow(of, scope, places)),
    }),
  ]
}

function documentRow(of: ResolvedDocument, scope: Scope, places: Places): Html {
  const { document, status, decidedBy, recipientId, verified, otherRecipient } = of
  const { record, plan, year, formIndex, entryIndex } = document
  const { id, name } = scope.privacy.issuer(document.issuer, scope.result.dossier.people)
  const issuer = name ?? (id === null ? 'not named' : `ending ${id.slice(-4)}`)
  const why = whyNotCounted(of)
  const decided: Part =
    why === null
      ? verified && 'an authority holds it too'
      : decidedBy === null
        ? why
        : html`<a href="#${places.anchorOf(decidedBy)}">${named(why)}</a>`
  const whose = recipientId === null ? '' : `${lastFour(recipientId)}${otherRecipient ? ', another' : ''}`
  const cells = [
    year ?? '–',
    named(issuer),
    whose,
    named(`${record.authority ? 'IRS' : 'software'} ${record.id}, ${formIndex}/${entryIndex}`),
    html`<span class="s-${status}">${status === 'counted' ? 'counts' : status}</span>`,
    decided,
  ]
  return html`<tr id="${places.anchorOf(document)}"><th scope="row">${plan.form.number}</th>${cells.map((cell, i) => html`<td class="w${i === STATUS && ' s'}">${cell}</td>`)}</tr>
`
}
