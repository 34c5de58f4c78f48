/** The element of an id, which the page holds. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** An element with texts and other elements in it; text is never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...content)
  return made
}

/** A count and its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
