import type { Scope } from '../export/table.js'
import { lacksOf, wordsOfLaterYears } from '../underwrite/explain.js'

import type { Underwriting } from '../underwrite/underwrite.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html, list, named } from './html.js'
import { missingSayings } from './missing.js'
import { confirmedOf, countsOf, neededOf } from './overview.js'
import { money, spaced, wordsOfBorrower, wordsOfCategory } from './words.js'
import { prefixOfRow } from './worksheet.js'

/** So many lines of a list stand on the first screen; the rest is counted. */
const LISTED = 12

/** What a lender asks first: who, under which policy, how much a month, what is confirmed, what is not whole, what is needed. */
export function front(scope: Scope, unders: readonly Underwriting[], trees: readonly FigureTrees[]): Html {
  const { result, taxpayerId, privacy } = scope
  const firstNamed = result.resolution.documents.find(
    ({ document, otherRecipient }) => !otherRecipient && document.recipient.name !== null,
  )
  const person = privacy.showsPeople ? firstNamed?.document.recipient : undefined
  const { records, rejected, documents, counted } = countsOf(scope)
  return html`<header>
<p class="kind">Income report</p>
<h1>${taxpayerId === '' ? 'A borrower without an id' : named(taxpayerId)}</h1>
${person?.name !== undefined && person.name !== null && html`<p>${named(person.name)}${person.address !== null && html`, ${named(person.address)}`}</p>`}
<p class="note">${records} records${rejected > 0 && `, and ${rejected} rejected`}; ${documents} documents, of which ${counted} count.</p>
</header>
<div class="cards">${unders.map((under, i) => card(under, trees[i] as FigureTrees))}</div>
<div class="two">
<section><h2>Not whole</h2>${orElse(missingSayings(scope), 'Nothing that a figure needs was lost.')}</section>
<section><h2>Needed next</h2>${orElse(needed(scope), 'Nothing.')}</section>
</div>
`
}

function card(under: Underwriting, trees: FigureTrees): Html {
  const { policy, asOfYear, yearIncomplete, qualifyingIncome } = under
  const total = qualifyingIncome.at(-1)
  if (total === undefined) return html``
  const prefix = prefixOfRow(total)
  const year = asOfYear === null ? 'no income' : `${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  return html`<section class="card"><h2>${policy.name}</h2>
<p class="note">${policy.ruleVersion}</p>
<dl><div class="big"><dt>Qualifying income a month</dt><dd>${trees.link(`${prefix}qualifying_monthly`, money(total.qualifyingMonthly))}</dd></div>
<div><dt>Confirmed by an authority</dt><dd>${trees.link(`${prefix}verified_monthly`, money(total.verifiedMonthly ?? 0))}</dd></div>
<div><dt>As of</dt><dd>${year}</dd></div>
</dl>${notes(under).map(line => html`<p class="note">${line}</p>`)}</section>
`
}

/** What the figures of a card do not show: losses that stand against what is confirmed, what parts lack, later years. */
function notes(under: Underwriting): string[] {
  const { isPart, losses } = confirmedOf(under)
  const lacks = lacksOf(under).map(
    ([flag, names]) =>
      `${spaced(flag)} (${names.map(name => wordsOfCategory(name).toLowerCase()).join(', ')})`,
  )
  return [
    ...(isPart || losses === 0
      ? []
      : [`More income is confirmed than the total: losses of ${money(losses)} count against it.`]),
    ...(lacks.length === 0 ? [] : [`What its parts lack: ${lacks.join('; ')}.`]),
    ...[wordsOfLaterYears(under)].filter(line => line !== null),
  ]
}

const orElse = (lines: readonly (Html | string)[], nothing: string): Html =>
  lines.length === 0
    ? html`<p>${nothing}</p>`
    : list(
        lines.length <= LISTED
          ? lines
          : [...lines.slice(0, LISTED), `and ${lines.length - LISTED} more, which the tables name.`],
      )

const needed = (scope: Scope): Html[] =>
  neededOf(scope, wordsOfBorrower, money).map(
    ([what, about]) => html`${what}${about.length > 0 && list(about.map(named))}`,
  )
