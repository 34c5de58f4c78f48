// The folder `tools/generate` writes all generated files: JSON Schemas, SQL scripts, pages and `src/api/rows.ts`. Run
// by `npm run generate`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATED_FOLDERS, generateFiles } from './generate-files.js'

const resolvePath = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

for (const folder of GENERATED_FOLDERS) rmSync(resolvePath(folder), { recursive: true, force: true })
const files = generateFiles()
for (const [path, text] of files) {
  mkdirSync(dirname(resolvePath(path)), { recursive: true })
  writeFileSync(resolvePath(path), text)
}
process.stdout.write(`${files.size} files\n`)
