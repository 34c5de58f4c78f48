import { compareText } from '../../core/text.js'

/**
 * What an entry is, in the order in which they stand: a taxpayer object, a record, and before records that nothing in
 * their text belongs to a taxpayer by, a note of that.
 */
export const KINDS = { taxpayer: 0, unnamed: 1, record: 2 } as const

/** What is known of an entry beside its text: whose it is, and where a taxpayer object came from. Unit: bytes of its text. */
export interface EntryHead {
  readonly id: string
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  readonly source: string
  readonly line: number | null
  readonly length: number
}

/** A taxpayer object or a record as it was written, on one line. */
export type Entry = Omit<EntryHead, 'length'> & { readonly text: string }

/** Orders entries by their taxpayers' ids, in the order of UTF-8 bytes; those of one kind stay in the order of the input. */
export const compareEntries = (
  a: Pick<EntryHead, 'id' | 'kind'>,
  b: Pick<EntryHead, 'id' | 'kind'>,
): number => compareText(a.id, b.id) || a.kind - b.kind

/** The head of an entry as a line; halves of surrogate pairs in ids are written as JSON escapes, and so come back. */
export const headText = ({ id, kind, source, line, length }: EntryHead): string =>
  `${JSON.stringify([id, kind, source, line, length])}\n`

/** The head that was written so. */
export function headOf(text: string): EntryHead {
  const [id, kind, source, line, length] = JSON.parse(text)
  return { id, kind, source, line, length }
}
