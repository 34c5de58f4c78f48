// A source can have one document with the total of several documents of another source. Every pair of a document and a
// list of parts would take too long for thousands of sources. So the lists are grouped by the boxes that they all have:
// within a group, a total must fit in each of these boxes. The box with the fewest fitting sums leaves few lists to compare.

import { countWork } from '../core/limits.js'
import { getOrCreate, mapItems } from '../core/lists.js'
import { type Candidate, isIrsDocument, setStatus } from './candidate.js'
import { hasOnlyZeros } from './compare.js'

/** An IRS document that is the total of software documents, and these documents. */
interface IrsTotal {
  readonly total: Candidate
  readonly parts: readonly Candidate[]
}

/**
 * Marks a source's only document as a duplicate if it is the total of another source's documents. Returns the IRS
 * documents that are totals of software documents.
 */
export function markTotals(sources: ReadonlyMap<unknown, readonly Candidate[]>): readonly IrsTotal[] {
  const irsTotals: IrsTotal[] = []
  const sourceCandidates = [...sources.values()]
  // A total has at least two parts. In most classes, every source has one document.
  if (sourceCandidates.every(({ length }) => length === 1)) return irsTotals
  const singleCandidates = sourceCandidates.filter(({ length }) => length === 1)
  if (singleCandidates.length === 0) return irsTotals
  const index = new PartsIndex(
    sourceCandidates
      .filter(candidates => candidates.filter(candidate => !hasOnlyZeros(candidate)).length >= 2)
      .map(sumParts),
  )
  for (const [singleCandidate] of singleCandidates as [Candidate][]) {
    countWork()
    const matchingParts = index.findFirst(singleCandidate)
    if (matchingParts === undefined) continue
    setStatus(singleCandidate, 'duplicate', matchingParts.parts[0] as Candidate)
    singleCandidate.isVerified = false
    if (!isIrsDocument(singleCandidate)) continue
    const parts = matchingParts.parts.filter(part => !isIrsDocument(part))
    for (const part of parts) part.recipientFromIrs ??= singleCandidate.recipientInSource
    if (parts.length > 0) irsTotals.push({ total: singleCandidate, parts })
  }
  return irsTotals
}

/** The documents of one source, which may be the parts of a total, and their sums. */
interface PartsList {
  readonly position: number
  readonly parts: readonly Candidate[]
  /** The sum of each box, or null if a part lacks the box. */
  readonly sums: readonly (number | null)[]
  /** For each box, the first two parts whose amount in that box is not zero. */
  readonly nonzeroPartsByBox: readonly (readonly Candidate[])[]
  readonly isWholeDollars: boolean
}

function sumParts(parts: readonly Candidate[], position: number): PartsList {
  const { amounts } = parts[0] as Candidate
  const sums = mapItems(amounts, (): number | null => 0)
  const nonzeroPartsByBox = mapItems(amounts, (): Candidate[] => [])
  for (const candidate of parts)
    for (const [i, cents] of candidate.amounts.entries()) {
      const sum = sums[i] as number | null
      sums[i] = sum === null || cents === null ? null : sum + cents
      if (cents !== null && cents !== 0 && (nonzeroPartsByBox[i] as Candidate[]).length < 2)
        nonzeroPartsByBox[i]?.push(candidate)
    }
  const isWholeDollars = parts.every(candidate => candidate.isWholeDollars)
  return { position, parts, sums, nonzeroPartsByBox, isWholeDollars }
}

/** By how much a sum of parts may differ from the total if amounts are whole dollars. */
const getTolerance = ({ parts }: PartsList): number => parts.length * 100

/** The first list of parts with each sum, of lists that have the same boxes and a similar tolerance. */
interface PartsListGroup {
  /** By everything that `isTotal` looks at. Lists that are equal in it have the same totals, so the first is enough. */
  readonly lists: Map<string, PartsList>
  /** The lists sorted by their sum in a box, by the position of the box. Sorted when a document first needs them. */
  readonly sorted: Map<number, readonly PartsList[]>
  maxTolerance: number
  readonly isWholeDollars: boolean
}

