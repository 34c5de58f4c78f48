import type { Frame, Page } from 'playwright-core'

/** A table on a page: its caption, its column headings, and its rows, each with the text of its first cell as name. */
export interface PageTable {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[]
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Returns the text of HTML markup without its tags, with the five escaped characters restored. */
export const textOfMarkup = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] as string)
    .trim()

const splitCells = (row: string): string[] =>
  [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => textOfMarkup(cell))

/** Reads the tables of a page. Regular expressions suffice because the page's markup is simple. */
export const readTables = (page: string): PageTable[] =>
  [...page.matchAll(/<table>([\s\S]*?)<\/table>/g)].map(([, table = '']) => {
    const [, caption = ''] = /<caption>([\s\S]*?)<\/caption>/.exec(table) ?? []
    const [, head = ''] = /<thead>([\s\S]*?)<\/thead>/.exec(table) ?? []
    const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(table) ?? []
    return {
      caption: textOfMarkup(caption),
      head: splitCells(head),
      rows: [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => {
        const [name = '', ...cells] = splitCells(row)
        return { name, cells }
      }),
    }
  })

/** Reads the tables that the browser shows. The text of a cell includes footnote marks. */
export const readShownTables = (page: Page | Frame): Promise<PageTable[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].map(table => ({
      caption: table.caption?.textContent?.trim() ?? '',
      head: [...(table.tHead?.rows[0]?.cells ?? [])].map(cell => cell.textContent?.trim() ?? ''),
      rows: [...(table.tBodies[0]?.rows ?? [])].map(({ cells: [first, ...rest] }) => ({
        name: first?.textContent?.trim() ?? '',
        cells: rest.map(cell => cell.textContent?.trim() ?? ''),
      })),
    })),
  )
