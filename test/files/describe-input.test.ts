import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { analyzeFiles, convert, InputError } from '../../src/files/index.js'
import { InputWatch } from '../../src/files/read/describe-input.js'
import { sharedFolder } from '../support/folder.js'

const folder = sharedFolder()
const put = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const record = { id: 'r-1', taxpayer_id: 'tp-1', tax_year: '2024', forms: [] }
const error = { message: 'Unauthorized' }
const good = put('good.json', JSON.stringify(record))
const bad = put('bad.json', JSON.stringify(error))
const csv = put('people.csv', 'name,wages\nRobin,1\n')
const empty = put('empty.ndjson', '')

describe('convert of taxtally/node', () => {
  it('throws an error that describes each input, and writes nothing', async () => {
    const cause: unknown = await convert([csv, bad], { out: join(folder, 'out') }).catch((thrown: unknown) => thrown)
    expect(cause).toBeInstanceOf(InputError)
    expect((cause as InputError).message.split('\n')).toEqual([
      expect.stringContaining(`${csv} looks like CSV`),
      expect.stringContaining(`${bad} looks like an error response.`),
    ])
    expect(readdirSync(folder)).not.toContain('out')
  })

  it('converts the usable inputs and reports the unusable ones', async () => {
    const report = await convert([bad, good, empty], { out: join(folder, 'mixed') })
    expect(report).toMatchObject({ taxpayers: 1, rejected: 1, unreadable: true })
    expect(report.wrongInputs).toEqual([expect.stringContaining(`${bad} looks like an error response.`)])
    expect(report.emptyInputs).toEqual([`${empty} is empty: it contains no record and no taxpayer.`])
  })

  it('writes tables without rows if allowEmpty is set', async () => {
    const outputFolder = join(folder, 'empty-tables')
    const report = await convert([empty], { out: outputFolder, allowEmpty: true })
    expect(report).toMatchObject({ taxpayers: 0, rows: 0, unreadable: false, wrongInputs: [] })
    expect(readFileSync(join(outputFolder, 'income.csv'), 'utf8').split('\n')).toHaveLength(2)
    const errors = await convert([bad], { out: outputFolder, allowEmpty: true })
    expect(errors).toMatchObject({ taxpayers: 0, rejected: 1, unreadable: false })
    expect(errors.wrongInputs).toHaveLength(1)
  })
})

describe('analyzeFiles', () => {
  const readIssueCodes = async (paths: readonly string[]): Promise<unknown[]> => {
    const outcomes: unknown[] = []
    for await (const outcome of analyzeFiles(paths))
      outcomes.push(
        outcome.status === 'rejected'
          ? [outcome.issues[0]?.code, outcome.issues[0]?.origin?.source]
          : outcome.value.taxpayerId,
      )
    return outcomes
  }

  it('gives a rejected outcome for an error response, for CSV and for an empty file', async () => {
    expect(await readIssueCodes([bad])).toEqual([['value_unrecognized', 'bad.json']])
    expect(await readIssueCodes([csv])).toEqual([['json_malformed', 'people.csv']])
    expect(await readIssueCodes([empty])).toEqual([['input_empty', 'empty.ndjson']])
    expect(await readIssueCodes([bad, good, empty])).toEqual([
      ['value_unrecognized', 'bad.json'],
      'tp-1',
      ['input_empty', 'empty.ndjson'],
    ])
  })
})

test('combines the input descriptions of threads in any order', () => {
  const watch = new InputWatch()
  watch.add(
    new Map<number, string | true>([
      [0, 'looks like a number.'],
      [1, true],
    ]),
  )
  watch.add(
    new Map<number, string | true>([
      [0, true],
      [2, 'looks like a string.'],
    ]),
  )
  watch.add(
    new Map<number, string | true>([
      [2, 'looks like a number.'],
      [0, 'looks like a string.'],
    ]),
  )
  expect(watch.describeAll(['a', 'b', 'c', '-'])).toEqual({
    wrongInputs: ['c looks like a string.'],
    emptyInputs: ['Standard input is empty: it contains no record and no taxpayer.'],
  })
  expect(watch.hasNoRecords).toBe(false)
})
