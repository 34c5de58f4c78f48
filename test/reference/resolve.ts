import { applyCopies, applyTotal } from './copies.js'
import type { Dossier, Entry } from './documents.js'
import { markEmployersByName } from './employment.js'
import { distributionCodes } from './facts.js'
import { FORMS } from './forms.js'
import { markRecipients, type StatedIdentities } from './recipients.js'
import { isFull, lastFour, magnitude, type Raw, readDay, readText } from './values.js'

type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** A reason why a counted document, or its amounts, may be wrong. */
type Doubt =
  | 'amended_target_doubtful'
  | 'basis_from_software'
  | 'copies_disagree'
  | 'employer_by_name'
  | 'possible_duplicate'
  | 'recipient_uncertain'
  | 'source_conflict'
  | 'unread_amount'
  | 'unreadable_box'

export interface Resolved {
  doc: Entry
  status: Status
  /** The document that caused the decision, as `record/form/form_index/entry_index`, with `/` in a record id as %2F. */
  decidedBy: string | null
  /** The same document as `decidedBy`. */
  decider: Resolved | null
  /** For a correction from software, the IRS document that holds the amounts which it corrects. */
  overruledBy: Resolved | null
  /** The document whose status rule 3 copied, or the amended document that replaced this one. */
  replacedBy: Resolved | null
  isDecidedByRule3: boolean
  /** The amended document at the end of the chain of amendments, which still counts. */
  chainEnd: Resolved | null
  verified: boolean
  /** True if an IRS document is the total of this document and others. */
  summedByAuthority: boolean
  otherRecipient: boolean
  /** The name of another recipient without an identifier. */
  otherRecipientName: string | null
  /** For a document from software, the IRS documents that are totals of it and others. */
  totals: Resolved[]
  /** For a document from software, the recipient of the IRS document that is its total. */
  recipientOfMatch: string | null
  /** For a document from software, the recipient of its IRS copy. */
  recipientOfCopy: string | null
  /** The entry's fields, with the values of other copies in the fields that decide what an amount means. */
  effective: Raw
  /** The doubts about a counted document. */
  doubts: Set<Doubt>
  warnings: string[]
}

/** Returns the key of a document, as used in `decidedBy`. */
export function documentKey(doc: Entry): string {
  return `${doc.record.replaceAll('/', '%2F')}/${doc.form}/${doc.formIndex}/${doc.entryIndex}`
}

// ---------------------------------------------------------------------------------------------- helpers

const hasOnlyWholeDollars = (doc: Entry): boolean => doc.amounts.every(x => x === null || x % 100n === 0n)

// Returns true if a document has amounts, and all of them are 0.
const hasOnlyZeros = ({ amounts }: Entry): boolean => {
  const present = amounts.filter(amount => amount !== null)
  return present.length > 0 && present.every(amount => amount === 0n)
}

const sameSource = (a: Entry, b: Entry): boolean => a.record === b.record

const sameFormAndYear = (a: Entry, b: Entry): boolean => a.form === b.form && a.year === b.year

// -------------------------------------------------------------------------------------------------- the order

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

// Sorts full before masked before absent. Compares full identifiers by all digits and others by the last four.
function compareIdentifier(a: string | null, b: string | null): number {
  const rank = (id: string | null): number => (id === null ? 2 : isFull(id) ? 0 : 1)
  const digits = (id: string | null): string => (id === null ? '' : isFull(id) ? id : lastFour(id))
  return rank(a) - rank(b) || compareText(digits(a), digits(b))
}

// Compares box by box: absent before present, then by value.
function compareAmounts(a: Entry, b: Entry): number {
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] ?? null
    const y = b.amounts[i] ?? null
    if (x === y) continue
    if (x === null) return -1
    if (y === null) return 1
    return x < y ? -1 : 1
  }
  return 0
}

/** Compares documents in the document order that all rules use. */
export function compareDocuments(a: Entry, b: Entry): number {
  return (
    compareText(a.form, b.form) ||
    (a.year ?? 0) - (b.year ?? 0) ||
    compareIdentifier(a.issuer.id, b.issuer.id) ||
    compareIdentifier(a.originalRecipientId, b.originalRecipientId) ||
    compareText(a.issuer.name?.toUpperCase() ?? '', b.issuer.name?.toUpperCase() ?? '') ||
    compareText(a.account ?? '', b.account ?? '') ||
    compareAmounts(a, b) ||
    Number(b.authority) - Number(a.authority) ||
    compareText(b.date, a.date) ||
    compareText(a.rawText, b.rawText) ||
    compareText(a.formsText, b.formsText) ||
    compareText(a.record, b.record) ||
    compareIndex(a, b)
  )
}

// Compares the form index, then the entry index.
function compareIndex(a: Entry, b: Entry): number {
  return a.formIndex - b.formIndex || a.entryIndex - b.entryIndex
}

// ----------------------------------------------------------------------------------------------- same amounts

// Compares two amounts of the same box, which must be equal to the cent. Between sources, they may differ by less than
// 1.00 if only one document is in whole dollars, and by up to 1.00 if both are.
function sameBox(a: Entry, b: Entry, x: bigint, y: bigint, betweenSources: boolean): boolean {
  const difference = magnitude(x - y)
  if (difference === 0n) return true
  if (!betweenSources) return false
  if (hasOnlyWholeDollars(a) && hasOnlyWholeDollars(b)) return difference <= 100n
  if (hasOnlyWholeDollars(a) || hasOnlyWholeDollars(b)) return difference < 100n
  return false
}

/** The form kind whose basis may be unreported, and the box of that basis. */
const SALE = 'form_1099_b'
const BASIS_INDEX = FORMS[SALE]!.money.findIndex(([key]) => key === 'cost_basis')

/** Returns true if an entry marks its security as covered. */
export const isMarkedCovered = (raw: Raw): boolean =>
  readText(raw['noncovered_security_indicator'])?.toLowerCase().startsWith('covered') === true

