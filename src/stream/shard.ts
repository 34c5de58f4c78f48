import { createHash } from 'node:crypto'

/** A subset of the taxpayers for one process: shard `number` of `count`. Numbers start at 1. 0 means `count`. */
export interface Shard {
  readonly number: number
  readonly count: number
}

const MAX_SHARDS = 1_000_000

/** Parses a shard such as `2/5`. Returns null if the text is not a valid shard. */
export function parseShard(text: string): Shard | null {
  const [, number, count] = (/^(0|[1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(text) ?? []).map(Number)
  if (number === undefined || count === undefined || number > count || count > MAX_SHARDS) return null
  return { number, count }
}

/**
 * Returns true if a taxpayer belongs to the shard. The first 32 bits of the SHA-256 of the id in UTF-8, as a big-endian
 * integer modulo `count`, must equal `number` modulo `count`. Without a taxpayer, the id is empty.
 */
export const isInShard = ({ number, count }: Shard, taxpayerId: string | null): boolean =>
  createHash('sha256')
    .update(taxpayerId ?? '', 'utf8')
    .digest()
    .readUInt32BE(0) %
    count ===
  number % count
