import { wrapLine } from './wrap.js'

/** How text is laid out for whoever reads standard output. */
export interface Page {
  /** Where lines are wrapped; null where no person reads it on a terminal. */
  readonly width: number | null
  /** Headings are bold. */
  readonly isStyled: boolean
}

const MIN_WIDTH = 40

/** What a terminal shows: lines as wide as it is, and styles unless NO_COLOR forbids them (no-color.org). */
export function pageOf(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  { NO_COLOR = '', TERM }: NodeJS.ProcessEnv,
): Page {
  if (isTTY !== true) return { width: null, isStyled: false }
  return {
    width: columns === undefined || columns === 0 ? null : Math.max(columns, MIN_WIDTH),
    isStyled: NO_COLOR === '' && TERM !== 'dumb',
  }
}

const BOLD = ['\u001b[1m', '\u001b[22m'] as const

/** Text in blocks for a page: wrapped, and the first line of each block a heading. */
export function laidOut(text: string, { width, isStyled }: Page): string {
  if (width === null && !isStyled) return text
  let isHeading = true
  return text
    .split('\n')
    .flatMap(line => {
      const lines = width === null ? [line] : wrapLine(line, width, 4)
      const isStyledNow = isStyled && isHeading && line !== ''
      isHeading = line === ''
      return isStyledNow ? lines.map(each => BOLD[0] + each + BOLD[1]) : lines
    })
    .join('\n')
}
