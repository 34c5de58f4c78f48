// These names are apart from the writers of `index.ts`, so that the command loads no writer to parse its options.

/** The name of an output format, which is also the extension of its files. */
export type Format = 'csv' | 'arrow' | 'arrows' | 'parquet' | 'ndjson'

/** The names of the output formats. The first is the default. */
export const FORMATS: readonly Format[] = ['csv', 'arrow', 'arrows', 'parquet', 'ndjson']

/** The format that is used if the caller does not specify any. */
export const DEFAULT_FORMAT = FORMATS[0] as Format
