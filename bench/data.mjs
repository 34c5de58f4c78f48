// Generates the benchmark data on demand in bench/data, and again whenever the generator changes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The folder for data and outputs, which git ignores. */
export const dataDir = join(folder, 'data')

const sources = ['generate.mjs', 'programs/forms.mjs', ...readdirSync(join(folder, 'generator')).map(inGenerator)]

function inGenerator(file) {
  return `generator/${file}`
}

const version = () => {
  const hash = createHash('sha256')
  for (const file of sources) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 8)
}

/** Returns the path of the file that the generator writes for these arguments. Generates the file if it is missing. */
export const ensureData = (...args) => {
  const name = args.join('-').replaceAll('--', '')
  const file = join(dataDir, `${name}-${version()}.ndjson`)
  if (!existsSync(file)) execFileSync(process.execPath, [join(folder, 'generate.mjs'), ...args, '--out', file])
  return file
}