/** Describes everything about a list of parts that `isTotal` looks at. */
function formatPartsList({ sums, nonzeroPartsByBox, parts }: PartsList): string {
  const positions = new Map(parts.map((part, i) => [part, i]))
  const contributors = nonzeroPartsByBox.map(nonzero => nonzero.map(part => positions.get(part)).join('+'))
  return `${sums.join()} ${contributors.join()} ${parts.length}`
}

/** Finds the lists of parts of which a document may be the total. */
class PartsIndex {
  readonly #groups = new Map<string, PartsListGroup>()

  constructor(lists: readonly PartsList[]) {
    for (const list of lists) {
      const { isWholeDollars, parts, sums } = list
      const boxes = sums.map(sum => (sum === null ? '-' : '+')).join('')
      // One long list of parts must not widen the search for short ones.
      const lengthClass = Math.floor(Math.log2(parts.length))
      const group = getOrCreate(
        this.#groups,
        `${boxes} ${lengthClass} ${isWholeDollars}`,
        (): PartsListGroup => ({ lists: new Map(), sorted: new Map(), maxTolerance: 0, isWholeDollars }),
      )
      getOrCreate(group.lists, formatPartsList(list), () => list)
      group.maxTolerance = Math.max(group.maxTolerance, getTolerance(list))
    }
  }

  /** Finds the first list of parts of which a document is the total. */
  findFirst(candidate: Candidate): PartsList | undefined {
    let first: PartsList | undefined
    for (const group of this.#groups.values())
      for (const list of selectFitting(candidate, group)) {
        countWork()
        if ((first === undefined || list.position < first.position) && isTotal(candidate, list)) first = list
      }
    return first
  }
}

/** Selects the lists of a group whose sums fit a document in the box for which the fewest fit. */
function selectFitting(candidate: Candidate, group: PartsListGroup): readonly PartsList[] {
  let fewest: readonly [sorted: readonly PartsList[], start: number, end: number] | null = null
  const tolerance = candidate.isWholeDollars || group.isWholeDollars ? group.maxTolerance : 0
  const [anyList] = group.lists.values()
  for (const [i, cents] of candidate.amounts.entries()) {
    if (cents === null || anyList?.sums[i] == null) continue
    const getSum = ({ sums }: PartsList): number => sums[i] as number
    const sorted = getOrCreate(group.sorted, i, () => [...group.lists.values()].sort((a, b) => getSum(a) - getSum(b)))
    const start = countBefore(sorted, list => getSum(list) < cents - tolerance)
    const end = countBefore(sorted, list => getSum(list) <= cents + tolerance)
    if (fewest === null || end - start < fewest[2] - fewest[1]) fewest = [sorted, start, end]
  }
  return fewest === null ? [] : fewest[0].slice(fewest[1], fewest[2])
}

/** Counts the items at the start of a sorted list for which a test is true. */
function countBefore(sorted: readonly PartsList[], isBefore: (list: PartsList) => boolean): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(sorted[middle] as PartsList)) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * True if a document is the total of the parts. If only one part has amounts in the shared boxes, the document is a
 * copy of that part and not a total.
 */
function isTotal(candidate: Candidate, list: PartsList): boolean {
  const { sums, nonzeroPartsByBox, isWholeDollars } = list
  const tolerance = candidate.isWholeDollars || isWholeDollars ? getTolerance(list) : 0
  const contributors = new Set<Candidate>()
  let sharedBoxCount = 0
  for (const [i, sum] of sums.entries()) {
    const cents = candidate.amounts[i] as number | null
    if (sum === null || cents === null) continue
    if (Math.abs(sum - cents) > tolerance) return false
    if (sum !== 0 && cents !== 0) sharedBoxCount++
    for (const part of nonzeroPartsByBox[i] as readonly Candidate[]) contributors.add(part)
  }
  return sharedBoxCount >= 2 && contributors.size >= 2
}
