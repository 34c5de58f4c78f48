/** A table of a page: its caption, its head, and its rows by their first cell. */
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

/** Returns the text that a person reads in a part of a page. */
export const textOfMarkup = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] as string)
    .trim()

const splitCells = (row: string): string[] =>
  [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => textOfMarkup(cell))

/** Reads the tables of a page without a browser, because the markup of a page is simple. */
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
