import { CLOSE_BRACE, Nesting, OPEN_BRACE } from '../core/nesting.js'
import { parseJson } from '../core/parse-json.js'
import type { PieceBytes } from './piece.js'

/**
 * The objects that stand behind each other on one line, each as a piece; null where the line is anything else. Asked of a
 * line that is no JSON alone: nobody else pays for it.
 */
export function severalOn<P extends PieceBytes>(piece: P): P[] | null {
  const { bytes, line, element } = piece
  if (bytes === null || line === null || element !== null || !/\}[ \t]*\{/.test(bytes)) return null
  const values: string[] = []
  let nesting = new Nesting()
  let from = -1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i)
    if (from === -1) {
      if (byte === 32 || byte === 9 || (byte === 13 && i === bytes.length - 1)) continue
      if (byte !== OPEN_BRACE) return null
      from = i
      nesting = new Nesting()
    }
    if (nesting.step(byte)) {
      if (byte !== CLOSE_BRACE) return null
      values.push(bytes.slice(from, i + 1))
      from = -1
    }
  }
  if (from !== -1 || values.some(value => parseJson(value) === undefined)) return null
  return values.map(value => ({ ...piece, bytes: value, isAll: false }))
}
