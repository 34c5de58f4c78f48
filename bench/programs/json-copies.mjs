// Writes a copy of each line of a file to a file of its own, after `JSON.parse` and `JSON.stringify`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [input, out] = process.argv.slice(2)
for (const [i, line] of readFileSync(input, 'utf8').trimEnd().split('\n').entries())
  writeFileSync(join(out, `${i}.json`), JSON.stringify(JSON.parse(line)))
