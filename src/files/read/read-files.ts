import { removeExtensions, type SourcePiece, splitInput } from '../split/source-pieces.js'
import { assembleDossiers } from './dossier-assembler.js'
import type { DossierOptions } from './dossier-options.js'
import type { InputResult } from './input-result.js'
import type { InputOptions } from './parse-piece.js'
import { readInput, toSourceName } from './read-input.js'

/**
 * Reads files of records, taxpayers and dossiers. Yields one dossier per taxpayer and keeps only one in memory.
 *
 * @throws InputError if a file cannot be read.
 */
export const readDossiers = (paths: readonly string[], options: InputOptions = {}): AsyncGenerator<InputResult> =>
  assembleDossiers(readPieces(paths, options), options)

/** Reads the unparsed values of files, in order, in batches. Throws InputError if a file cannot be read. */
export async function* readPieces(
  paths: readonly string[],
  options: DossierOptions = {},
): AsyncGenerator<readonly SourcePiece[]> {
  for (const [index, path] of paths.entries()) {
    const source = toSourceName(path)
    const name = path === '-' ? null : { id: removeExtensions(source), path }
    const chunks = readInput(path, count => options.onBytes?.(path, count), options)
    yield* splitInput({ source, name, index, chunks }, options)
  }
}
