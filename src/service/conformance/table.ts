import { ENDPOINTS } from './endpoints.js'
import { EVENTS } from './events.js'
import { FORMS } from './forms.js'
import { RESOURCES } from './resources.js'
import type { Check, Entries, Row } from './row.js'
import { CHECKS, type Said, type Shown, WHYS } from './said.js'

const entriesOf = (...entries: readonly Entries[]): Check => ({ needs: ['token'], steps: entries })

/** What the interface says of a form, as one sentence. */
function sayForm({ entries, parties, numbers, booleans, texts, lists }: Entries): string {
  const named = (what: string, keys: readonly string[]) =>
    keys.length === 0 ? '' : ` ${what}: ${keys.map(key => `\`${key}\``).join(', ')}.`
  const held = Object.entries(parties).map(([party, id]) => `\`${party}\` {name, address, ${id}}`)
  return `\`${entries}\`: ${held.join('; ')}.${named('Numbers', numbers)}${named('Booleans', booleans)}${named('Strings', texts)}${named('Arrays', lists)}`
}

const rowOf = (part: string, sentence: string, shown: Shown): Row => {
  if (shown === 'FORMS') return { part, sentence, check: entriesOf(...FORMS.slice(0, 1)), why: null }
  if (shown in WHYS) return { part, sentence, check: null, why: WHYS[shown as keyof typeof WHYS] }
  return { part, sentence, check: CHECKS[shown as keyof typeof CHECKS], why: null }
}

const rowsOf = (said: Said): Row[] =>
  Object.entries(said).flatMap(([part, sentences]) =>
    Object.entries(sentences).map(([sentence, shown]) => rowOf(part, sentence, shown)),
  )

/** The interface, sentence by sentence: what shows each, or why nothing can. */
export const CONFORMANCE: readonly Row[] = [
  ...rowsOf(RESOURCES),
  ...FORMS.map(form => ({
    part: 'Resources: Record',
    sentence: sayForm(form),
    check: entriesOf(form),
    why: null,
  })),
  ...rowsOf(ENDPOINTS),
  ...rowsOf(EVENTS),
]
