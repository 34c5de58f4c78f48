import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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
