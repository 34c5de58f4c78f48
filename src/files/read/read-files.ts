import { removeExtensions, type SourcePiece, splitInput } from '../split/source-pieces.js'
import { assembleDossiers } from './dossier-assembler.js'
import type { DossierOptions } from './dossier-options.js'
import type { InputResult } from './input-result.js'
import type { InputContents } from './input-source.js'
import type { InputOptions } from './parse-piece.js'
import { readInput, toSourceName } from './read-input.js'

/**
 * Reads files of records, taxpayers and dossiers. Yields one dossier per taxpayer and keeps only one in memory.
 *
 * @throws InputError if a file cannot be read.
 */
export const readDossiers = (
  paths: readonly string[],
  options: InputOptions & ContentOptions = {},
): AsyncGenerator<InputResult> => assembleDossiers(readPieces(paths, options), options)

/** The contents of inputs that are not files. */
export interface ContentOptions {
  readonly contents?: InputContents | undefined
}

/** Reads the unparsed values of files, in order, in batches. Throws InputError if a file cannot be read. */
export async function* readPieces(
  paths: readonly string[],
  options: DossierOptions & ContentOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  for (const [index, path] of paths.entries()) {
    options.signal?.throwIfAborted()
    const source = toSourceName(path)
    const content = options.contents?.[index]
    const fileOwner = path === '-' || content !== undefined ? null : { id: removeExtensions(source), path }
    const chunks = readInput(path, count => options.onBytes?.(path, count), options, content)
    yield* splitInput({ source, fileOwner, index, chunks }, options)
  }
}
