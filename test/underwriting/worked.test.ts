import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runExample } from './example.js'

const FOLDER = new URL('examples/', import.meta.url)

describe.each(readdirSync(FOLDER))('examples in %s (expected values computed by hand)', name => {
  // Each example begins with `== ` and its title. Comments show the calculation.
  const [before = '', ...examples] = readFileSync(new URL(name, FOLDER), 'utf8').split(/^== /m)
  it('has examples', () => {
    expect(before.replaceAll(/^#.*$/gm, '').trim()).toBe('')
    expect(examples.length).toBeGreaterThan(10)
  })
  it.each(examples.map(text => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n'))] as const))(
    '%s',
    (_, text) => {
      const { actual, expected } = runExample(text)
      expect(expected.length).toBeGreaterThan(0)
      expect(actual).toEqual(expected)
    },
  )
})
