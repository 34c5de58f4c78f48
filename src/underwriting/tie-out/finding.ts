import { type Cents, type Millionths, subtractCents } from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import type { SourceParty } from '../../ingest/source.js'
import type { StreamCategory } from '../policies/policy.js'
import type { MatchedBy } from './match-names.js'

/** What a row of a tie-out is about. */
export type TieOutItem = 'employer' | 'category' | 'mortgage'

/** How a stated amount compares with the documented one. */
export const TIE_OUT_FINDINGS = {
  agrees: 'Within 5% of the documented amount.',
  stated_higher: 'The stated amount is higher than the documented amount.',
  stated_lower: 'The stated amount is lower than the documented amount.',
  stated_only: 'It is stated, but no document shows it.',
  documented_only: 'It is documented, but not stated.',
  not_computable: 'The documents do not show enough to compare it.',
} as const

/** How a stated amount compares with the documented one. */
export type TieOutFinding = keyof typeof TIE_OUT_FINDINGS

/** The sentences that the message of a row can have after its finding. */
export const TIE_OUT_NOTES = {
  matched_by_words: 'The names were matched by words only.',
  matched_by_balance: 'It was matched by its balance only.',
  allocated: 'Part of it is a share of earnings, not cash.',
  gross: 'These are gross receipts: the documents do not show net income after expenses.',
  former: 'A former employer: the documents do not show how many months it paid.',
  ended: 'Its documents end before the year that is underwritten.',
  no_amount: 'No amount is stated.',
  unclear_receipts: 'The documents do not show which receipts belong to this business.',
  unidentified:
    'The application does not state the last four digits of this borrower, so the documents of the borrower cannot be identified.',
  unnamed: 'The known facts do not name the recipient, so the documents of this borrower cannot be identified.',
  computed: 'The documented amount is what the policy computes before any gross-up, whatever conditions are open.',
  not_computed: 'The documented amount is the latest year, because the policy cannot compute this income.',
  part_of_stream: 'It is computed from these documents alone, because the income stream also has documents of others.',
  interest: 'The documented amount is the interest only.',
  below_interest: 'The stated payment is less than the interest.',
  principal: 'The stated balance was compared with the principal on Form 1098.',
  servicing_transfer: 'The loan was transferred from one lender to another.',
} as const

export type TieOutNote = keyof typeof TIE_OUT_NOTES

/** A row of a tie-out. Amounts are in cents per month. An amount is null if its side has none. */
export interface TieOutRow {
  readonly borrower: string
  readonly item: TieOutItem
  /** The issuer that the documents name. Null if there is none, or if several issuers are compared. */
  readonly issuer: SourceParty | null
  /** The employer or lender that the application names. Null if it names none. */
  readonly statedParty: SourceParty | null
  /** The category. Null for an employer or a mortgage. */
  readonly category: StreamCategory | null
  readonly statedMonthly: Cents | null
  readonly documentedMonthly: Cents | null
  readonly difference: Cents | null
  readonly ratio: Millionths | null
  readonly finding: TieOutFinding
  readonly notes: readonly TieOutNote[]
}

/** The fields of a row without an issuer and amounts. */
export const EMPTY_ROW = {
  issuer: null,
  statedParty: null,
  category: null,
  statedMonthly: null,
  documentedMonthly: null,
  difference: null,
  ratio: null,
} as const

/** Amounts agree if their difference is at most a 20th (5 %) of the documented one. */
const AGREEMENT_DIVISOR = 20n

const getSize = (cents: Cents): bigint => (cents < 0 ? -BigInt(cents) : BigInt(cents))

/** True if two amounts differ by at most 5 % of the second. */
export const isNear = (a: Cents, b: Cents): boolean => getSize(subtractCents(a, b)) * AGREEMENT_DIVISOR <= getSize(b)

export function compareAmounts(
  statedMonthly: Cents | null,
  documentedMonthly: Cents | null,
): Pick<TieOutRow, 'difference' | 'ratio' | 'finding'> {
  if (statedMonthly === null || documentedMonthly === null) {
    const finding =
      statedMonthly !== null ? 'stated_only' : documentedMonthly === null ? 'not_computable' : 'documented_only'
    return { difference: null, ratio: null, finding }
  }
  const difference = subtractCents(statedMonthly, documentedMonthly)
  const ratio = documentedMonthly === 0 ? null : divideToMicros(difference, documentedMonthly)
  const finding = isNear(statedMonthly, documentedMonthly)
    ? 'agrees'
    : difference > 0
      ? 'stated_higher'
      : 'stated_lower'
  return { difference, ratio, finding }
}

/** Lists the notes about how a name was matched: none if the match is sure. */
export const listMatchNotes = (by: MatchedBy): readonly TieOutNote[] =>
  by === 'words' ? ['matched_by_words'] : by === 'balance' ? ['matched_by_balance'] : []
