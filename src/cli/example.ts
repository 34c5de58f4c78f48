import { readFileSync } from 'node:fs'
import type { Call } from './options.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

/** A taxpayer with two years of wages and interest: what every command that reads inputs takes. */
const EXAMPLE = new URL('../../fixtures/example.json', import.meta.url)

/** `taxtally example`: a small dossier to try the other commands with. */
export async function exampleCommand(call: Call): Promise<number> {
  if (call.inputs.length > 0) throw new UsageError('example takes nothing.')
  await writeOut(readFileSync(EXAMPLE))
  return 0
}