// Returns true if a box is the basis of a sale and the document does not report it. A basis of 0 without a
// "covered" indicator is not reported.
const isUnreportedBasis = ({ amounts, form, raw }: Entry, index: number): boolean =>
  form === SALE && index === BASIS_INDEX && amounts[index] === 0n && !isMarkedCovered(raw)

// Returns true if a document is a sale without a reported basis. Design choice: an unreadable basis is not reported,
// because it agrees with any basis, too.
const lacksBasis = (doc: Entry): boolean =>
  doc.form === SALE && ((doc.amounts[BASIS_INDEX] ?? null) === null || isUnreportedBasis(doc, BASIS_INDEX))

// Returns true if all boxes present on both documents are equal, or if neither document has any box. Among copies, a
// basis that is not reported agrees with any basis.
function sameAmounts(a: Entry, b: Entry, betweenSources: boolean, areCopies = betweenSources): boolean {
  let compared = 0
  let presentOnA = 0
  let presentOnB = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = areCopies && isUnreportedBasis(a, i) ? null : (a.amounts[i] ?? null)
    const y = areCopies && isUnreportedBasis(b, i) ? null : (b.amounts[i] ?? null)
    if (x !== null) presentOnA++
    if (y !== null) presentOnB++
    if (x === null || y === null) continue
    compared++
    if (!sameBox(a, b, x, y, betweenSources)) return false
  }
  return compared > 0 || (presentOnA === 0 && presentOnB === 0)
}

// Counts the boxes that are equal and nonzero on both documents.
function equalBoxes(a: Entry, b: Entry, betweenSources: boolean): number {
  let equal = 0
  for (let i = 0; i < a.amounts.length; i++) {
    const x = a.amounts[i] ?? null
    const y = b.amounts[i] ?? null
    if (x === null || y === null || x === 0n || y === 0n) continue
    if (sameBox(a, b, x, y, betweenSources)) equal++
  }
  return equal
}

// ---------------------------------------------------------------------------------------------- same identity

/** The result of one row of the scoring table: points, or REJECT. */
export type Points = number | 'REJECT'

/** Scores equal full identifiers 4, masked ones with equal last four 2, and absent ones 0. Otherwise returns REJECT. */
export function scoreIdentifier(a: string | null, b: string | null): Points {
  if (a === null || b === null) return 0
  if (isFull(a) && isFull(b)) return a === b ? 4 : 'REJECT'
  return lastFour(a) === lastFour(b) ? 2 : 'REJECT'
}

// Returns true if `cut` is `fullName` truncated to four characters. Ignores trailing spaces, and all spaces and X after
// the fourth character of `cut`.
function isCutName(cut: string, fullName: string): boolean {
  const dropped = cut.slice(0, 4) + cut.slice(4).replace(/[ X]/g, '')
  return dropped.trimEnd() === fullName.slice(0, 4).trimEnd()
}

/** Scores 2 for equal or truncated names, -2 for different names, and 0 if one is absent. Ignores case. */
export function scoreName(a: string | null, b: string | null): Points {
  if (a === null || b === null) return 0
  const x = a.toUpperCase()
  const y = b.toUpperCase()
  return x === y || isCutName(x, y) || isCutName(y, x) ? 2 : -2
}

/** Scores 1 if the addresses are equal or one is the first six characters of the other, and 0 otherwise. */
export function scoreAddress(a: string | null, b: string | null): Points {
  if (a === null || b === null) return 0
  const x = a.toUpperCase()
  const y = b.toUpperCase()
  return x === y || x === y.slice(0, 6).trimEnd() || y === x.slice(0, 6).trimEnd() ? 1 : 0
}

// Returns true if different accounts mean different documents: forms 1099-x, 1098-x, 5498 and SSA-1099.
function accountDecides(form: string): boolean {
  return /^form_(?:1099_|1098|5498|ssa_1099)/.test(form)
}

/** Scores 2 for equal accounts, REJECT for different accounts on some forms, and 0 otherwise. */
function scoreAccount(a: Entry, b: Entry): Points {
  if (a.account === null || b.account === null) return 0
  if (a.account === b.account) return 2
  return accountDecides(a.form) ? 'REJECT' : 0
}

/** Scores 10 for equal unique form identifiers, REJECT for different ones, and 0 if one is absent. */
function scoreUnique(a: Entry, b: Entry): Points {
  if (a.uniqueId === null || b.uniqueId === null) return 0
  return a.uniqueId === b.uniqueId ? 10 : 'REJECT'
}

/** Scores 4 if documents of different sources have the same amounts and at least two boxes are nonzero on both. */
function scoreAmounts(a: Entry, b: Entry, betweenSources: boolean): Points {
  return betweenSources && sameAmounts(a, b, true) && equalBoxes(a, b, true) >= 2 ? 4 : 0
}

/** Scores 10 if the entries come from different sources and are equal in every key and value. */
function scoreEntry(a: Entry, b: Entry, betweenSources: boolean): Points {
  return betweenSources && a.rawText === b.rawText ? 10 : 0
}

// Within one source, a missing recipient identifier falls back to the form object's. Between sources it does not.
function recipientId(doc: Entry, betweenSources: boolean): string | null {
  return betweenSources ? doc.originalRecipientId : doc.recipient.id
}

/** Applies the whole scoring table. Any REJECT rejects the pair. Otherwise the points are added. */
function score(a: Entry, b: Entry, betweenSources: boolean): Points {
  const lines: Points[] = [
    scoreIdentifier(a.issuer.id, b.issuer.id),
    scoreIdentifier(recipientId(a, betweenSources), recipientId(b, betweenSources)),
    scoreName(a.issuer.name, b.issuer.name),
    scoreAddress(a.issuer.address, b.issuer.address),
    scoreAccount(a, b),
    scoreUnique(a, b),
    scoreAmounts(a, b, betweenSources),
    scoreEntry(a, b, betweenSources),
  ]
  let sum = 0
  for (const points of lines) {
    if (points === 'REJECT') return 'REJECT'
    sum += points
  }
  return sum
}

