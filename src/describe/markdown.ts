/** A line of text that tells readers and tools that a page is made, not written. */
const MADE = '<!-- Made by `npm run generate` from the tables; edit those. -->'

/** A key or a name as code; an empty cell for null. */
export const code = (text: string | null): string => (text === null ? '' : `\`${text}\``)

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A table in Markdown, one line a row. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')

/** A page that is made: its title, and blocks with an empty line between them. */
export const page = (title: string, ...blocks: readonly string[]): string =>
  `${[`# ${title}`, MADE, ...blocks].filter(block => block !== '').join('\n\n')}\n`
