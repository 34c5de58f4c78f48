import type { IssueGroup, IssuePlace } from '../protocol.js'
import { counted, element } from './dom.js'

const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

const cell = (text: string): HTMLElement => element('td', { className: 'w' }, text)

function placeRow({ source, line, taxpayerId, path, more }: IssuePlace): HTMLElement {
  const where = line === null ? source : `${source}, line ${line}`
  return element(
    'tr',
    {},
    cell(where),
    cell(taxpayerId ?? ''),
    element('td', { className: 'w' }, element('code', {}, path)),
    cell(more),
  )
}

function placeTable(label: string, places: readonly IssuePlace[]): HTMLElement {
  const head = ['Where', 'Borrower', 'Place in the value', 'More'].map(title =>
    element('th', { scope: 'col' }, element('span', { className: 'w' }, title)),
  )
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...places.map(placeRow)),
  )
  const box = element('div', { className: 'wide', tabIndex: 0, role: 'group', ariaLabel: label }, table)
  return box
}

/** The issues of one code: what is the matter, what to do, and where. */
export function issueGroup({ severity, code, count, sentence, advice, places }: IssueGroup): HTMLElement {
  const title = element(
    'span',
    {},
    element('span', { className: `severity ${severity}` }, WORDS[severity]),
    ` ${sentence}`,
  )
  const line = element(
    'span',
    { className: 'line' },
    title,
    element('span', { className: 'v' }, counted(count, 'time')),
  )
  const rest = count - places.length
  return element(
    'details',
    {},
    element('summary', {}, line),
    element('p', {}, element('b', {}, 'What to do: '), advice),
    placeTable(`Places of ${code}`, places),
    ...(rest === 0
      ? []
      : [
          element(
            'p',
            { className: 'note' },
            `and ${counted(rest, 'more place')}, which the table issues lists.`,
          ),
        ]),
  )
}
