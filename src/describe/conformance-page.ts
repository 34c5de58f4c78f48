import type { Check, Row, Step } from '../service/conformance/row.js'
import { CONFORMANCE } from '../service/conformance/table.js'
import { code, page, table } from './markdown.js'

/** What a step asks, and what it expects, in words. */
function wordsOf(step: Step): readonly [request: string, answer: string] {
  if ('send' in step) {
    const { send, gives = 200, shows } = step
    return [code(send), shows === undefined ? String(gives) : `${gives} ${shown(shows)}`]
  }
  if ('advance' in step) return [`the clock, ${step.advance / 1000} s on`, 'done']
  if ('entries' in step) return [code('GET /records'), 'an entry with every key, of these types']
  const { delivered, times, data } = step
  const answer = times === undefined ? 'delivered' : `delivered ${times} times`
  return [code(delivered), `${answer}, signed${data === undefined ? '' : ` ${shown(data)}`}`]
}

const shown = (value: unknown): string => code(JSON.stringify(value).replaceAll('"', ''))

/** The steps that show something; those that only lead there are left out where there are many. */
const told = ({ steps }: Check): readonly Step[] =>
  steps.filter(step => !('send' in step) || !step.send.includes('/_sandbox') || steps.length === 1)

function cellsOf({ sentence, check, why }: Row): readonly string[] {
  if (check === null) return [sentence, '', why ?? '', '']
  const words = told(check).map(wordsOf)
  const requests = words.map(([request]) => request).join('; ')
  const answers = words.map(([, answer]) => answer).join('; ')
  const needs = [...check.needs, ...(check.changes === true ? ['changes'] : [])]
  return [sentence, requests, answers, needs.join(', ')]
}

const parts = [...new Set(CONFORMANCE.map(({ part }) => part))]
const withCheck = CONFORMANCE.filter(({ check }) => check !== null).length

/** The docs page of the interface, sentence by sentence, as Markdown, from the table of conformance. */
export const conformancePage = (): string =>
  page(
    'The interface, sentence by sentence',
    `${CONFORMANCE.length} sentences, ${withCheck} of them shown by requests; for the others the table says why no request can.
The tests run the table against the sandbox by bare HTTP; \`npx taxtally conformance --url URL\` runs it against any service.`,
    `- Needs: \`client\` credentials, an access \`token\`, or the controls that only the \`sandbox\` has. What \`changes\`
  something is run with \`--destructive\` alone.
- \`{token}\` and the like stand for what an earlier request gave; \`$text\`, \`$number\`, \`$time\`, \`$uuid\`, \`$masked\` and
  the like for any value of that kind. An answer may always hold more.`,
    ...parts.flatMap(part => [
      `## ${part}`,
      table(
        ['Sentence', 'Request', 'Answer expected', 'Needs'],
        CONFORMANCE.filter(row => row.part === part).map(cellsOf),
      ),
    ]),
  )
