import type { Origin } from '../core/issue.js'
import { wordsOfEntries } from '../core/limits.js'
import type { Site } from '../core/path.js'
import type { FileName, ParsedValue, Unread } from '../normalize/parsed-value.js'
import { standInFor } from './outline.js'
import type { Piece } from './split.js'
import { TextOrigin } from './text-origin.js'

/** A value and where it came from. `unread`: the value is a record that stands for what was not parsed. */
export const parsedOf = (
  value: unknown,
  text: string,
  { source, line }: Origin,
  at: Site | null,
  name: FileName | null,
  unread: Unread | null,
): ParsedValue => ({
  value,
  origin: new TextOrigin({ source, line }, text, at),
  at,
  name,
  single: line === null,
  ...(unread === null ? {} : { unread }),
})

/** Why a piece is not parsed, where it has more entries than the limit; else null. */
export const unreadOf = ({ entries }: Piece, maxEntries: number): Unread | null =>
  entries === undefined
    ? null
    : {
        code: 'limit_reached',
        more: wordsOfEntries(entries, maxEntries),
      }

/** The parsed value, or the record that stands for it; undefined where it has none. */
export function readText(text: string, problem: Piece['problem'], unread: Unread | null): unknown {
  if (unread !== null) return standInFor(text) ?? undefined
  return problem === null ? parse(text) : undefined
}

/** The parsed value; undefined where the text is no JSON. The parser's message quotes its input and is dropped. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