/** Returns true if the form kind and the year are equal and the score is at least 6, without a REJECT. */
function sameIdentity(a: Entry, b: Entry, betweenSources: boolean): boolean {
  if (!sameFormAndYear(a, b)) return false
  const points = score(a, b, betweenSources)
  return points !== 'REJECT' && points >= 6
}

// Returns true if two documents have the same identity and the same amounts.
function isEqual(a: Entry, b: Entry, betweenSources: boolean): boolean {
  return sameIdentity(a, b, betweenSources) && sameAmounts(a, b, betweenSources)
}

// ----------------------------------------------------------------------------------------------------- rule 1

const isCounted = (item: Resolved): boolean => item.status === 'counted'

function decide(item: Resolved, status: Status, by: Resolved | null): void {
  item.status = status
  item.decidedBy = by === null ? null : documentKey(by.doc)
  item.decider = by
}

// A void cancels one document of its source that has the same identity and amounts, still counts and is not void. If
// there are several, it cancels the one with the lowest index.
function applyVoid(voidItem: Resolved, all: readonly Resolved[]): void {
  decide(voidItem, 'void', null)
  let target: Resolved | null = null
  for (const candidate of all) {
    if (candidate === voidItem || !sameSource(candidate.doc, voidItem.doc)) continue
    if (candidate.doc.submission === 'void' || !isCounted(candidate)) continue
    if (!isEqual(voidItem.doc, candidate.doc, false)) continue
    if (target === null || compareIndex(candidate.doc, target.doc) < 0) target = candidate
  }
  if (target !== null) decide(target, 'canceled', voidItem)
}

// ----------------------------------------------------------------------------------------------------- rule 2

/** The fields besides the account and the unique identifier that show which document a correction means. */
const DETAIL_READERS: Readonly<Record<string, (raw: Raw, key: string) => string | null>> = {
  cusip: (raw, key) => readText(raw[key])?.toUpperCase() ?? null,
  description: (raw, key) => readText(raw[key])?.toUpperCase() ?? null,
  date_acquired: (raw, key) => readDay(raw[key]),
  date_sold_or_disposed: (raw, key) => readDay(raw[key]),
  date_won: (raw, key) => readDay(raw[key]),
  distribution_codes: raw => [...new Set(distributionCodes(raw))].sort().join('') || null,
  state_code: (raw, key) => readText(raw[key])?.toUpperCase() ?? null,
}

/** The details that a correction does not change. */
const FIXED_DETAILS = ['cusip', 'date_acquired', 'date_sold_or_disposed', 'date_won']

const compareDetail = (a: Entry, b: Entry, key: string): 'equal' | 'different' | 'unknown' => {
  const read = DETAIL_READERS[key]!
  const [x, y] = [read(a.raw, key), read(b.raw, key)]
  return x === null || y === null ? 'unknown' : x === y ? 'equal' : 'different'
}

// Counts the identifying details that are present and equal on both documents.
const equalDetails = (a: Entry, b: Entry): number =>
  Number(a.account !== null && a.account === b.account) +
  Number(a.uniqueId !== null && a.uniqueId === b.uniqueId) +
  Object.keys(DETAIL_READERS).filter(key => compareDetail(a, b, key) === 'equal').length

/** Returns true if two documents have different dates or CUSIPs. */
export const areDetailsDifferent = (a: Entry, b: Entry): boolean =>
  FIXED_DETAILS.some(key => compareDetail(a, b, key) === 'different')

// Finds the document that an amendment replaces: an original or earlier amendment with the same source and identity
// that still counts. Chooses one without another date or CUSIP, then the one with the most equal details, then the most
// equal boxes, then an original, then the lowest index.
function findAmendedTarget(amendment: Resolved, all: readonly Resolved[]): Resolved | null {
  let target: Resolved | null = null
  for (const candidate of all) {
    if (candidate === amendment || !sameSource(candidate.doc, amendment.doc) || !isCounted(candidate)) continue
    const original = candidate.doc.submission === 'original'
    const earlier = candidate.doc.submission === 'amended' && compareIndex(candidate.doc, amendment.doc) < 0
    if (!original && !earlier) continue
    if (!sameIdentity(amendment.doc, candidate.doc, false)) continue
    if (target === null) {
      target = candidate
      continue
    }
    const [correction, current] = [amendment.doc, target.doc]
    const fewerDifferences =
      Number(areDetailsDifferent(correction, current)) - Number(areDetailsDifferent(correction, candidate.doc))
    const moreEqualDetails = equalDetails(correction, candidate.doc) - equalDetails(correction, current)
    const moreEqualBoxes = equalBoxes(correction, candidate.doc, false) - equalBoxes(correction, current, false)
    const originals = Number(original) - Number(target.doc.submission === 'original')
    const lower = compareIndex(target.doc, candidate.doc)
    const order = fewerDifferences || moreEqualDetails || moreEqualBoxes || originals || lower
    if (order > 0) target = candidate
  }
  return target
}

const isTargetDoubtful = (correction: Entry, target: Entry): boolean =>
  equalBoxes(correction, target, false) === 0 || areDetailsDifferent(correction, target)

// Returns true if neither dates and CUSIPs, nor the number of equal details, nor the number of equal boxes shows which
// of two documents a correction means.
const isEqualCandidate = (correction: Entry, a: Entry, b: Entry): boolean =>
  areDetailsDifferent(correction, a) === areDetailsDifferent(correction, b) &&
  equalDetails(correction, a) === equalDetails(correction, b) &&
  equalBoxes(correction, a, false) === equalBoxes(correction, b, false)

