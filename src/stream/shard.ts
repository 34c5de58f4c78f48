import { createHash } from 'node:crypto'

/** Which taxpayers a process takes: of `of` shards the one of this number, from 1; 0 is the last. */
export interface Shard {
  readonly number: number
  readonly of: number
}

/** The most shards that there may be. */
const MOST = 1_000_000

/** The shard that a text such as `2/5` means; null where it means none. */
export function shardOf(text: string): Shard | null {
  const [, number, of] = (/^(0|[1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(text) ?? []).map(Number)
  if (number === undefined || of === undefined || number > of || of > MOST) return null
  return { number, of }
}

/**
 * True where a taxpayer is one of the shard: the first 32 bits of the SHA-256 of the id's UTF-8 bytes, taken as a whole
 * number, have the remainder `number` by `of`. What is nobody's goes where the empty id does.
 */
export const isInShard = ({ number, of }: Shard, taxpayerId: string | null): boolean =>
  createHash('sha256')
    .update(taxpayerId ?? '', 'utf8')
    .digest()
    .readUInt32BE(0) %
    of ===
  number % of
