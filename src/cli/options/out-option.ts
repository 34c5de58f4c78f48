import { statSync } from 'node:fs'
import { OutputError } from '../../files/errors.js'
import { runOrElse } from '../../files/output/output-file.js'
import type { Call } from './options.js'
import { UsageError } from './parse-arguments.js'

/** Throws UsageError if a call has no input. */
export function requireInputs({ command, inputs }: Call): void {
  if (inputs.length === 0) throw new UsageError(`${command} needs at least one INPUT: a file, or - for standard input.`)
}

/** Returns the value of `--out`. Throws UsageError if it is missing, or standard output. */
export function requireOut({ command, out }: Call, placeholder: string): string {
  const kind = placeholder === 'DIR' ? 'folder' : 'file'
  if (!out) throw new UsageError(`${command} needs --out ${placeholder}, the ${kind} to write.`)
  if (out === '-')
    throw new UsageError(
      `--out takes a ${kind}, not standard output, because ${command} moves its output into place when it is complete. ${command === 'convert' ? 'taxtally tables writes rows to standard output.' : `Give the path of a ${kind}.`}`,
    )
  return out
}

/** Returns the value of `--out`, the folder of the outputs. Throws UsageError if it is missing, OutputError if it is a file. */
export function requireOutFolder(call: Call): string {
  const out = requireOut(call, 'DIR')
  if (runOrElse(() => !statSync(out).isDirectory(), false))
    throw new OutputError(`--out is a file, but ${call.command} writes a folder. Give the path of a folder.`, {
      path: out,
    })
  return out
}
