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
  // Wages under the two policies: (78,940.35 + 71,345.87) / 24, and 78,940.35 / 12.
  expect(stdout).toMatch(/^ {2}wages +6,261\.93 +6,578\.36 +they differ$/m)
  expect(stdout).toMatch(/matched to IRS transcripts$/m)
  expect(stdout).toMatch(/^\* Incomplete because\n {2}2023: /m)
  expect(stdout).toMatch(/form_w2\/0\/0 wages \(box 1\) 78940\.35$/m)
})

test('the files that the demo names exist, and its next command works', () => {
  const page = /(\S+\.html)$/m.exec(stdout)?.[1] ?? ''
  expect(readFileSync(join(ROOT, page), 'utf8')).toMatch(/^<!doctype html>/i)
  expect(existsSync(join(ROOT, 'demo-out/manifest.json'))).toBe(true)
  const [, ...args] = (/^Next: {2}(.*)$/m.exec(stdout)?.[1] ?? '').split(' ')
  const next = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(next.stdout).toContain('total.qualifying_monthly = 7127.04')
})
