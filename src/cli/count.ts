/** A number with its noun: `1 taxpayer`, `2 taxpayers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
