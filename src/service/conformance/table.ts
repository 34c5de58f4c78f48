import { DATA_CHECKS } from './data-checks.js'
import { ENDPOINTS } from './endpoints.js'
import { EVENTS } from './events.js'
import { FLOW_CHECKS } from './flow-checks.js'
import { FORMS } from './forms.js'
import { RESOURCES } from './resources.js'
import { type Check, type Entries, reading } from './steps.js'

/** A statement of the interface with its check, or with the reason why no request of an application can check it. */
export interface Row {
  readonly part: string
  readonly sentence: string
  readonly check: Check | null
  /** Null if there is a check. */
  readonly why: string | null
}

/** The checks by name, which several statements may share, and the reasons why a statement cannot be checked. */
const SHOWN = {
  ...DATA_CHECKS,
  ...FLOW_CHECKS,
  FORMS: reading('token', FORMS.slice(0, 1)),
  open: 'The interface leaves it open.',
  about: 'General information about the service.',
  application: 'A task of the application.',
  dashboard: 'Happens in the dashboard.',
  versions: 'About future versions.',
}
type ShownName = keyof typeof SHOWN

const makeRow = (part: string, sentence: string, shown: Check | string): Row =>
  typeof shown === 'string'
    ? { part, sentence, check: null, why: shown }
    : { part, sentence, check: shown, why: null }

/** Makes the rows of some parts of the interface. Each line begins with the name of its check or reason. */
const makeRows = (parts: Readonly<Record<string, readonly `${ShownName}: ${string}`[]>>): Row[] =>
  Object.entries(parts).flatMap(([part, lines]) =>
    lines.map(line => {
      const [name, sentence = ''] = line.split(/: (.*)/s)
      return makeRow(part, sentence, SHOWN[name as ShownName])
    }),
  )

/** Describes the interface's requirements for a form in one sentence. */
function describeForm({ entries, parties, numbers, booleans, texts, lists }: Entries): string {
  const listKeys = (title: string, keys?: string) =>
    keys === undefined ? '' : ` ${title}: \`${keys.replaceAll(', ', '`, `')}\`.`
  const partyTexts = Object.entries(parties).map(([party, id]) => `\`${party}\` {name, address, ${id}}`)
  return `\`${entries}\`: ${partyTexts.join('; ')}.${listKeys('Numbers', numbers)}${listKeys('Booleans', booleans)}${listKeys('Strings', texts)}${listKeys('Arrays', lists)}`
}

/** All statements of the interface, each with its check or the reason why it has none. */
export const CONFORMANCE: readonly Row[] = [
  ...makeRows(RESOURCES),
  ...FORMS.map(form => makeRow('Resources: Record', describeForm(form), reading('token', [form]))),
  ...makeRows(ENDPOINTS),
  ...makeRows(EVENTS),
]
