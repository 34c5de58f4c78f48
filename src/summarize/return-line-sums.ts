import { addInOrder, getOrCreate } from '../core/lists.js'
import { addCents, type Cents, wholeDollars } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { doubtfulField } from './gaps.js'
import { type Doubt, type LineTerms, RETURN_LINES, type ReturnLine } from './return-line-rows.js'

/** A document's part in a line. Units: cents. */
interface LinePart {
  readonly of: ResolvedDocument
  readonly field: string
  readonly cents: number
  /** Why the line may not be whole by it. Missing: null where it is. */
  readonly doubt: Doubt | null
}

/**
 * A line that the counted documents of a year imply. Units: cents; `whole` is in whole dollars, each box rounded first.
 * Missing: both are null where nothing of the line could be read.
 */
export interface LineSum {
  readonly year: number
  readonly line: ReturnLine
  readonly amount: Cents | null
  readonly whole: Cents | null
  readonly complete: boolean
  readonly parts: readonly LinePart[]
}

/** A line while it is added up. */
export interface Adding extends LineSum {
  amount: Cents
  whole: Cents
  complete: boolean
  /** Something that it needs could not be read. */
  lost: boolean
  /** An amount of it was read. */
  read: boolean
  readonly parts: LinePart[]
}

/** The place of each line among the rows of a year. */
const PLACES: ReadonlyMap<ReturnLine, number> = new Map(
  RETURN_LINES.toSorted(compareText).map((line, place) => [line, place]),
)

/** Lines while they are added up. */
export class Sums implements LineTerms {
  readonly all: Adding[] = []
  hasSales = false
  readonly wantsZeros = false
  readonly #years: number[] = []
  readonly #byYear = new Map<number, (Adding | undefined)[]>()
  #of: ResolvedDocument | null = null
  #year = 0
  #lines: (Adding | undefined)[] = []
  #doubtful = false

  /** What is added from here on is of this document. */
  start(of: ResolvedDocument, year: number, hasSales: boolean): void {
    this.#of = of
    this.hasSales = hasSales
    this.#doubtful = of.document.unreadable.length > 0 && doubtfulField(of.document) !== null
    this.#go(year)
  }

  add(line: ReturnLine, field: string, cents: number, doubt: Doubt | null): void {
    if (cents === 0 && doubt === null) return
    const sum = this.#sum(line)
    sum.amount = addCents(sum.amount, cents)
    sum.whole = addCents(sum.whole, wholeDollars(cents))
    if (doubt !== null || this.#doubtful) sum.complete = false
    if (cents !== 0) sum.read = true
    if (doubt === 'lost') sum.lost = true
    sum.parts.push({ of: this.#of as ResolvedDocument, field, cents, doubt })
  }

  /** Something was lost that a year's line needs. */
  lose(year: number, line: ReturnLine): void {
    this.#go(year)
    const sum = this.#sum(line)
    sum.complete = false
    sum.lost = true
  }

  #go(year: number): void {
    if (year === this.#year) return
    this.#year = year
    addInOrder(this.#years, year)
    this.#lines = getOrCreate(this.#byYear, year, () => RETURN_LINES.map(() => undefined))
  }

  #sum(line: ReturnLine): Adding {
    const place = PLACES.get(line) as number
    const known = this.#lines[place]
    if (known !== undefined) return known
    const sum: Adding = {
      year: this.#year,
      line,
      amount: 0,
      whole: 0,
      complete: true,
      lost: false,
      read: false,
      parts: [],
    }
    this.#lines[place] = sum
    this.all.push(sum)
    return sum
  }

  /** All of them, by year and line. */
  inOrder(): Adding[] {
    const sums: Adding[] = []
    for (const year of this.#years)
      for (const sum of this.#byYear.get(year) ?? []) if (sum !== undefined) sums.push(sum)
    return sums
  }
}
