// Lists that people read show a limited number of items, so that a page about a taxpayer with a million documents needs
// little memory and can still be opened. The figures always include all items. Only lists are cut.

/** The maximum number of items that a list for people shows. */
export const MAX_LISTED_ITEMS = 200

/** The maximum length of an identifier or a name in a text for people, in UTF-16 units. */
const MAX_LISTED_LENGTH = 300

/** The items that a list for people shows, and how many further items it leaves out. */
export interface CutList<Item> {
  readonly items: readonly Item[]
  readonly hiddenCount: number
}

/** Cuts a list for people after its first items. */
export const cutList = <Item>(items: readonly Item[]): CutList<Item> =>
  items.length <= MAX_LISTED_ITEMS
    ? { items, hiddenCount: 0 }
    : { items: items.slice(0, MAX_LISTED_ITEMS), hiddenCount: items.length - MAX_LISTED_ITEMS }

/** Keeps the items with the largest sizes in a list for people, in input order. */
export function keepLargest<Item>(items: readonly Item[], getSize: (item: Item) => number): CutList<Item> {
  if (items.length <= MAX_LISTED_ITEMS) return { items, hiddenCount: 0 }
  const sizes = items.map(getSize)
  const largest = [...items.keys()].sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
  const positions = largest.slice(0, MAX_LISTED_ITEMS).sort((a, b) => a - b)
  return { items: positions.map(i => items[i] as Item), hiddenCount: items.length - MAX_LISTED_ITEMS }
}

/** Says how many items a list leaves out, and the table that has them. */
export const describeHidden = (hiddenCount: number, table: string): string =>
  `and ${hiddenCount} more: taxtally convert --tables ${table} lists all`

/** Converts the items that a list for people shows to lines. If it leaves out any, the last line says so. */
export function cutLines<Item, Line>(
  items: readonly Item[],
  table: string,
  toLine: (item: Item, position: number) => Line,
): (Line | string)[] {
  const { items: shownItems, hiddenCount } = cutList(items)
  const lines: (Line | string)[] = shownItems.map(toLine)
  if (hiddenCount > 0) lines.push(describeHidden(hiddenCount, table))
  return lines
}

/** Shortens an identifier or a name from the data for a text for people. */
export const shortenText = (text: string): string => shortenTo(text, MAX_LISTED_LENGTH)

/** Shortens a text to a number of UTF-16 units, without cutting a character in two. An ellipsis takes the place of the rest. */
export const shortenTo = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
