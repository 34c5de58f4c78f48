import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RETURN_LINES } from '../../src/index.js'

test('the page on the lines of Form 1040 names each of them once, in their order', () => {
  const rows = readFileSync('docs/return-lines.md', 'utf8').matchAll(/^\| ((?:S1-)?[0-9][^|]*) \|/gm)
  expect([...rows].flatMap(([, names = '']) => names.split(', '))).toEqual([...RETURN_LINES])
})
