// The folder `underwriting/streams` forms the income streams of a borrower: one job, business, account, benefit or payer
// each. A *stream group* is formed once, on all documents. It can be evaluated several times, each time on the documents
// that count for a purpose: all of them, those about which no blocking condition is open, or those of them that an IRS source
// holds. *Latest* is the as-of year, and *prior* is the year before it.

import { addCents, type Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { Evidence } from '../borrowers/evidence.js'
import type { RaisedCondition } from '../conditions/condition.js'
import type { BorrowerFacts } from '../facts/known-facts.js'
import type { UsedFacts } from '../facts/used-facts.js'
import type { StreamFlag } from '../flags.js'
import type { StreamCategory, UnderwritingPolicy } from '../policies/policy.js'
import type { JobRule, Method, MonthlyRate, Trend } from './formulas.js'

/** The borrower, the as-of year and the policy under which streams are formed. */
export interface StreamContext {
  readonly borrower: Borrower
  readonly facts: BorrowerFacts | null
  readonly evidence: Evidence
  readonly policy: UnderwritingPolicy
  /** The as-of year. */
  readonly year: number
  readonly usedFacts: UsedFacts
}

/** What the other streams of the borrower say, on the documents of a selection. */
export interface BorrowerSituation {
  /** True if a retirement or Social Security stream begins in the as-of year. */
  readonly hasRetired: boolean
  /** True if one employer paid the borrower in both years. */
  readonly hasLastingEmployer: boolean
}

/** Which documents an evaluation uses, and whether it uses amounts that the lender states. */
export interface InputSelection extends BorrowerSituation {
  readonly includes: (document: ResolvedDocument) => boolean
  readonly usesStatedAmounts: boolean
}

/** The selection of all documents and all stated amounts, without what other streams say. */
export const ALL_DOCUMENTS: InputSelection = {
  includes: () => true,
  usesStatedAmounts: true,
  hasRetired: false,
  hasLastingEmployer: false,
}

export interface StreamItem {
  readonly document: ResolvedDocument
  readonly year: number
  readonly field: string
  readonly cents: Cents
  /** The part of `cents` that is not taxed. */
  readonly untaxed: Cents
  /** Why the amount does not count. It still counts as history. */
  readonly exclusion: string | null
  /** A flag of the stream if the amount is included. */
  readonly flag: StreamFlag | null
}

/** The result of one evaluation of a stream. Units: cents per month, without gross-up unless stated. */
export interface Evaluation {
  readonly latest: Cents | null
  readonly prior: Cents | null
  readonly historyYears: number
  readonly trend: Trend | null
  readonly method: Method
  readonly months: number
  readonly jobRule: JobRule | null
  /** Null if it cannot be computed. */
  readonly computed: Cents | null
  /** The same as `computed`, if that is known. Otherwise a known loss of the as-of year, which counts, or 0. */
  readonly knownAmount: Cents
  /** Null if it cannot be computed. */
  readonly supportable: Cents | null
  readonly grossUp: Cents
  /** The parts whose sum is the computed amount, if a condition may block single parts. Otherwise empty. */
  readonly parts: readonly MonthlyRate[]
  readonly flags: readonly StreamFlag[]
  readonly conditions: readonly RaisedCondition[]
}

/** A stream of a group, with one evaluation. Its `key` tells it from the other streams of the group. */
export interface EvaluatedStream {
  readonly key: string
  readonly category: StreamCategory
  /** The employer, business or payer. */
  readonly name: string | null
  /** The amounts of the two years, also those that a rule leaves out. */
  readonly items: readonly StreamItem[]
  readonly evaluation: Evaluation
  /** Other documents that its amounts depend on, such as Forms 5498 of an IRA, or sick pay that was added to a job. */
  readonly supportingDocuments?: readonly ResolvedDocument[]
  /** True for what lies above the cap of a job of several employers. */
  readonly isExcess?: true
  /** Whether a policy may leave out a loss of a business. Absent: a loss counts. */
  readonly lossRule?: 'secondary' | 'minority'
}

/** Streams that are evaluated together, such as all jobs of a borrower. */
export interface StreamGroup {
  /** The documents of the as-of year and the year before, and older ones if a rule looks at them. */
  readonly documents: readonly ResolvedDocument[]
  /** True if an amount that the lender states replaces documents. */
  readonly hasStatedAmounts: boolean
  /** Chooses the main job on the selected documents. Only the group of jobs needs it. Called before `evaluate`. */
  chooseMainJob?(today: InputSelection, all: InputSelection): void
  evaluate(selection: InputSelection): readonly EvaluatedStream[]
}

/** The sums of a stream's two years, and its history. */
export interface YearSums {
  readonly latest: Cents | null
  readonly prior: Cents | null
  readonly latestUntaxed: Cents
  readonly priorUntaxed: Cents
  /** Consecutive years with an amount, ending in the as-of year. */
  readonly historyYears: number
}

export function sumItems(items: readonly StreamItem[], year: number, { includes }: InputSelection): YearSums {
  let latest: Cents | null = null
  let prior: Cents | null = null
  let latestUntaxed: Cents = 0
  let priorUntaxed: Cents = 0
  // One bit for each year back from the as-of year. Longer histories than 30 years do not matter.
  let yearBits = 0
  for (const item of items) {
    const age = year - item.year
    if (age < 0 || !includes(item.document)) continue
    if (age <= 30) yearBits |= 1 << age
    if (item.exclusion !== null) continue
    if (age === 0) {
      latest = latest === null ? item.cents : addCents(latest, item.cents)
      latestUntaxed = addCents(latestUntaxed, item.untaxed)
    } else if (age === 1) {
      prior = prior === null ? item.cents : addCents(prior, item.cents)
      priorUntaxed = addCents(priorUntaxed, item.untaxed)
    }
  }
  return { latest, prior, latestUntaxed, priorUntaxed, historyYears: countTrailingOnes(yearBits) }
}

function countTrailingOnes(bits: number): number {
  let count = 0
  while ((bits >> count) & 1) count++
  return count
}

/** Lists the documents of the items of the as-of year and of the years before it. `yearCount` includes the as-of year. */
export const listRecentDocuments = (
  items: readonly Pick<StreamItem, 'document' | 'year'>[],
  asOfYear: number,
  yearCount = 2,
): ResolvedDocument[] => items.flatMap(({ document, year }) => (year > asOfYear - yearCount ? [document] : []))

export const toStreamItem = (fact: FactRow, untaxed: Cents = 0): StreamItem => ({
  document: fact.resolvedDocument,
  year: fact.resolvedDocument.document.year as number,
  field: fact.meaning.field,
  cents: fact.cents,
  untaxed,
  exclusion: null,
  flag: null,
})

/** Reads a money box of a document. Null if it is absent or unreadable. */
export const readMoneyBox = (document: SourceDocument, field: string): number | null =>
  findCell(document, field) as number | null

/** True if only Schedule F shows how much of the amount is income, such as crop insurance. */
export const isFarmItem = ({ document, field }: StreamItem): boolean =>
  document.document.compiledForm.uses.farm?.boxes.includes(field) === true
