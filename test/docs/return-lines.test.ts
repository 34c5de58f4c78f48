import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RETURN_LINES } from '../../src/index.js'

test('the page about the lines of Form 1040 lists each line once and in order', () => {
  const rows = readFileSync('docs/return-lines.md', 'utf8').matchAll(/^\| ((?:S1-)?[0-9][^|]*) \|/gm)
  expect([...rows].flatMap(([, names = '']) => names.split(', '))).toEqual([...RETURN_LINES])
})
