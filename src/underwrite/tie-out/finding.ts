import { ratioMicros } from '../../core/micros.js'
import { type Cents, subtractCents } from '../../core/money.js'
import type { Party } from '../../normalize/source.js'
import type { Word } from './messages.js'

/** What a row of a tie-out is about. */
export type TieOutItem = 'employer' | 'category' | 'mortgage'

/** How what is stated stands to what is documented. */
export const TIE_OUT_FINDINGS = {
  agrees: 'Within 5 % of what the documents say.',
  stated_higher: 'More is stated than the documents say.',
  stated_lower: 'Less is stated than the documents say.',
  stated_only: 'Nothing of it is on the documents.',
  documented_only: 'It is on the documents, and not stated.',
  not_computable: 'The documents do not say enough to compare it.',
} as const

/** How what is stated stands to what is documented. */
export type TieOutFinding = keyof typeof TIE_OUT_FINDINGS

/**
 * A row of a tie-out. Units: cents, and millionths for the ratio. Missing: `issuer` and `name` are null where nobody is
 * named, amounts where one side has none.
 */
export interface TieOutRow {
  readonly borrower: string
  readonly item: TieOutItem
  /** Whom the documents name. */
  readonly issuer: Party | null
  /** As it is stated, else the category. */
  readonly name: string | null
  readonly stated: Cents | null
  readonly documented: Cents | null
  readonly difference: Cents | null
  readonly ratio: Cents | null
  readonly finding: TieOutFinding
  /** What the message says beside the finding. */
  readonly more: readonly Word[]
}

/** What is within a twentieth of the other agrees, the edge among it. */
const TWENTIETH = 20n

const sizeOf = (cents: Cents): bigint => (cents < 0 ? -BigInt(cents) : BigInt(cents))

/** True where two amounts are within 5 % of the second. */
export const isNear = (a: Cents, b: Cents): boolean => sizeOf(subtractCents(a, b)) * TWENTIETH <= sizeOf(b)

/** What two amounts of a month come to. */
export function compareAmounts(
  stated: Cents | null,
  documented: Cents | null,
): Pick<TieOutRow, 'difference' | 'ratio' | 'finding'> {
  if (stated === null || documented === null) {
    const finding =
      stated !== null ? 'stated_only' : documented === null ? 'not_computable' : 'documented_only'
    return { difference: null, ratio: null, finding }
  }
  const difference = subtractCents(stated, documented)
  const ratio = documented === 0 ? null : ratioMicros(difference, documented)
  const finding = isNear(stated, documented) ? 'agrees' : difference > 0 ? 'stated_higher' : 'stated_lower'
  return { difference, ratio, finding }
}
