// What a value that is not parsed says of itself: whose it is, and of which year.
import { CLOSE_BRACKET, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../core/nesting.js'
import { parseJson } from '../core/parse-json.js'
import { isObject } from '../core/shape-of.js'
import { heldUnder } from '../normalize/envelope.js'
import { kindOfValue } from '../normalize/kind-of-value.js'
import { usableId } from '../normalize/record-id.js'

/** The most text of an outline, in characters. */
const MOST = 1 << 16

/** The text of a value with a zero for what is in its lists, and nothing of the objects in its objects; null where it is long. */
function outlineOf(text: string): string | null {
  let outline = ''
  let from = 0
  const nesting = new Nesting()
  // The depth of the outermost array or third object, whose content is left out.
  let omittedDepth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    nesting.step(character)
    if (nesting.inString) continue
    const { depth } = nesting
    if (isOpener(character) && omittedDepth === 0 && (character === OPEN_BRACKET || depth > 2)) {
      outline += text.slice(from, i + 1)
      from = i
      omittedDepth = depth
    } else if (isCloser(character) && depth + 1 === omittedDepth) {
      if (character === CLOSE_BRACKET && i > from + 1) outline += '0'
      from = i
      omittedDepth = 0
    }
    if (outline.length > MOST || (omittedDepth === 0 && i - from > MOST)) return null
  }
  return omittedDepth === 0 ? outline + text.slice(from) : null
}

/**
 * A record that stands for a value which is not to be parsed: of its taxpayer and, where it is a record, of its year.
 * Missing: null where the value is a list, or does not say of itself what it is.
 */
export function standInFor(text: string): object | null {
  const value = parseJson(outlineOf(text) ?? '')
  if (!isObject(value)) return null
  const forms: readonly unknown[] = []
  const { id, taxpayer_id, tax_year, provider_id, date } = value
  const kind = kindOfValue(value)
  // Whatever else it holds may be of any year.
  if (kind === 'taxpayer') return { taxpayer_id: id, forms }
  const taxpayer = heldUnder(value, 'taxpayer')
  if (kind === 'dossier') return { taxpayer_id: isObject(taxpayer) ? taxpayer['id'] : null, forms }
  return { id: usableId(id), taxpayer_id, tax_year, provider_id, date, forms }
}
