import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './command.js'

const { status, stdout } = spawnSync(process.execPath, ['fixtures/demo.mjs'], { cwd: ROOT, encoding: 'utf8' })
const lines = stdout.trimEnd().split('\n')

test('the demo fits on one screen', () => {
  expect(status).toBe(0)
  expect(lines.length).toBeLessThanOrEqual(30)
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(110)
})

test('the demo starts with qualifying income under two policies that differ, and names a source box', () => {
  expect(lines[0]).toMatch(/^Monthly qualifying income by guideline +Fannie Mae +Latest year$/)
  // Gross pay of 2024 is 84,140.35, of 2023 it is 42,615.77 + 32,630.10 = 75,245.87: their sum 159,386.22 / 24, and
  // 84,140.35 / 12.
  expect(stdout).toMatch(/^ {2}wages +6,641\.09 +7,011\.70 +they differ$/m)
  expect(stdout).toMatch(/^ {2}Matched to IRS transcripts +\$6,855\.85$/m)
  expect(stdout).toMatch(/^Open conditions, .*\n {2}Blocks income: Bank statements .*$/m)
  expect(stdout).not.toContain('Review: ')
  expect(stdout).toMatch(/^\* Incomplete because\n {2}2023: /m)
  expect(stdout).toMatch(/form_w2\/0\/0 medicareWagesTips \(box 5\) 84140\.35$/m)
})

test('the files that the demo names exist, and its next command works', () => {
  const page = /(\S+\.html)$/m.exec(stdout)?.[1] ?? ''
  expect(readFileSync(join(ROOT, page), 'utf8')).toMatch(/^<!doctype html>/i)
  expect(existsSync(join(ROOT, 'demo-out/manifest.json'))).toBe(true)
  const [, ...args] = (/^Next: {2}(.*)$/m.exec(stdout)?.[1] ?? '').split(' ')
  const next = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  // Wages 6,641.09 + interest 90.14 + dividends 124.62 = 6,855.85. Gains and retirement are blocked.
  expect(next.stdout).toContain('total.qualifying_monthly = 6855.85')
})
