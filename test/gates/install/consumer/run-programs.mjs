// `node run-programs.mjs FOLDER EXTENSION PROGRAM...` runs the programs in the folder and prints the hash and the
// beginning of each result.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, extension, ...programs] = process.argv.slice(2)
const fixture = name => join('node_modules/taxtally/fixtures', name)
const input = {
  path: fixture('borrower.ndjson'),
  borrower: JSON.parse(readFileSync(fixture('borrower.ndjson'), 'utf8')),
  loanFile: readFileSync(fixture('loan-files/application.xml'), 'utf8'),
  table: {
    name: 'made_up',
    doc: '',
    columns: [{ name: 'amount', type: 'money', nullable: true, doc: '' }],
    rows: [[123456], [null]],
  },
  newFolder: () => mkdtempSync(join(tmpdir(), 'taxtally-program-')),
}

for (const program of programs) {
  const module = await import(pathToFileURL(resolve(folder, `${program}.${extension}`)).href)
  // In a CommonJS bundle, the default export is one level deeper.
  const run = module.default.default ?? module.default
  const text = JSON.stringify(await run(input))
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  console.log(program, hash, text.slice(0, 120))
}
