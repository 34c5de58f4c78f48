import { readdirSync, readFileSync } from 'node:fs'
import { didYouMean } from '../core/near.js'
import type { Call } from './options.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

const FOLDER = new URL('../../schemas/', import.meta.url)
const EXTENSION = '.json'

/** `taxtally schema`: the names of the JSON Schemas, or one of them; a name's last part is enough where it is one's own. */
export async function schemaCommand(call: Call): Promise<number> {
  const [wanted, ...more] = call.inputs
  if (more.length > 0) throw new UsageError('schema takes at most one NAME.')
  const names = schemaNames()
  if (wanted === undefined) {
    await writeOut(names.map(name => `${name}\n`).join(''))
    return 0
  }
  const asked = wanted.endsWith(EXTENSION) ? wanted.slice(0, -EXTENSION.length) : wanted
  const ending = names.filter(name => name.endsWith(`/${asked}`))
  const name = names.find(each => each === asked) ?? (ending.length === 1 ? ending[0] : undefined)
  if (name === undefined) {
    const choice = ending.length > 0 ? ending : names
    throw new UsageError(
      `There is no such schema; there are ${choice.join(', ')}.${didYouMean(asked, choice)}`,
    )
  }
  await writeOut(readFileSync(new URL(`${name}${EXTENSION}`, FOLDER), 'utf8'))
  return 0
}

const schemaNames = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(EXTENSION))
    .map(file => file.slice(0, -EXTENSION.length).replaceAll('\\', '/'))
    .sort()
