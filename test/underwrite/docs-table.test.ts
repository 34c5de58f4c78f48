import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { INDICATORS } from '../../src/underwrite/indicator-names.js'

it('the page gives formula, inputs and missing data of every indicator, and of no other', () => {
  const page = readFileSync('docs/underwriting.md', 'utf8')
  const table = page.slice(
    page.indexOf('### Formula, inputs and missing data of each'),
    page.indexOf('## What the caller knows'),
  )
  const rows = [...table.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(INDICATORS))
})
