/** A masked transcript cuts a name to four characters and pads it with spaces or X. */
const uncut = (name: string): string => (name.slice(0, 4) + name.slice(4).replace(/[ X]/g, '')).trimEnd()

const four = (name: string): string => name.slice(0, 4).trimEnd()

/** True for a name that a transcript may have cut. */
export const isCutName = (name: string): boolean => uncut(name).length <= 4

/** True for two names, upper case, of which one may be the other, cut. */
export const areCompatibleNames = (a: string, b: string): boolean =>
  a === b || (a.charCodeAt(0) === b.charCodeAt(0) && (uncut(a) === four(b) || uncut(b) === four(a)))

/** The keys of a name: its beginning, and all of it, or that it is cut. */
export const heldNames = (name: string): [string, string] => [
  `four ${four(name)}`,
  isCutName(name) ? `cut ${four(name)}` : `name ${name}`,
]

/** The keys of all names that are compatible with one, each in one of them: equal, or they begin alike and one is cut. */
export const askedNames = (name: string): string[] =>
  isCutName(name) ? [`four ${four(name)}`] : [`name ${name}`, `cut ${four(name)}`]

/** An address as a masked transcript cuts it, to six characters. */
export const cutAddress = (address: string): string => address.slice(0, 6).trimEnd()

/** True for two addresses, upper case, of which one may be the other, cut. */
export const areCompatibleAddresses = (a: string, b: string): boolean =>
  a === b || a === cutAddress(b) || b === cutAddress(a)
