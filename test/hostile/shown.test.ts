import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../cli/command.js'
import { measurePeak } from './peak.js'

const formatEin = (i: number): string => `${10 + (i % 80)}-${1_000_000 + i}`

/** Families of documents, of which a taxpayer has 40,000: 1.5 to 6 MB of text. */
const FAMILIES: Readonly<Record<string, readonly [form: string, makeEntry: (i: number) => string]>> = {
  'jobs without an employer': ['form_w2', i => `{"wages_tips_other_compensation":${1000 + i}}`],
  'jobs of many employers': [
    'form_w2',
    i =>
      `{"employer":{"ein":"${formatEin(i >> 1)}","name":"WORKS ${i >> 1}"},"wages_tips_other_compensation":${1000 + i}}`,
  ],
  'unreadable boxes': ['form_w2', i => `{"wages_tips_other_compensation":"x${i}"}`],
  businesses: [
    'schedule_k1_1065',
    i =>
      `{"partnership":{"ein":"${formatEin(i >> 1)}","name":"FIRM ${i >> 1}"},"ordinary_income_k1":${(i % 977) - 300}}`,
  ],
  mortgages: [
    'form_1098',
    i => `{"lender":{"name":"LENDER ${i}"},"mortgage_interest_received_from_borrower":${5000 + i}}`,
  ],
  sales: [
    'form_1099_b',
    i => `{"payer":{"name":"BROKER"},"description":"lot ${i}","proceeds":${100 + i},"cost_basis":90}`,
  ],
}

const COUNT = 40_000

function makeLines(form: string, makeEntry: (i: number) => string): string {
  const entries = Array.from({ length: COUNT }, (_, i) => makeEntry(i))
  const lines = [2023, 2024].map((year, k) => {
    const ofYear = entries.filter((_, i) => i % 2 === k)
    return `{"id":"${year}","taxpayer_id":"t","provider_id":"irs","tax_year":"${year}","date":"2025-09-01T00:00:00Z","forms":[{"year":"${year}","${form}":[${ofYear.join()}]}]}\n`
  })
  return lines.join('')
}

/** The documented limit in MB (2^20 bytes), if each document is a stream. */
const memoryLimitOf = (text: string, entries: number): number => (400e6 + 10 * text.length + 4000 * entries) / 2 ** 20

describe.each(Object.keys(FAMILIES))('40,000 documents: %s', name => {
  const text = makeLines(...FAMILIES[name]!)

  test.each(['report', 'explain', 'summarize'])('%s needs bounded memory and prints a short text', async command => {
    const out = join(newFolder(), 'out')
    mkdirSync(out)
    const args = command === 'report' ? ['report', '-', '--out', out] : [command, '-']
    const ran = await measurePeak(args, [Buffer.from(text)])
    expect(ran.code, ran.stderr).toBe(0)
    expect(ran.peak).toBeLessThan(memoryLimitOf(text, COUNT))
    const size = readdirSync(out).reduce((sum, file) => sum + statSync(join(out, file)).size, ran.stdout.length)
    expect(size).toBeLessThan(4e6)
  })
})

test('two policies need bounded memory', async () => {
  const out = join(newFolder(), 'out')
  const text = makeLines(...FAMILIES['jobs of many employers']!)
  const ran = await measurePeak(
    ['report', '-', '--out', out, '--policy', 'fannie-2026-08', '--policy', 'latest-year'],
    [Buffer.from(text)],
  )
  expect(ran.code, ran.stderr).toBe(0)
  expect(ran.peak).toBeLessThan(memoryLimitOf(text, 2 * COUNT))
  expect(readFileSync(join(out, 'borrower-0001.html'), 'utf8')).toContain('more than 2000 income streams')
})

test('identifiers of 100,000 characters do not stop a report', async () => {
  const out = join(newFolder(), 'out')
  const long = 'x'.repeat(100_000)
  const entries = Array.from(
    { length: 2000 },
    (_, i) => `{"employer":{"name":"W${i}"},"wages_tips_other_compensation":${1000 + i}}`,
  )
  const makeLine = (id: string): string =>
    `{"id":"${id}${long}","taxpayer_id":"${id}${long}","tax_year":"2024","forms":[{"year":"2024","form_w2":[${entries.join()}]}]}\n`
  const ran = await measurePeak(['report', '-', '--out', out], [Buffer.from(makeLine('a') + makeLine('b'))])
  expect(ran.code, ran.stderr).toBe(0)
  expect(readdirSync(out).filter(file => file.startsWith('borrower'))).toHaveLength(2)
  expect(ran.peak).toBeLessThan(300)
})
