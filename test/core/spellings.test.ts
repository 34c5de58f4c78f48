import { describe, expect, test } from 'vitest'
import { readDate, readPeriod } from '../../src/core/date.js'
import { readIdentifier } from '../../src/core/identifier.js'
import { centsFromText } from '../../src/core/money.js'
import { readSections } from '../support/records.js'

/** The functions that parse text, by name. `centsOfText` returns cents, or the reason why the text has none. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  readDate,
  readPeriod,
  readIdentifier,
  centsOfText: text => {
    const [cents, note] = centsFromText(text)
    return cents ?? note
  },
}

// Each section is `== READER`, then lines like `RESULT <- TEXTS`: a result, and a JSON array of texts that give it.
const SECTIONS = readSections(new URL('spellings.txt', import.meta.url)).map(([reader, ...lines]) => {
  const cases = lines.flatMap(line => {
    const [, says = '', texts = ''] = /^(.+?) <- (.+)$/.exec(line) ?? []
    return (JSON.parse(texts) as string[]).map(text => [text, says] as const)
  })
  return [reader, cases] as const
})

test('every reader has a section of texts', () => {
  expect(SECTIONS.map(([reader]) => reader)).toEqual(Object.keys(READERS))
})

describe.each(SECTIONS)('%s', (reader, cases) => {
  test.each(cases)('%j is %s', (text, says) => {
    expect(String(READERS[reader]?.(text))).toBe(says)
  })
})
