// Runs the programs in workerd, the runtime of Cloudflare Workers.
import input from '../input.json'
import imports from '../lists/import-web.mjs'
import requires from '../lists/require-web.mjs'
import { runPrograms } from '../lists/run.mjs'

export default { test: async () => console.log((await runPrograms([...imports, ...requires], input)).join('\n')) }
