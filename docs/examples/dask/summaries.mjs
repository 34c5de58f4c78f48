// `node summaries.mjs < records.ndjson` prints the summary of all taxpayers; `node summaries.mjs --merge` merges summaries,
// one a line. Sums over the whole book need no rows: merged in any tree, they are exact.
import { createInterface } from 'node:readline'
import { EMPTY_SUMMARY, mergeSummaries, summaryOf } from 'taxtally'
import { analyzeFiles } from 'taxtally/node'

let all = EMPTY_SUMMARY
if (process.argv.includes('--merge')) {
  for await (const line of createInterface({ input: process.stdin })) all = mergeSummaries(all, JSON.parse(line))
} else {
  for await (const { status, value } of analyzeFiles(['-']))
    if (status !== 'rejected') all = mergeSummaries(all, summaryOf(value.dossier))
}
console.log(JSON.stringify(all))
