// Writes generated dossiers as NDJSON. The same seed produces the same bytes.
//   node bench/generate.mjs --mb 50 --out FILE [--seed 1] [--no-copies] [--feed] [--lines]
//   node bench/generate.mjs --one-taxpayer 1000 --out FILE [--sources 1|2]
import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { newDossier, oneTaxpayer } from './generator/dossier.mjs'
import { asFed, splitByRecord } from './generator/feed.mjs'
import { issuerPool } from './generator/people.mjs'
import { createSeededRandom } from './generator/random.mjs'

const { values } = parseArgs({
  options: {
    mb: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'no-copies': { type: 'boolean', default: false },
    feed: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
    'one-taxpayer': { type: 'string' },
    sources: { type: 'string', default: '2' },
  },
})
if (values.out === undefined || (values.mb === undefined) === (values['one-taxpayer'] === undefined)) {
  console.error(
    'usage: generate.mjs (--mb N | --one-taxpayer N) --out FILE [--seed N] [--no-copies] [--feed] [--lines] [--sources N]',
  )
  process.exit(2)
}

const blockSize = 1 << 20
const random = createSeededRandom(Number(values.seed))
const pool = issuerPool(random)

const writeAll = (file, bytes) => {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

const writeDossiers = (file, size) => {
  let written = 0
  let block = ''
  while (written < size) {
    const dossier = newDossier(random, pool, { copies: !values['no-copies'] })
    const fedDossier = values.feed ? asFed(random, dossier) : dossier
    for (const line of values.lines ? splitByRecord(fedDossier) : [fedDossier]) block += `${JSON.stringify(line)}\n`
    if (block.length < blockSize && written + block.length < size) continue
    const bytes = Buffer.from(block)
    writeAll(file, bytes)
    written += bytes.length
    block = ''
  }
}

mkdirSync(dirname(values.out), { recursive: true })
const part = `${values.out}.part`
const file = openSync(part, 'w')
if (values.mb === undefined) {
  const dossier = oneTaxpayer(random, pool, Number(values['one-taxpayer']), Number(values.sources))
  writeAll(file, Buffer.from(`${JSON.stringify(dossier)}\n`))
} else {
  writeDossiers(file, Number(values.mb) * 1e6)
}
closeSync(file)
renameSync(part, values.out)
