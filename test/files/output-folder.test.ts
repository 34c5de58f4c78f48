/** Tests the output folder: how it is created, and what happens to tables that an earlier run wrote to it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { convertFiles } from '../../src/files/convert/convert.js'
import { makeFolder } from '../../src/files/output/output.js'
import { fixture, newFolder } from '../cli/command.js'

const INPUT = fixture('borrower.ndjson')
const convertInput = (out: string, tables: readonly string[], formats: readonly ('csv' | 'ndjson')[] = ['csv']) =>
  convertFiles([INPUT], { out, tables, formats })

test('removes unchanged files that only the older manifest lists and keeps all other files', async () => {
  const out = newFolder()
  await convertInput(out, ['income', 'years', 'facts', 'checks'])
  // Three files to keep: one is not a table, one has changed, and the manifest does not list the third one.
  writeFileSync(join(out, 'notes.csv'), 'mine\n')
  writeFileSync(join(out, 'checks.csv'), 'changed\n')
  writeFileSync(join(out, 'documents.csv'), 'mine too\n')
  await convertInput(out, ['income'], ['ndjson'])
  expect(readdirSync(out).sort()).toEqual([
    'checks.csv',
    'documents.csv',
    'income.ndjson',
    'manifest.json',
    'notes.csv',
  ])
  expect(readFileSync(join(out, 'checks.csv'), 'utf8')).toBe('changed\n')
})

test('does not remove files outside the folder, files that are not tables, or links', async () => {
  const folder = newFolder()
  const out = join(folder, 'out')
  mkdirSync(join(out, 'income'), { recursive: true })
  // The SHA-256 hash of an empty file.
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  for (const name of ['income.csv', 'out/notes.csv', 'out/years.csv']) writeFileSync(join(folder, name), '')
  symlinkSync(join(folder, 'income.csv'), join(out, 'facts.csv'))
  const names = ['../income.csv', 'notes.csv', 'income', 'facts.csv', 'years.csv', 'constructor', null]
  const files = [...names.map(name => ({ name, rows: 0, sha256 })), null, 7]
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ version: '0', files }))
  await convertInput(out, ['income'])
  expect(existsSync(join(folder, 'income.csv'))).toBe(true)
  expect(readdirSync(out).sort()).toEqual(['facts.csv', 'income', 'income.csv', 'manifest.json', 'notes.csv'])
})

test.each(['', '[]', '{"files":{}}', '{"files":[{"name":"years.csv"}]}'])(
  'removes nothing if the manifest is %j',
  async text => {
    const out = newFolder()
    await convertInput(out, ['years'])
    writeFileSync(join(out, 'manifest.json'), text)
    await convertInput(out, ['income'])
    expect(readdirSync(out).sort()).toEqual(['income.csv', 'manifest.json', 'years.csv'])
  },
)

test('keeps an older table that the new run reads as input', async () => {
  const out = newFolder()
  await convertInput(out, ['taxpayers'], ['ndjson'])
  await convertFiles([join(out, 'taxpayers.ndjson')], { out, tables: ['issues'] })
  expect(readdirSync(out).sort()).toEqual(expect.arrayContaining(['issues.csv', 'taxpayers.ndjson']))
})

test('makeFolder lists the folders that it created, innermost first', () => {
  const folder = newFolder()
  const [outer, inner] = [join(folder, 'a'), join(folder, 'a', 'b')]
  expect(makeFolder(inner)).toEqual([inner, outer])
  expect(makeFolder(inner)).toEqual([])
})

test('makeFolder removes the folders that it created if a later one cannot be created', () => {
  const folder = newFolder()
  // No file system allows a name that is 300 characters long.
  expect(() => makeFolder(join(folder, 'a', 'b', 'x'.repeat(300)))).toThrow(/ENAMETOOLONG/)
  expect(existsSync(join(folder, 'a'))).toBe(false)
})
