import type { MatchedBy } from './matching.js'

/** What the message of a row says beside its finding. */
export const WORDS = {
  average: 'Documented is the average of the two years.',
  lesser: 'Documented is the lesser of one year and the average of two.',
  latest: 'Documented is the latest year alone.',
  words: 'The names were matched by words alone.',
  balance: 'It was matched by its balance alone.',
  allocated: 'Some of it is a share of earnings, not cash.',
  gross: 'Gross receipts: what is left after expenses is not on the documents.',
  former: 'An employer that was left: how many months it paid is not on the documents.',
  ended: 'Its documents end before the year worked for.',
  unpaid: 'No amount is stated.',
  unsettled: 'Which of the receipts are of this business is not on the documents.',
  unnamed: 'The documents of this borrower are not told apart: the known facts do not name the recipient.',
  counted: 'Documented is what the policy counts before any gross-up.',
  held_back: 'Documented is the latest year, which the policy does not count as it is.',
  interest: 'Documented is the interest alone.',
  below_interest: 'The stated payment is below the interest alone.',
  principal: 'The stated balance was held against the principal on Form 1098.',
  servicing_transfer: 'The loan was handed from one lender to another.',
} as const

/** A sentence of a message. */
export type Word = keyof typeof WORDS

/** What is said of how a name was found: nothing where it is sure. */
export const wordsOfMatch = (by: MatchedBy): readonly Word[] =>
  by === 'words' || by === 'balance' ? [by] : []
