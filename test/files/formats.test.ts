import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCall } from '../../src/cli/options/options.js'
import { HELP_WIDTH, writeHelp } from '../../src/cli/output/help.js'
import { isFormat, WRITERS } from '../../src/files/formats/index.js'
import { FORMATS } from '../../src/files/formats/names.js'
import { COLUMN_TYPES } from '../../src/tables/table.js'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))

test('format names appear only in the modules of files/formats', () => {
  const formatInQuotes = new RegExp(`['"\`](?:${FORMATS.join('|')})['"\`]`)
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(200)
  const filesWithFormats = files.filter(name => formatInQuotes.test(readFileSync(join(SRC, name), 'utf8')))
  expect(filesWithFormats.filter(name => !name.startsWith('files/formats/'))).toEqual([])
})

test.each(Object.entries(WRITERS))('%s is known to the command, the help text and the writers', (name, writer) => {
  expect(readCall(['convert', '--format', name], {}).formats).toEqual([name])
  expect(writeHelp('convert', HELP_WIDTH)).toMatch(new RegExp(`--format [a-z|]*\\b${name}\\b`))
  expect(() => readCall(['convert', '--format', 'xml'], {})).toThrow(name)
  expect(Object.keys(writer.types)).toEqual([...COLUMN_TYPES])
  expect(isFormat(name)).toBe(true)
})

test('does not accept an inherited property name as a format', () => {
  expect(['constructor', 'toString', '', ['csv']].map(name => isFormat(name as string))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