// An amendment replaces its target. If all its amounts are zero, it cancels the target and itself. If another document
// could be the target just as well, that one is doubtful. An amendment without amounts is canceled, and the target
// counts. Without a target, the amendment counts.
function applyAmended(amendment: Resolved, all: readonly Resolved[]): void {
  if (!isCounted(amendment)) return
  const present = amendment.doc.amounts.filter(x => x !== null)
  if (present.length === 0) {
    decide(amendment, 'canceled', null)
    return
  }
  const target = findAmendedTarget(amendment, all)
  if (hasOnlyZeros(amendment.doc)) {
    if (target !== null) {
      decide(target, 'canceled', amendment)
      // The canceled document is no longer a candidate, so this is the best one of those that are left.
      const next = findAmendedTarget(amendment, all)
      // It does not matter which of two documents with the same amounts is canceled.
      if (
        next !== null &&
        isEqualCandidate(amendment.doc, target.doc, next.doc) &&
        !sameAmounts(next.doc, target.doc, false)
      ) {
        amendment.warnings.push('amended_target_doubtful')
        next.doubts.add('amended_target_doubtful')
      }
    }
    decide(amendment, 'canceled', null)
    return
  }
  if (target !== null && isTargetDoubtful(amendment.doc, target.doc)) {
    amendment.warnings.push('amended_target_doubtful')
    amendment.doubts.add('amended_target_doubtful')
  }
  if (target !== null) {
    // The next amendment of a doubtful document is doubtful, too.
    if (target.doubts.has('amended_target_doubtful')) amendment.doubts.add('amended_target_doubtful')
    decide(target, 'superseded', amendment)
    target.replacedBy = amendment
  } else amendment.warnings.push('amended_without_original')
}

// Applies voids and amendments together, by form index, then by entry index.
function applyVoidsAndAmended(all: readonly Resolved[]): void {
  const voidsAndAmendments = all.filter(item => item.doc.submission === 'void' || item.doc.submission === 'amended')
  voidsAndAmendments.sort((a, b) => compareIndex(a.doc, b.doc) || compareDocuments(a.doc, b.doc))
  for (const item of voidsAndAmendments) {
    if (item.doc.submission === 'void') applyVoid(item, all)
    else applyAmended(item, all)
  }
}

// ----------------------------------------------------------------------------------------------------- rule 3

const isReplacedOrVoid = (status: Status): boolean =>
  status === 'superseded' || status === 'canceled' || status === 'void'

// If a counted document equals a document of another source that no longer counts, it copies that status, unless its
// own source has an equal document with such a status. The first match in the document order decides. An amendment
// copies the status only from an amendment whose chain ends in another document that still counts. An IRS document never
// copies the status of a software document.
function applyEarlierPulls(ordered: readonly Resolved[]): void {
  const before = ordered.map(item => ({ doc: item.doc, status: item.status, item }))
  before.sort((a, b) => compareDocuments(a.doc, b.doc))
  for (const item of ordered) {
    if (!isCounted(item)) continue
    const amended = item.doc.submission === 'amended'
    const equal = before.filter(
      earlier =>
        earlier.doc !== item.doc &&
        (!amended || earlier.doc.submission === 'amended') &&
        isReplacedOrVoid(earlier.status) &&
        (earlier.doc.authority || !item.doc.authority) &&
        isEqual(item.doc, earlier.doc, true),
    )
    if (equal.some(earlier => sameSource(earlier.doc, item.doc))) continue
    const first = equal[0]
    if (first === undefined) continue
    if (amended) {
      const end = endOfChain(first.item)
      if (end === null || end === item) continue
    }
    decide(item, first.status, first.item)
    item.replacedBy = first.item
    item.isDecidedByRule3 = true
  }
  for (const item of ordered) if (item.isDecidedByRule3) item.chainEnd = endOfChain(item)
}

function endOfChain(item: Resolved): Resolved | null {
  let end = item.replacedBy
  while (end !== null && !isCounted(end)) end = end.replacedBy
  return end
}

// ----------------------------------------------------------------------------------------------------- rule 4

// A document that was submitted as a duplicate is a duplicate if its source has an equal counted document that was not
// submitted as a duplicate or that comes earlier. Otherwise it counts.
function applyDuplicateType(ordered: readonly Resolved[]): void {
  const countedItems: Resolved[] = ordered.filter(item => isCounted(item) && item.doc.submission !== 'duplicate')
  for (const item of ordered) {
    if (!isCounted(item) || item.doc.submission !== 'duplicate') continue
    let first: Resolved | null = null
    for (const candidate of countedItems) {
      if (!sameSource(candidate.doc, item.doc) || !isEqual(item.doc, candidate.doc, false)) continue
      if (first === null || compareDocuments(candidate.doc, first.doc) < 0) first = candidate
    }
    if (first !== null) {
      decide(item, 'duplicate', first)
    } else {
      item.warnings.push('duplicate_without_original')
      countedItems.push(item)
    }
  }
}

// ------------------------------------------------------------------------------- corrections that the IRS lacks

// Finds corrections from software of documents that the IRS still holds as they were. They never count, because software
// does not overrule the IRS. If the IRS holds several versions of a document, the one that was corrected last decides.
// A correction to zeros does not count anyway, so it is in conflict right away and joins no class.
function markOverruledCorrections(ordered: readonly Resolved[]): void {
  const irsItems = ordered.filter(item => item.doc.authority && isCounted(item))
  const findIrsOriginal = (correction: Resolved): Resolved | null => {
    for (const earlier of ordered) {
      // Rule 2 replaced or canceled the document.
      const isRemoved = isReplacedOrVoid(earlier.status) && earlier.decider === correction && !earlier.isDecidedByRule3
      if (!isRemoved || !sameSource(earlier.doc, correction.doc)) continue
      const original = irsItems.find(({ doc }) => isEqual(earlier.doc, doc, true)) ?? findIrsOriginal(earlier)
      if (original !== null) return original
    }
    return null
  }
  for (const item of ordered) {
    if (item.doc.authority || item.doc.submission !== 'amended') continue
    const isZeroCorrection = item.status === 'canceled' && hasOnlyZeros(item.doc)
    if (!isCounted(item) && !isZeroCorrection) continue
    if (irsItems.some(irsItem => isEqual(item.doc, irsItem.doc, true))) continue
    item.overruledBy = findIrsOriginal(item)
    if (isZeroCorrection && item.overruledBy !== null) {
      item.status = 'conflict'
      item.warnings.push('source_conflict')
    }
  }
}

