import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { randomBorrowers } from '../support/random-borrowers.js'

test('x', () => {
  writeFileSync(
    '/tmp/case.json',
    JSON.stringify(
      randomBorrowers(Number(process.env['SEED']), { broken: process.env['BROKEN'] === '1' }),
      null,
      1,
    ),
  )
})
