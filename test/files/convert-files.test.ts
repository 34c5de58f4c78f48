import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ConvertOptions, convert } from '../../src/files/index.js'
import { readManifest, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'

const folder = sharedFolder()

const readOutputs = (out: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(out)
      .filter(name => name !== 'manifest.json')
      .map(name => [name, readFileSync(join(out, name), 'base64')]),
  )

describe('convert of taxtally/node', () => {
  const input = 'fixtures/dossiers.ndjson'

  it('writes the same files as the command, with and without table names', async () => {
    for (const tables of [undefined, ['income', 'facts'], ['all']]) {
      const libraryFolder = join(folder, `library-${tables}`)
      const commandFolder = join(folder, `command-${tables}`)
      await convert([input], { out: libraryFolder, formats: ['csv', 'arrow'], ...(tables && { tables }) })
      const tableArgs = tables ? ['--tables', tables.join()] : []
      const args = ['convert', input, '--out', commandFolder, '--format', 'csv,arrow', '--quiet', ...tableArgs]
      expect(taxtally(args).code).toBe(0)
      expect(Object.keys(readOutputs(libraryFolder)).length).toBeGreaterThan(2)
      expect(readOutputs(libraryFolder)).toEqual(readOutputs(commandFolder))
    }
  })

  it('writes the same files with several threads as with one', async () => {
    const program = `
      import { convert } from './dist/files/index.js'
      const [input, out, jobs] = process.argv.slice(1)
      const knownFacts = { taxpayerId: 'tp-borrower-quenby', obligationsMonthly: 1250.5 }
      const underwrite = { policy: ['fannie-2026-08'], knownFacts, asOfYear: 2024 }
      const report = await convert([input, 'fixtures/borrower.ndjson'], { out, jobs: Number(jobs), underwrite })
      console.log(JSON.stringify(report), process.getActiveResourcesInfo().includes('MessagePort'))`
    const [oneJob, severalJobs] = [1, 3].map(jobs => {
      const out = join(folder, `jobs-${jobs}`)
      const args = ['--input-type=module', '--eval', program, input, out, `${jobs}`]
      return { stdout: execFileSync(process.execPath, args, { encoding: 'utf8' }), files: readOutputs(out) }
    })
    expect(severalJobs).toEqual(oneJob)
    expect(oneJob?.stdout).toContain('"taxpayers":')
  })

  it('rejects an invalid number of threads and options that cannot be sent to threads', async () => {
    const run = (options: Partial<ConvertOptions>) => convert([input], { out: join(folder, 'wrong'), ...options })
    for (const jobs of [0, -1, 1.5, Number.NaN, '2', null] as number[])
      await expect(run({ jobs })).rejects.toThrow(new RangeError('jobs is a whole number from 1 on.'))
    for (const options of [{ underwrite: () => ({}) }, { forms: [] }])
      await expect(run({ jobs: 2, ...options })).rejects.toThrow(TypeError)
    expect(readdirSync(folder)).not.toContain('wrong')
  })

  it('rejects an unknown table and writes nothing', async () => {
    const out = join(folder, 'none')
    await expect(convert([input], { out, tables: ['income', 'incomes'] })).rejects.toThrow(
      new RangeError('Unknown table: incomes'),
    )
    expect(readdirSync(folder)).not.toContain('none')
  })

  it('rejects an unknown format and writes a repeated format once', async () => {
    const out = join(folder, 'formats')
    const run = (formats: unknown) => convert([input], { out, tables: ['income'], formats } as ConvertOptions)
    await expect(run(['csv', 'xml'])).rejects.toThrow(
      new RangeError('convert takes formats of csv, arrow, arrows, parquet, ndjson.'),
    )
    await expect(run([])).rejects.toThrow(RangeError)
    await expect(run('csv')).rejects.toThrow(TypeError)
    expect(readdirSync(folder)).not.toContain('formats')
    await run(['csv', 'arrow', 'csv'])
    expect(readManifest(out).files.map(({ name }) => name)).toEqual(['income.csv', 'income.arrow'])
  })

  it.skipIf(process.platform === 'win32')(
    'reports the error code of the operating system for an input that cannot be read',
    async () => {
      for (const [path, code] of [
        [join(input, 'below'), 'ENOTDIR'],
        [join(folder, 'a'.repeat(300)), 'ENAMETOOLONG'],
      ] as const)
        await expect(convert([path], { out: join(folder, 'none') })).rejects.toMatchObject({
          name: 'InputError',
          message: expect.stringContaining(code),
        })
    },
  )

  it('requires an output folder', async () => {
    for (const out of [undefined, null, '', 7])
      await expect(convert([input], { out } as unknown as ConvertOptions)).rejects.toThrow(
        new TypeError('convert takes out, the folder of the outputs.'),
      )
  })
})
