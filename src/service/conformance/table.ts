import { ENDPOINTS } from './endpoints.js'
import { EVENTS } from './events.js'
import { FORMS } from './forms.js'
import { RESOURCES } from './resources.js'
import type { Check, Entries, Row } from './row.js'
import { type Said, SHOWN } from './said.js'
import { reading } from './steps.js'

/** What the interface says of a form, as one sentence. */
function sayForm({ entries, parties, numbers, booleans, texts, lists }: Entries): string {
  const named = (what: string, keys?: string) =>
    keys === undefined ? '' : ` ${what}: \`${keys.replaceAll(', ', '`, `')}\`.`
  const held = Object.entries(parties).map(([party, id]) => `\`${party}\` {name, address, ${id}}`)
  return `\`${entries}\`: ${held.join('; ')}.${named('Numbers', numbers)}${named('Booleans', booleans)}${named('Strings', texts)}${named('Arrays', lists)}`
}

const rowOf = (part: string, sentence: string, shown: Check | string): Row =>
  typeof shown === 'string'
    ? { part, sentence, check: null, why: shown }
    : { part, sentence, check: shown, why: null }

const rowsOf = (said: Said): Row[] =>
  Object.entries(said).flatMap(([part, sentences]) =>
    Object.entries(sentences).map(([sentence, shown]) => rowOf(part, sentence, SHOWN[shown])),
  )

/** The interface, sentence by sentence: what shows each, or why nothing can. */
export const CONFORMANCE: readonly Row[] = [
  ...rowsOf(RESOURCES),
  ...FORMS.map(form => rowOf('Resources: Record', sayForm(form), reading('token', [form]))),
  ...rowsOf(ENDPOINTS),
  ...rowsOf(EVENTS),
]
