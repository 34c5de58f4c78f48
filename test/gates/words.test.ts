import { expect, test } from 'vitest'
import { countMarkers } from './words/comment-markers.mjs'
import { findFault } from './words/commit-subjects.mjs'
import { listDuplicates, listStopped } from './words/declared-names.mjs'
import { findMissingNouns } from './words/page-nouns.mjs'

/** `src/underwriting` is exempt until its planned rewrite. */
const isLeftForLater = (location: string): boolean => location.startsWith('src/underwriting/')

test.each(['src', 'test', 'bench'])('%s declares no name that is on the stop list', folder => {
  const stopped = listStopped([folder]).filter(({ location }) => !isLeftForLater(location))
  expect(stopped.map(({ name, location }) => `${location}: ${name}`)).toEqual([])
})

test('each type and each exported function of src has a unique name', () => {
  expect(listDuplicates('src').map(({ name, locations }) => `${name}: ${locations.join(', ')}`)).toEqual([])
})

test.each(['src', 'test', 'bench'])(
  'at most one comment in twenty in %s has a marker of unidiomatic English',
  folder => {
    const { total, marked } = countMarkers([folder])
    const old = marked.filter(({ location }) => !isLeftForLater(location))
    expect(total).toBeGreaterThan(0)
    expect(old.length / total, old.map(({ location, text }) => `${location}: ${text}`).join('\n')).toBeLessThanOrEqual(
      1 / 20,
    )
  },
)

test('the markers find unidiomatic sentences and accept idiomatic ones', () => {
  const comment = (text: string): string => `/** ${text} */\nexport const x = 1\n`
  expect(countMarkers([], [comment('What is no entry is read otherwise.')]).marked).toHaveLength(1)
  expect(countMarkers([], [comment('Returns null if the text is not an amount.')]).marked).toHaveLength(0)
})

test.each(['docs/resolution.md', 'docs/underwriting.md'])('%s uses the nouns of the code', page => {
  // A few missing nouns are ordinary English words. More of them would mean that the page has its own vocabulary.
  expect([...findMissingNouns(page).keys()].length).toBeLessThanOrEqual(6)
})

test.each([
  ['Rename reading to ParseContext', null],
  ['Merge the three files about webhook state', null],
  ['Measured anew', 'does not begin with an imperative verb'],
  ['The key is read', 'does not begin with an imperative verb'],
  ['Read keys; write rows', 'has a semicolon or ends with a period'],
  ['rename reading', 'does not begin with a capital letter'],
  [`Rename ${'x'.repeat(70)}`, 'is longer than 72 characters'],
])('the subject %j %s', (subject, fault) => {
  expect(findFault(subject)).toBe(fault)
})
