import { CHECKS, type CheckName } from './checks.js'
import { ENDPOINTS } from './endpoints.js'
import { EVENTS } from './events.js'
import { FORMS } from './forms.js'
import { RESOURCES } from './resources.js'
import type { Check, Entries, Row } from './row.js'
import { type Said, WHYS } from './said.js'

const entriesOf = (...entries: readonly Entries[]): Check => ({ needs: ['token'], steps: entries })

/** What the interface says of a form, as one sentence. */
function sayForm({ entries, parties, numbers, booleans, texts, lists }: Entries): string {
  const named = (what: string, keys: readonly string[]) =>
    keys.length === 0 ? '' : ` ${what}: ${keys.map(key => `\`${key}\``).join(', ')}.`
  const held = Object.entries(parties).map(([party, id]) => `\`${party}\` {name, address, ${id}}`)
  return `\`${entries}\`: ${held.join('; ')}.${named('Numbers', numbers)}${named('Booleans', booleans)}${named('Strings', texts)}${named('Arrays', lists)}`
}

const toRow = (part: string, sentence: string, named: Said[1][number][1]): Row => {
  if (named === 'FORMS') return { part, sentence, check: entriesOf(...FORMS.slice(0, 1)), why: null }
  if (named in WHYS) return { part, sentence, check: null, why: WHYS[named as keyof typeof WHYS] }
  return { part, sentence, check: CHECKS[named as CheckName], why: null }
}

/** The interface, sentence by sentence: what shows each, or why nothing can. */
export const CONFORMANCE: readonly Row[] = [
  ...RESOURCES.flatMap(([part, said]) => said.map(([sentence, named]) => toRow(part, sentence, named))),
  ...FORMS.map(form => ({
    part: 'Resources: Record',
    sentence: sayForm(form),
    check: entriesOf(form),
    why: null,
  })),
  ...[...ENDPOINTS, ...EVENTS].flatMap(([part, said]) =>
    said.map(([sentence, named]) => toRow(part, sentence, named)),
  ),
]
