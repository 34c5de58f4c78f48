import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { makeBorrowers, newFolder, ROOT } from '../cli/command.js'

const PROGRAM = `
import { convert } from 'taxtally/node'
const [input, out] = process.argv.slice(2)
const run = async jobs => {
  const { taxpayers } = await convert([input], { out, formats: ['arrow'], jobs })
  console.log(taxpayers)
}
run(1).then(() => run(2)).catch(({ name, message }) => console.log(name + ': ' + message))`

test.each(['esm', 'cjs'] as const)(
  'in a %s bundle, one job converts files and several jobs throw an error with advice',
  async format => {
    const folder = newFolder()
    const outfile = join(folder, format === 'esm' ? 'program.mjs' : 'program.cjs')
    await build({
      stdin: { contents: PROGRAM, resolveDir: ROOT },
      bundle: true,
      platform: 'node',
      format,
      outfile,
      logLevel: 'error',
    })
    const input = join(folder, 'borrowers.ndjson')
    writeFileSync(input, makeBorrowers(40))
    const args = [outfile, input, join(folder, 'out')]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
      /^40\nJobError: Several jobs start threads from files of taxtally that a bundle does not contain\. Exclude taxtally from the bundle, or use one job\.\n$/,
    )
  },
)

test('threads convert bytes and streams as they convert a file', () => {
  const folder = newFolder()
  const input = join(folder, 'borrowers.ndjson')
  // More than 8 MB, so that several threads get a part.
  writeFileSync(input, makeBorrowers(40).repeat(Math.ceil(9e6 / makeBorrowers(40).length)))
  const program = `
    import { createReadStream, readFileSync } from 'node:fs'
    import { Readable } from 'node:stream'
    import { convert } from 'taxtally/node'
    const [input, out] = process.argv.slice(1)
    const sources = [input, readFileSync(input), createReadStream(input), Readable.toWeb(createReadStream(input))]
    for (const [i, source] of sources.entries())
      await convert([source], { out: out + i, tables: ['income'], jobs: 2, signal: new AbortController().signal })`
  const args = ['--input-type=module', '-e', program, input, join(folder, 'out')]
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  const [expected = '', ...others] = [0, 1, 2, 3].map(i => readFileSync(join(folder, `out${i}/income.csv`), 'utf8'))
  expect(expected.length).toBeGreaterThan(1000)
  for (const text of others) expect(text).toBe(expected)
})