// A group is overruled if it has such a correction, and the IRS has no document of the group.
const isOverruled = (group: Group): boolean =>
  group.some(({ overruledBy }) => overruledBy !== null) && !group.some(({ doc }) => doc.authority)

// Names the document that counts in place of each overruled correction, which may be a copy of the IRS document.
function nameOverrulingDocuments(ordered: readonly Resolved[]): void {
  for (const item of ordered) {
    if (item.status !== 'conflict' || item.decider !== null) continue
    let winner = item.overruledBy
    while (winner !== null && !isCounted(winner)) winner = winner.decider
    decide(item, 'conflict', winner)
  }
}

// A document that won over other versions of itself is doubtful.
function markConflictWinners(ordered: readonly Resolved[]): void {
  for (const item of ordered)
    if (item.status === 'conflict' && item.decider !== null && isCounted(item.decider))
      item.decider.doubts.add('source_conflict')
}

// ----------------------------------------------------------------------------------------------------- rule 5

const repeatsAreUsual = (form: string): boolean =>
  ['form_1099_b', 'form_w2g', 'form_1042_s'].includes(form) || form.startsWith('schedule_k1_')

// Equal documents of one source all count. Each one after the first gets a warning, except on some forms.
function warnEqualInSource(ordered: readonly Resolved[]): void {
  const counting = ordered.filter(isCounted)
  counting.forEach((item, i) => {
    if (repeatsAreUsual(item.doc.form)) return
    const repeats = counting
      .slice(0, i)
      .some(earlier => sameSource(earlier.doc, item.doc) && isEqual(item.doc, earlier.doc, false))
    if (repeats) item.warnings.push('probable_duplicate')
  })
}

// ---------------------------------------------------------------------------------------------------- classes

type Class = Resolved[]

// Returns the document's best score with any member of the class, or REJECT if one of the scores is REJECT.
function bestScore(item: Resolved, members: Class): Points {
  let best = Number.NEGATIVE_INFINITY
  for (const member of members) {
    if (!sameFormAndYear(item.doc, member.doc)) return 'REJECT'
    const points = score(item.doc, member.doc, true)
    if (points === 'REJECT') return 'REJECT'
    if (points > best) best = points
  }
  return best
}

const countOfSource = (members: readonly Resolved[], record: string): number =>
  members.filter(member => member.doc.record === record).length

const sourcesOf = (members: readonly Resolved[]): string[] => [...new Set(members.map(m => m.doc.record))]

// Adds each document, in document order, to the class with the highest best score (at least 6, no REJECT), else to a
// new class. Ties go to the class with the fewest documents of the same source, then to the earlier one.
function formClasses(ordered: readonly Resolved[]): Class[] {
  const classes: Class[] = []
  for (const item of ordered) {
    if (!isCounted(item)) continue
    let chosen: Class | null = null
    let chosenScore = 0
    for (const members of classes) {
      const points = bestScore(item, members)
      if (points === 'REJECT' || points < 6) continue
      const record = item.doc.record
      const better =
        chosen === null ||
        points > chosenScore ||
        (points === chosenScore && countOfSource(members, record) < countOfSource(chosen, record))
      if (better) {
        chosen = members
        chosenScore = points
      }
    }
    if (chosen === null) classes.push([item])
    else chosen.push(item)
  }
  return classes
}

type Group = Resolved[]

// Returns the first group whose first member has equal amounts to the cent, or else the same amounts under the
// tolerance.
const findFirstGroup = (item: Resolved, groups: readonly Group[]): Group | undefined =>
  groups.find(g => sameAmounts(item.doc, g[0]!.doc, false, true)) ??
  groups.find(g => sameAmounts(item.doc, g[0]!.doc, true))

/** The largest number of groups with the same amounts among which a sale without a reported basis can choose. */
const MAX_GROUPS_TO_CHOOSE_FROM = 64

// Chooses the group of a sale without a reported basis, which may agree with several groups. A group is open if another
// source put more documents with a reported basis into it than the sale's source has put into it so far. `reported`
// lists the members of each group that have a reported basis. Returns undefined if no group is open.
function findOpenGroup(
  item: Resolved,
  groups: readonly Group[],
  reported: ReadonlyMap<Group, readonly Resolved[]>,
): Group | undefined {
  const matching = groups.filter(g => sameAmounts(item.doc, g[0]!.doc, true))
  if (matching.length > MAX_GROUPS_TO_CHOOSE_FROM) return undefined
  const { record } = item.doc
  const open = matching.filter(g => {
    const members = reported.get(g) ?? []
    const otherSources = sourcesOf(members).filter(source => source !== record)
    return otherSources.some(source => countOfSource(members, source) > countOfSource(g, record))
  })
  const rank = (g: Group): number =>
    2 * Number(areDetailsDifferent(item.doc, g[0]!.doc)) + Number(!sameAmounts(item.doc, g[0]!.doc, false, true))
  const best = Math.min(...open.map(rank))
  return open.find(g => rank(g) === best)
}

// Groups the documents of a class by amount. Each document, in document order, joins the first group whose first member
// has the same amounts, or starts a new one. Sales without a reported basis come after all others. They join an open
// group if there is one. For example, software has two lots with equal proceeds and different bases, and the IRS has
// both without a basis: each IRS document joins another lot.
function formGroups(members: Class): Group[] {
  const groups: Group[] = []
  const join = (item: Resolved, group: Group | undefined): void => {
    if (group === undefined) groups.push([item])
    else group.push(item)
  }
  for (const item of members) if (!lacksBasis(item.doc)) join(item, findFirstGroup(item, groups))
  const reported = new Map(groups.map(group => [group, [...group]]))
  for (const item of members)
    if (lacksBasis(item.doc)) join(item, findOpenGroup(item, groups, reported) ?? findFirstGroup(item, groups))
  // The groups and their members are in document order again.
  return members.flatMap(first => {
    const group = groups.find(candidate => candidate.includes(first))!
    const sorted = members.filter(item => group.includes(item))
    return sorted[0] === first ? [sorted] : []
  })
}

