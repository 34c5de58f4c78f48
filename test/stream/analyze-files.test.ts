import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyze } from '../../src/index.js'
import { analyzeFiles, convert } from '../../src/stream/index.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taxtally-analyze-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file gives what its lines give one by one', async () => {
  const lines = readFileSync('fixtures/dossiers.ndjson', 'utf8').trimEnd().split('\n')
  const expected = lines.map(line => JSON.stringify(analyze(JSON.parse(line))))
  const found: string[] = []
  for await (const { status, issues, ...rest } of analyzeFiles(['fixtures/dossiers.ndjson'])) {
    // Issues of a file name it and the line.
    const { origin: _, ...plain } = { origin: null, ...rest }
    found.push(
      JSON.stringify({ status, ...plain, issues }).replaceAll(
        /,"origin":\{"source":"[^"]*","line":\d+\}/g,
        '',
      ),
    )
  }
  expect(found).toEqual(expected)
})

test('a line that is no JSON is a rejected outcome, and the others go on', async () => {
  const path = join(folder, 'broken.ndjson')
  writeFileSync(
    path,
    '{"id":"r-1","taxpayer_id":"a","forms":[]}\n{"id":\n{"id":"r-2","taxpayer_id":"b","forms":[]}\n',
  )
  const found: string[] = []
  for await (const outcome of analyzeFiles([path])) {
    found.push(outcome.status === 'rejected' ? String(outcome.issues[0]?.code) : outcome.value.taxpayerId)
  }
  // The taxpayer before it may still have records to come.
  expect(found).toEqual(['json_malformed', 'a', 'b'])
})

test('what the entry exports is enough to convert', async () => {
  const out = join(folder, 'tables')
  await expect(convert(['fixtures/borrower.ndjson'], { out, tables: ['nothing'] })).rejects.toThrow(
    RangeError,
  )
  const report = await convert(['fixtures/borrower.ndjson'], { out, tables: ['income'] })
  expect(report.taxpayers).toBe(1)
  expect(readFileSync(join(out, 'income.csv'), 'utf8')).toMatch(/^taxpayer_id,tax_year,category,/)
})
