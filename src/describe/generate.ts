// Writes the JSON Schemas and documentation pages that are generated from the tables. Run by `npm run generate`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATED_FOLDERS, generatedFiles } from './files.js'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

for (const folder of GENERATED_FOLDERS) rmSync(at(folder), { recursive: true, force: true })
const files = generatedFiles()
for (const [path, text] of files) {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
process.stdout.write(`${files.size} files\n`)
