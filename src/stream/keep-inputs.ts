import { fstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, sourceName } from './input.js'
import { OutputError } from './output.js'

/** Which file a path leads to; null where it leads to none that can be looked at, which whoever opens it will say. */
function fileAt(path: string): string | null {
  try {
    return identityOf(path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true }))
  } catch {
    return null
  }
}

/** Tells whether a path leads to one of these files, by whatever name or link. */
export function filesRead(inputs: readonly string[]): (path: string) => boolean {
  const read = new Set(inputs.map(fileAt))
  read.delete(null)
  return path => read.has(fileAt(path))
}

/**
 * Throws OutputError where a file that a run would write or remove in a folder is one that it reads, by whatever name or
 * link: the only copy of an input would be lost.
 */
export function keepInputs(inputs: readonly string[], folder: string, outputs: readonly string[]): void {
  const read = new Map(inputs.map(path => [fileAt(path), path]))
  for (const name of outputs) {
    const file = fileAt(join(folder, name))
    const input = file === null ? undefined : read.get(file)
    if (input !== undefined)
      throw new OutputError(`${name} could not be written: this run reads it (${sourceName(input)}).`)
  }
}
