import type { Shard } from '../../files/convert/filter.js'

const MAX_SHARDS = 1_000_000

/** Parses a shard such as `2/5`. Returns null if the text is not a valid shard. */
export function parseShard(text: string): Shard | null {
  const [, number, count] = (/^(0|[1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(text) ?? []).map(Number)
  if (number === undefined || count === undefined || number > count || count > MAX_SHARDS) return null
  return { number, count }
}

/** The prefixes of units in the order of their powers: `KB` is 1000 bytes and `MB` is 1000 ** 2 bytes. */
const UNIT_PREFIXES = ['', 'K', 'M', 'G', 'T']

/**
 * Parses a size such as `256MB` or `1GiB` to a number of bytes. Returns null if it is not a size or has no unit, because a
 * number alone is often a mistake.
 */
export function parseByteSize(text: string): number | null {
  const [, number, prefix = '', binaryMark] = /^([1-9][0-9]{0,8})(?:B|([KMGT])(I?)B)$/i.exec(text) ?? []
  if (number === undefined) return null
  return Number(number) * (binaryMark ? 1024 : 1000) ** UNIT_PREFIXES.indexOf(prefix.toUpperCase())
}
