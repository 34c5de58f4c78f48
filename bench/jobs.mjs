// Several files with one thread and with several, and that the bytes are the same:
//   node bench/jobs.mjs [--mb 50] [--files 4] [--jobs 2] [--rounds 3] [--format csv]
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convert, isBuilt } from './contenders.mjs'
import { dataDir, ensureData } from './data.mjs'
import { measure } from './measure.mjs'
import { machine, markdownTable, median, seconds } from './report.mjs'

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '50' },
    files: { type: 'string', default: '4' },
    jobs: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    format: { type: 'string', default: 'csv' },
  },
})

if (!isBuilt()) {
  console.error('The command is not built: run `npm run build` first.')
  process.exit(2)
}

const inputs = Array.from({ length: Number(values.files) }, (_, i) =>
  ensureData('--mb', values.mb, '--seed', String(i + 1)),
)
const hashOf = out => {
  const hash = createHash('sha256')
  for (const name of readdirSync(out).sort()) hash.update(name).update(readFileSync(join(out, name)))
  return hash.digest('hex')
}

const runs = { 1: [], [values.jobs]: [] }
const hashes = new Set()
for (let round = 0; round < Number(values.rounds); round++) {
  for (const jobs of Object.keys(runs)) {
    const out = join(dataDir, 'out', `jobs-${jobs}`)
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    const [first, ...rest] = inputs
    const args = convert(first, out, '--format', values.format, '--jobs', jobs, ...rest)
    runs[jobs].push(await measure(args))
    hashes.add(hashOf(out))
  }
}

const alone = median(runs[1].map(run => run.wall))
console.log(
  `${values.files} files of ${values.mb} MB, ${values.format}, medians of ${values.rounds} rounds\n`,
)
console.log(
  markdownTable(
    ['threads', 'wall', 'ratio'],
    Object.entries(runs).map(([jobs, all]) => {
      const wall = median(all.map(run => run.wall))
      return [jobs, seconds(wall), (wall / alone).toFixed(2)]
    }),
  ),
)
console.log(`\nThe bytes are ${hashes.size === 1 ? 'the same' : 'NOT the same'}.\n\n${machine()}`)
process.exitCode = hashes.size === 1 ? 0 : 1
