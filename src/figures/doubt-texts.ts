import type { YearDoubt } from '../resolve/resolved-document.js'

/** What each doubt means, as a sentence about a document. Only `net_negative` is about a year. */
export const DOUBT_TEXTS: Readonly<Record<YearDoubt, string>> = {
  amended_target_doubtful:
    'It is a correction, or a copy of one, whose original is uncertain, or it may be the document that a correction to zeros is meant for.',
  basis_from_software: 'Its gain is computed from a cost basis that only tax software reports.',
  copies_disagree: 'A software copy contradicts the IRS copy in a field that decides what the amounts mean.',
  employer_by_name: 'Its employer was joined to another employer because their names agree.',
  net_negative: 'More Social Security was repaid than received, which counts as 0 in the total.',
  possible_duplicate: 'It may be the same as another document that counts.',
  recipient_uncertain: 'It may belong to another person.',
  source_conflict: 'It was chosen from versions that disagree.',
  unread_amount: 'It has an amount under a key that we do not know. No figure includes this amount.',
  unreadable_box: 'One of its boxes could not be read, or its main box is missing.',
}

/** Formats the meaning of several doubts as sentences. */
export const formatDoubts = (doubts: readonly YearDoubt[]): string => doubts.map(doubt => DOUBT_TEXTS[doubt]).join(' ')
