// The folder `files` converts files of any size: `read` opens inputs, `split` finds the values in their bytes, `ingest`
// and `figures` compute, `formats` encode tables, and `output` writes files that are complete or absent. `cli` comes
// next.

export type { CsvOptions } from '../tables/csv-text.js'
export { analyzeFiles } from './analyze-files.js'
export { type ConvertReport, convertFiles as convert } from './convert/convert.js'
export type { ConvertOptions } from './convert/convert-options.js'
export { csvStream } from './csv-stream.js'
export { type FileErrorDetails, InputError, JobError, OutputError } from './errors.js'
export { FORMATS, type Format } from './formats/names.js'
export type { DossierOptions } from './read/dossier-options.js'
export type { InputSource } from './read/read-files.js'
export type { Piece } from './split/piece.js'
export { MAX_VALUE_BYTES, type SplitOptions, splitValues } from './split/split.js'
