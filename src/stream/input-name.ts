// What the name of an input says.

/** The name without its extension and `.gz`: the taxpayer's id where nothing else says it. */
export const stemOf = (source: string): string => source.replace(/(?<=.)\.[^.]*(?:\.gz)?$/i, '')

/** True where the name says that each line is a value. */
export const isNamedNdjson = (source: string): boolean => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source)