// ----------------------------------------------------------------------------------------------------- rule 6

// Returns true if the total equals the sum of the parts in every box that all of them have. At least two boxes and two
// parts must be nonzero. If the total or all parts are in whole dollars, a box may differ by 1.00 per part.
function isTotalOf(total: Entry, parts: readonly Entry[]): boolean {
  const boxes: number[] = []
  for (let i = 0; i < total.amounts.length; i++) {
    const present = [total, ...parts].every(doc => (doc.amounts[i] ?? null) !== null)
    if (present) boxes.push(i)
  }
  const sumOf = (i: number): bigint => parts.reduce((sum, part) => sum + (part.amounts[i] ?? 0n), 0n)
  // A box counts as nonzero if both the total and the sum of the parts are nonzero.
  const notZero = boxes.filter(i => total.amounts[i] !== 0n && sumOf(i) !== 0n)
  const partsNotZero = parts.filter(part => boxes.some(i => part.amounts[i] !== 0n))
  if (notZero.length < 2 || partsNotZero.length < 2) return false
  const hasWholeDollars = hasOnlyWholeDollars(total) || parts.every(hasOnlyWholeDollars)
  const slack = hasWholeDollars ? 100n * BigInt(parts.length) : 0n
  return boxes.every(i => magnitude((total.amounts[i] ?? 0n) - sumOf(i)) <= slack)
}

// If a source's only document in the class is the total of another source's documents, it is a duplicate.
function applyTotals(members: Class, totals: [total: Resolved, part: Resolved][]): Class {
  const rest: Class = []
  for (const item of members) {
    let first: Resolved | null = null
    if (countOfSource(members, item.doc.record) === 1) {
      for (const record of sourcesOf(members)) {
        if (record === item.doc.record) continue
        const parts = members.filter(member => member.doc.record === record)
        const part = parts[0]!
        const isTotal = isTotalOf(
          item.doc,
          parts.map(({ doc }) => doc),
        )
        if (isTotal && (first === null || compareDocuments(part.doc, first.doc) < 0)) first = part
      }
    }
    if (first !== null) {
      const { record } = first.doc
      decide(item, 'duplicate', first)
      for (const part of members) {
        if (!item.doc.authority || part.doc.record !== record) continue
        part.summedByAuthority = true
        if (part.doc.authority) continue
        // The parts from software belong to the recipient of the IRS total.
        part.recipientOfMatch ??= item.doc.recipient.id
        totals.push([item, part])
      }
    } else rest.push(item)
  }
  return rest
}

// Returns the largest number of the group's documents in any one IRS source, or null if no IRS source has one.
function authorityCap(group: Group): number | null {
  const official = group.filter(m => m.doc.authority)
  if (official.length === 0) return null
  return Math.max(...sourcesOf(official).map(source => countOfSource(official, source)))
}

// Counts a source's documents in the groups, up to the cap that an IRS source sets for each group. If rule 3 took away
// documents of the source, also counts the end of each chain of amendments once, if that end is in one of the groups
// and the source has no document in that group.
function countHeldDocuments(record: string, groups: readonly Group[], all: readonly Resolved[]): number {
  let documentCount = 0
  for (const group of groups) {
    const number = countOfSource(group, record)
    documentCount += Math.min(number, authorityCap(group) ?? number)
  }
  const itemsTakenByRule3 = all.filter(item => item.doc.record === record && item.isDecidedByRule3)
  for (const end of new Set(itemsTakenByRule3.map(item => item.chainEnd))) {
    const group = groups.find(candidate => end !== null && candidate.includes(end))
    if (group !== undefined && countOfSource(group, record) === 0) documentCount++
  }
  return documentCount
}

// Returns the number of real documents in a class: the largest number that any one source has. A source without
// counted documents may still have ends of chains of amendments.
const countClassDocuments = (groups: readonly Group[], all: readonly Resolved[]): number =>
  Math.max(0, ...sourcesOf(all).map(record => countHeldDocuments(record, groups, all)))

// Chooses the source with the most documents of a group. If a document of the group lacks its main box, then prefers an
// IRS source, then a source whose documents all have it. Then prefers cents, IRS amendments, other IRS documents,
// software, and finally the first document in the document order.
function chooseSource(group: Group): Resolved[] {
  let chosen: Resolved[] = []
  const cap = authorityCap(group)
  // No source counts more documents than the IRS source with the most.
  const countUpToCap = (members: readonly Resolved[]): number => Math.min(members.length, cap ?? members.length)
  const hasMissingMainBox = (members: readonly Resolved[]): boolean =>
    members.some(({ doc }) => doc.missingMainBox !== null)
  const isAuthority = (members: readonly Resolved[]): boolean => members.some(({ doc }) => doc.authority)
  const rankMainBox = (members: readonly Resolved[]): number =>
    2 * Number(isAuthority(members)) + Number(!hasMissingMainBox(members))
  for (const record of sourcesOf(group)) {
    const sourceMembers = group.filter(member => member.doc.record === record)
    const better =
      countUpToCap(sourceMembers) - countUpToCap(chosen) ||
      (hasMissingMainBox(group) ? rankMainBox(sourceMembers) - rankMainBox(chosen) : 0) ||
      Number(sourceMembers.some(m => !hasOnlyWholeDollars(m.doc))) -
        Number(chosen.some(m => !hasOnlyWholeDollars(m.doc))) ||
      rankOfAuthority(chosen) - rankOfAuthority(sourceMembers)
    // The members are in document order, so among equal sources the one with the first document is kept.
    if (better > 0) chosen = sourceMembers
  }
  return chosen
}

// Returns 0 if the members include an IRS amendment, 1 if they include another IRS document, and 2 otherwise.
function rankOfAuthority(members: readonly Resolved[]): number {
  if (members.some(m => m.doc.authority && m.doc.submission === 'amended')) return 0
  return members.some(m => m.doc.authority) ? 1 : 2
}

