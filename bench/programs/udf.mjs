// Runs the single-file script of docs/examples/udf in Node. Computes the default tables for each line and prints the
// number of rows.
//   node bench/programs/udf.mjs FILE SCRIPT
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createContext, runInContext } from 'node:vm'

const [, , file, script] = process.argv
const engine = createContext(Object.create(null))
runInContext(readFileSync(script, 'utf8'), engine)
const countRows = runInContext('(text => taxtally.rows(text).length)', engine)
let rows = 0
for await (const line of createInterface({ input: createReadStream(file) })) rows += countRows(line)
console.log(rows)
