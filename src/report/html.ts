/** Markup that is written already: of `html` and what it put together alone. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes. Missing: null, undefined and false write nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What HTML cannot hold: control characters, and halves of a pair. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => NAMES[character] as string).replace(UNPRINTABLE, '\ufffd')

function write(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return part === null || part === undefined || part === false ? '' : part.map(write).join('')
}

/**
 * Markup with every text escaped, in elements and in quoted attributes: nothing but another template's result is taken as
 * markup. Names of elements and attributes, scripts and styles never hold a part.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = texts[0] as string
  for (let i = 0; i < parts.length; i++) text += write(parts[i]) + (texts[i + 1] as string)
  return new Html(text)
}

/** A name or another text from the data: what turns its direction ends with it. */
export const named = (text: string): Html => html`<bdi>${text}</bdi>`
