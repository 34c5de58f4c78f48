// A route handler. It runs the programs on the server while Next builds the site.
import input from '../../../input.json'
import imports from '../../../lists/import-all.mjs'
import requires from '../../../lists/require-all.mjs'
import { runPrograms } from '../../../lists/run.mjs'

export const dynamic = 'force-static'
export const GET = async () => new Response((await runPrograms([...imports, ...requires], input)).join('\n'))