// Chooses the documents that a group puts forward: those of one source, up to the cap of an IRS source. The others are
// duplicates. The group is verified if an IRS source has it.
function chooseCountedItems(group: Group): Resolved[] {
  const source = chooseSource(group)
  const cap = authorityCap(group)
  const forward = source.slice(0, cap ?? source.length)
  for (const item of group) {
    item.verified = cap !== null
    if (!forward.includes(item)) decide(item, 'duplicate', forward[0]!)
  }
  // If one source has more doubtful corrections than the chosen documents, they are doubtful, too. Software cannot do this
  // to the IRS.
  const countDoubtful = (items: readonly Resolved[]): number =>
    items.filter(item => item.doubts.has('amended_target_doubtful') && (item.doc.authority || cap === null)).length
  const maxDoubtful = Math.max(
    ...sourcesOf(group).map(record => countDoubtful(group.filter(item => item.doc.record === record))),
  )
  if (maxDoubtful > countDoubtful(forward)) for (const item of forward) item.doubts.add('amended_target_doubtful')
  return forward
}

// ----------------------------------------------------------------------------------------------------- rule 7

const latest = (members: readonly Resolved[]): string =>
  members
    .map(m => m.doc.date)
    .sort()
    .at(-1) ?? ''

// Returns the largest number of boxes in which a document of the group equals an IRS document of the class.
function boxesLikeAuthority(group: Group, members: Class): number {
  let maxEqualBoxes = 0
  for (const item of group) {
    for (const member of members) {
      if (!member.doc.authority) continue
      maxEqualBoxes = Math.max(maxEqualBoxes, equalBoxes(item.doc, member.doc, true))
    }
  }
  return maxEqualBoxes
}

// Adds the documents that rule 3 replaced by a member of the group: a source with the original supports its correction.
const withReplacedDocuments = (group: Group, all: readonly Resolved[]): Group => [
  ...group,
  ...all.filter(item => item.chainEnd !== null && group.includes(item.chainEnd)),
]

// Sorts the best group first: IRS amendments, other IRS documents, then the fewest boxes equal to an IRS document, the
// latest IRS date, the most providers, the latest date, and the first document in document order.
function compareGroups(a: Group, b: Group, members: Class, all: readonly Resolved[]): number {
  const [forA, forB] = [withReplacedDocuments(a, all), withReplacedDocuments(b, all)]
  const rank = rankOfAuthority(forA) - rankOfAuthority(forB)
  if (rank !== 0) return rank
  const boxes = rankOfAuthority(forA) === 2 ? boxesLikeAuthority(a, members) - boxesLikeAuthority(b, members) : 0
  const authorityDate = compareText(
    latest(forB.filter(m => m.doc.authority)),
    latest(forA.filter(m => m.doc.authority)),
  )
  const providers = new Set(forB.map(m => m.doc.provider)).size - new Set(forA.map(m => m.doc.provider)).size
  const date = compareText(latest(forB), latest(forA))
  return boxes || authorityDate || providers || date || compareDocuments(a[0]!.doc, b[0]!.doc)
}

// If the groups put forward more documents than `maxCounted`, the best ones count and the others conflict.
function applyConflicts(
  groups: readonly Group[],
  forward: Map<Group, Resolved[]>,
  members: Class,
  maxCounted: number,
  all: readonly Resolved[],
): void {
  const ranked = groups.filter(group => !isOverruled(group)).sort((a, b) => compareGroups(a, b, members, all))
  const best = ranked.flatMap(group => forward.get(group) ?? [])
  const winner = best[0]
  for (const group of groups.filter(isOverruled)) {
    const overruledBy = group.find(item => item.overruledBy !== null)?.overruledBy ?? null
    for (const item of forward.get(group) ?? []) {
      item.status = 'conflict'
      item.overruledBy = overruledBy
      item.warnings.push('source_conflict')
    }
  }
  for (const item of best.slice(maxCounted)) {
    // A document that the same source has, too, is not another version of the conflicting one.
    const rival = best
      .slice(0, maxCounted)
      .find(counted => !groups.some(group => group.includes(counted) && group.some(m => sameSource(m.doc, item.doc))))
    decide(item, 'conflict', rival ?? winner!)
    item.warnings.push('source_conflict')
  }
}

function resolveClass(members: Class, all: readonly Resolved[]): void {
  const totals: [total: Resolved, part: Resolved][] = []
  const rest = applyTotals(members, totals)
  const groups = formGroups(rest)
  const maxCounted = countClassDocuments(groups, all)
  const forward = new Map<Group, Resolved[]>()
  for (const group of groups) forward.set(group, chooseCountedItems(group))
  for (const group of groups)
    applyCopies(group, forward.get(group) ?? [], chooseSource(group.filter(({ doc }) => doc.authority)))
  // The total decides for the copy of the part that counts, unless that copy is verified by itself. If there are several totals, the first one decides.
  const decided = new Set<Resolved>()
  for (const [total, part] of totals) {
    const counted = part.status === 'counted' ? part : part.decider
    if (counted === null || counted.verified || decided.has(counted)) continue
    decided.add(counted)
    applyTotal(total, counted)
  }
  applyConflicts(groups, forward, rest, maxCounted, all)
}

// ------------------------------------------------------------------------------------------------------ rule 8

// Returns the last four digits of the SSN on the most form objects. If there is a tie, the `tin` of the analysis wins
// if it is among them. Otherwise a full identifier wins over a masked one, and then the lower value wins.
export function taxpayerLastFour(votes: readonly string[], tin: string | null): string | null {
  const four = votes.map(lastFour)
  const countVotes = (one: string): number => four.filter(digits => digits === lastFour(one)).length
  const maxVotes = Math.max(...votes.map(countVotes))
  const tied = votes.filter(one => countVotes(one) === maxVotes).sort(compareIdentifier)
  const first = tied.find(one => tin !== null && lastFour(one) === lastFour(tin)) ?? tied[0]
  return first === undefined ? null : lastFour(first)
}

// ------------------------------------------------------------------------------------------ possible duplicates

