import type { IssueGroup, IssuePlace } from '../protocol.js'
import { counted, element } from './dom.js'

const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

function placeItem({ source, line, taxpayerId, path, more }: IssuePlace): HTMLElement {
  const where = [source, line === null ? '' : `line ${line}`, taxpayerId ?? ''].filter(text => text !== '')
  const at = element('code', {}, path)
  return element('li', {}, element('bdi', {}, where.join(', ')), ' ', at, more === '' ? '' : ` ${more}`)
}

/** The issues of one code: what is the matter, what to do, and where. */
export function issueGroup({ severity, count, sentence, advice, places }: IssueGroup): HTMLElement {
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
    element('ul', {}, ...places.map(placeItem)),
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
