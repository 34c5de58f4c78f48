/** The file of a table, or of one of its parts. */
export const fileOf = (table: string, format: string, part: number | null): string =>
  part === null ? `${table}.${format}` : `${table}/part-${String(part).padStart(5, '0')}.${format}`

/** The file of a table that a part of it is one of; other names as they are. */
export const wholeOf = (name: string): string => name.replace(/^([a-z0-9_]+)\/part-\d{5,9}\./, '$1.')
