// The baseline: reads the file, splits it at newlines and calls JSON.parse for each line.
//   node bench/programs/json-parse.mjs FILE
import { closeSync, openSync, readSync } from 'node:fs'

const newline = 10
const chunkSize = 1 << 20
const file = openSync(process.argv[2], 'r')

let buffer = Buffer.allocUnsafe(2 * chunkSize)
let usedBytes = 0
let dossiers = 0

const parse = (start, end) => {
  if (end > start) {
    JSON.parse(buffer.toString('utf8', start, end))
    dossiers++
  }
}

for (;;) {
  if (usedBytes + chunkSize > buffer.length) {
    const larger = Buffer.allocUnsafe(2 * buffer.length)
    buffer.copy(larger, 0, 0, usedBytes)
    buffer = larger
  }
  const read = readSync(file, buffer, usedBytes, chunkSize, null)
  if (read === 0) break
  const filled = usedBytes + read
  let start = 0
  let from = usedBytes
  for (;;) {
    const end = buffer.subarray(0, filled).indexOf(newline, from)
    if (end < 0) break
    parse(start, end)
    start = end + 1
    from = start
  }
  buffer.copy(buffer, 0, start, filled)
  usedBytes = filled - start
}
parse(0, usedBytes)
closeSync(file)
console.log(dossiers)
