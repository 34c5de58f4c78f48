import type { Origin } from '../core/issue.js'
import { wordsOfEntries } from '../core/limit-words.js'
import { parseJson } from '../core/parse-json.js'
import type { Site } from '../core/path.js'
import type { FileName, ParsedValue, Unread } from '../normalize/parsed-value.js'
import { standInFor } from './outline.js'
import type { PieceBytes } from './piece.js'
import { type TextHolder, TextOrigin } from './text-origin.js'

/** A value and where it came from. `unread`: the value is a record that stands for what was not parsed. */
export const parsedOf = (
  value: unknown,
  holder: TextHolder,
  { source, line }: Origin,
  at: Site | null,
  name: FileName | null,
  unread: Unread | null,
): ParsedValue => ({
  value,
  origin: new TextOrigin({ source, line }, holder, at),
  at,
  name,
  single: line === null,
  ...(unread === null ? {} : { unread }),
})

/** Why a piece is not parsed, where it has more entries than the limit; else null. */
export const unreadOf = ({ entries }: Pick<PieceBytes, 'entries'>, maxEntries: number): Unread | null =>
  entries === undefined
    ? null
    : {
        code: 'limit_reached',
        more: wordsOfEntries(entries, maxEntries),
      }

/** The parsed value, or the record that stands for it; undefined where it has none. */
export function readText(text: string, problem: PieceBytes['problem'], unread: Unread | null): unknown {
  if (unread !== null) return standInFor(text) ?? undefined
  return problem === null ? parseJson(text) : undefined
}
