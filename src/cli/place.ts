import type { Issue } from '../core/issue.js'

/** Where a value stands, for a person: file, line of NDJSON and path, without a value from the data. */
export type Place = Pick<Issue, 'origin' | 'path'>

/** A place in words: `records.ndjson:3 $['records'][0]`. */
export const wordsOfPlace = ({ origin, path }: Place): string =>
  `${origin?.source ?? ''}${origin?.line == null ? '' : `:${origin.line}`} ${path}`
