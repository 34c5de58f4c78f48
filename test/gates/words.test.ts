import type { SourceFile } from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { countMarkers } from './words/comment-markers.mjs'
import { findFault } from './words/commit-subjects.mjs'
import { listDuplicates, listStopped } from './words/declared-names.mjs'
import { findMissingNouns } from './words/page-nouns.mjs'
import { parseFolder, parseText } from './words/sources.mjs'

// Each folder is parsed only once, because that takes seconds.
describe.each(['src', 'test', 'bench'])('%s', folder => {
  let sources: SourceFile[] = []
  beforeAll(() => {
    sources = parseFolder(folder)
    return () => {
      sources = []
    }
  })

  test('declares no name that is on the stop list', () => {
    const stopped = listStopped(sources)
    expect(stopped.map(({ name, location }) => `${location}: ${name}`)).toEqual([])
  })

  test('at most one comment in twenty has a marker of unidiomatic English', () => {
    const { total, marked } = countMarkers(sources)
    expect(total).toBeGreaterThan(0)
    expect(
      marked.length / total,
      marked.map(({ location, text }) => `${location}: ${text}`).join('\n'),
    ).toBeLessThanOrEqual(1 / 20)
  })

  if (folder === 'src')
    test('each type and each exported function has a unique name', () => {
      expect(listDuplicates(sources).map(({ name, locations }) => `${name}: ${locations.join(', ')}`)).toEqual([])
    })
})

test('the markers find unidiomatic sentences and accept idiomatic ones', () => {
  const findMarked = (text: string) =>
    countMarkers([parseText('text.ts', `/** ${text} */\nexport const x = 1\n`)]).marked
  expect(findMarked('What is no entry is read otherwise.')).toHaveLength(1)
  expect(findMarked('Returns null if the text is not an amount.')).toHaveLength(0)
})

test.each(['docs/resolution.md', 'docs/underwriting/jobs.md', 'docs/underwriting/retirement.md'])(
  '%s uses the nouns of the code',
  page => {
    // A few missing nouns are ordinary English words. More of them would mean that the page has its own vocabulary.
    expect([...findMissingNouns(page).keys()].length).toBeLessThanOrEqual(6)
  },
)

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
