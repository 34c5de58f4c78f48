import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { POLICIES } from '../../src/index.js'

// A preset whose rules change has another `ruleVersion`; so a line of this file changes with it, or for a wrong citation.
test('the presets are what they were, whole', () => {
  const known = JSON.parse(readFileSync('test/golden/presets.json', 'utf8')) as Record<string, unknown>
  expect(JSON.parse(JSON.stringify(POLICIES))).toEqual(known)
  expect(Object.keys(known)).toEqual(Object.keys(POLICIES))
})