// Returns true if two identifiers differ in one digit, or if two neighboring digits are swapped. If one of them is
// masked, compares the last four digits.
function isMistyped(a: string, b: string): boolean {
  const [x, y] = isFull(a) && isFull(b) ? [a, b] : [lastFour(a), lastFour(b)]
  const different = [...x].flatMap((digit, i) => (digit === y[i] ? [] : [i]))
  if (different.length === 1) return true
  const [first = 0, second = 0] = different
  return different.length === 2 && second === first + 1 && x[first] === y[second] && x[second] === y[first]
}

const isIdentifierContradiction = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && scoreIdentifier(a, b) === 'REJECT' && !isMistyped(a, b)

// Counts the contradictions between two documents: issuer identifier, recipient identifier, account and issuer name.
function countContradictions(a: Entry, b: Entry): number {
  const betweenSources = !sameSource(a, b)
  return [
    isIdentifierContradiction(a.issuer.id, b.issuer.id),
    isIdentifierContradiction(recipientId(a, betweenSources), recipientId(b, betweenSources)),
    a.account !== null && b.account !== null && a.account !== b.account,
    scoreName(a.issuer.name, b.issuer.name) === -2,
  ].filter(Boolean).length
}

// Counts the boxes that are nonzero on at least one of two documents.
const nonzeroBoxes = (a: Entry, b: Entry): number =>
  a.amounts.filter((amount, i) => (amount ?? 0n) !== 0n || (b.amounts[i] ?? 0n) !== 0n).length

// Returns true if two documents with one contradiction at most have at least two equal boxes, which are at least half of
// all boxes that are not zero.
function areMostlyEqual(a: Entry, b: Entry): boolean {
  const equal = equalBoxes(a, b, true)
  return equal >= 2 && 2 * equal >= nonzeroBoxes(a, b) && countContradictions(a, b) <= 1
}

// Returns true if documents of different sources have the same amounts, at least half of their boxes with an amount in
// common, at most one contradiction, and a score below 6 without a REJECT. One such box is enough.
function areEqualButUnmatched(a: Entry, b: Entry): boolean {
  const equal = equalBoxes(a, b, true)
  if (sameSource(a, b) || !sameAmounts(a, b, true) || equal === 0 || 2 * equal < nonzeroBoxes(a, b)) return false
  if (countContradictions(a, b) > 1) return false
  const points = score(a, b, true)
  return points !== 'REJECT' && points < 6
}

// Finds counted documents that may be one. Both count, but one of them is doubtful: the one that no IRS source has, or
// else the later one.
function markPossibleDuplicates(ordered: readonly Resolved[]): void {
  const counted = ordered.filter(isCounted)
  const warned = new Set<Resolved>()
  counted.forEach((item, i) => {
    for (const earlier of counted.slice(0, i)) {
      const [a, b] = [earlier.doc, item.doc]
      if (!sameFormAndYear(a, b)) continue
      if (sameSource(a, b)) {
        if (a.authority || repeatsAreUsual(a.form)) continue
        if (isEqual(b, a, false)) {
          item.doubts.add('possible_duplicate')
          continue
        }
      }
      if (!areMostlyEqual(a, b) && !areEqualButUnmatched(a, b)) continue
      const doubtfulItem = item.verified && !earlier.verified ? earlier : item
      doubtfulItem.doubts.add('possible_duplicate')
      warned.add(doubtfulItem)
    }
  })
  for (const item of warned) item.warnings.push('possible_duplicate')
}

/** Returns the decisions about documents by their keys, in the form of `getDecisionsByLocation`. */
export const decisionsByKey = (resolved: readonly Resolved[]) =>
  Object.fromEntries(
    resolved.map(({ doc, status, decidedBy, verified, otherRecipient }) => [
      documentKey(doc),
      { status, decidedBy, verified, otherRecipient },
    ]),
  )

/** Joins the doubts about documents in alphabetical order. */
export const joinDoubts = (items: Iterable<Resolved>): string =>
  [...new Set([...items].flatMap(({ doubts }) => [...doubts]))].sort().join(';')

/** Returns the doubts about each document by its key, as the documents table prints them. */
export const doubtsByKey = (resolved: readonly Resolved[]): Record<string, string> =>
  Object.fromEntries(resolved.map(item => [documentKey(item.doc), joinDoubts([item])]))

/**
 * Decides the status of every document, and finds the doubts about the documents that count. Returns the documents in
 * input order. `identities` is what the lender states about identifiers.
 */
export function resolveReference(dossier: Dossier, identities: StatedIdentities = {}): Resolved[] {
  const all = dossier.entries.map(
    (doc): Resolved => ({
      doc,
      status: 'counted',
      decidedBy: null,
      decider: null,
      overruledBy: null,
      replacedBy: null,
      isDecidedByRule3: false,
      chainEnd: null,
      verified: false,
      summedByAuthority: false,
      otherRecipient: false,
      otherRecipientName: null,
      totals: [],
      recipientOfMatch: null,
      recipientOfCopy: null,
      effective: doc.raw,
      doubts: new Set(),
      warnings: [],
    }),
  )
  const ordered = [...all].sort((a, b) => compareDocuments(a.doc, b.doc))
  applyVoidsAndAmended(all)
  applyEarlierPulls(ordered)
  applyDuplicateType(ordered)
  markOverruledCorrections(ordered)
  warnEqualInSource(ordered)
  const classes = formClasses(ordered)
  for (const members of classes) resolveClass(members, all)
  nameOverrulingDocuments(ordered)
  markConflictWinners(ordered)
  markRecipients(ordered, dossier, taxpayerLastFour(dossier.votes, dossier.tin), identities)
  markPossibleDuplicates(ordered)
  markEmployersByName(ordered, identities)
  for (const item of all) {
    if (item.doc.hasUnreadableBox) item.doubts.add('unreadable_box')
    if (item.doc.unreadAmountCount > 0) item.doubts.add('unread_amount')
    // Only documents that count have doubts.
    if (!isCounted(item)) item.doubts.clear()
  }
  return all
}
