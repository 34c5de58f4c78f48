import type { Frame, Page } from 'playwright-core'
import type { PageTable } from './page-tables.js'

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
