import { type Issue, makeIssue } from '../core/issue.js'
import { beyondBounds } from '../core/json.js'
import { limitsOf, wordsOfEntries } from '../core/limits.js'
import type { Site } from '../core/path.js'
import { Grouper } from '../normalize/group.js'
import type { RawDossier } from '../normalize/raw-dossier.js'
import type { Grouped } from '../normalize/taxpayer-group.js'
import type { NormalizeOptions } from './options.js'

/** Where a taxpayer stands in its input. */
export const placeOfRaw = ({ taxpayerAt, records }: RawDossier): Site | null =>
  taxpayerAt ?? records[0]?.at ?? null

/** Without any id a taxpayer is the empty text, and several are not one. */
const NOBODY = { id: '', path: '' }

/** Said to those who give JSON as text. */
const PARSED = 'an object; text is to be parsed first, by JSON.parse'

/** The taxpayers of an input, in their order, and what belongs to none. */
export function groupInput(
  input: unknown,
  options: NormalizeOptions,
): { dossiers: RawDossier[]; issues: Issue[] } {
  if (typeof input === 'string')
    return {
      dossiers: [],
      issues: [makeIssue('record_not_object', null, { value: input, expected: PARSED })],
    }
  const limits = limitsOf(options)
  const beyond = beyondBounds(input, limits.maxValueEntries)
  if (beyond === 'nesting_too_deep') return { dossiers: [], issues: [makeIssue(beyond, null)] }
  if (beyond !== null) {
    const more = wordsOfEntries(beyond.entries, limits.maxValueEntries)
    return { dossiers: [], issues: [makeIssue('limit_reached', null, { more })] }
  }
  const dossiers: RawDossier[] = []
  const issues: Issue[] = []
  const take = (grouped: Grouped): void => {
    if ('dossier' in grouped) dossiers.push(grouped.dossier)
    else issues.push(grouped.issue)
  }
  const grouper = new Grouper(options.taxpayerId ?? null, take, limits)
  grouper.add({ value: input, origin: null, at: null, name: NOBODY, single: true })
  grouper.end()
  return { dossiers, issues }
}
