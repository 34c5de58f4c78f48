// The second reading of the rules of underwriting: streams, conditions and totals of a dossier under one policy.
import { formatDecimal } from '../cells.js'
import { isObject, type Raw, readText } from '../values.js'
import { type Amount, exactNumber, isBelow, isZero, multiply, sum, toCents, ZERO } from './amounts.js'
import { listBusinessStreams } from './business.js'
import { listCategoryStreams, listStatedIncome } from './categories.js'
import { listEmployers } from './employers.js'
import { chooseAsOfYear, hasCompleteTranscript, type Input, type Item, isYearComplete, readInput } from './input.js'
import { namesStream, readStated } from './known-facts.js'
import type { Condition, Evaluation, Outcome } from './outcome.js'
import { findPreset, type Settings, type Severity, severityOf } from './policies.js'
import { beginsRetirement, listRetirementStreams } from './retirement.js'
import { type BorrowerCase, isOfTwoYears } from './shared.js'
import type { Stream } from './stream.js'
import { listPayStreams } from './wages.js'

/** A row of the streams. Amounts are dollars with two decimals. */
export interface StreamRow {
  borrower: string
  stream: string
  category: string
  name: string | null
  /** The documents of all years up to the as-of year. */
  items: readonly Item[]
  latest_amount: string | null
  prior_amount: string | null
  history_years: number
  trend: string
  computed_monthly: string | null
  gross_up: string
  qualifying_monthly: string
  supportable_monthly: string | null
  verified_monthly: string
  flags: string[]
  conditions: string[]
}

/** A row of the conditions. `stream` is null if the condition concerns the borrower. */
interface ConditionRow {
  borrower: string
  stream: string | null
  condition: string
  severity: Severity
  isMet: boolean
}

/** The totals of one borrower, or of `all`. */
interface TotalRow {
  borrower: string
  qualifying_monthly: string
  supportable_monthly: string
  verified_monthly: string
  gross_up: string
}

/** The figures of one dossier under one policy. */
export interface ReferenceUnderwriting {
  input: Input
  asOfYear: number | null
  streams: StreamRow[]
  conditions: ConditionRow[]
  totals: TotalRow[]
}

const DOUBTS = [
  ...['possible_duplicate', 'copies_disagree', 'source_conflict', 'amended_target_doubtful', 'recipient_uncertain'],
  'basis_from_software',
]

/** A condition about one document. */
interface DocumentCondition {
  readonly code: string
  readonly severity: Severity
}

function listDocumentConditions(item: Item, settings: Settings): DocumentCondition[] {
  const codes = [
    ...DOUBTS.filter(code => item.doubts.has(code)),
    ...(item.isMissingOnTranscript ? ['not_on_transcript'] : []),
  ]
  return codes.map(code => {
    const severity = severityOf(settings, code, 'review', item.isIrsHeld)
    // A doubt that only software causes about a document that the IRS holds never blocks.
    const isCausedBySoftware = item.isIrsHeld && !(code === 'possible_duplicate' && item.isDuplicateAtIrs)
    return { code, severity: severity === 'blocking' && isCausedBySoftware ? 'review' : severity }
  })
}

interface NamedCondition {
  readonly borrower: string
  readonly code: string
  readonly stream: string | null
  readonly year: number | null
}

function readMetConditions(input: Input): NamedCondition[] {
  return input.lender.conditionsMet.map(raw => ({
    borrower: readText(raw['borrower']) ?? 'self',
    code: readText(raw['condition']) ?? '',
    stream: readText(raw['stream']),
    year: typeof raw['tax_year'] === 'number' ? raw['tax_year'] : null,
  }))
}

/** Works out the streams of a dossier under one policy. */
class Underwriter {
  readonly #input: Input
  readonly #settings: Settings
  readonly #year: number
  readonly #metConditions: readonly NamedCondition[]
  #streams: Stream[] = []

  constructor(input: Input, settings: Settings, year: number) {
    this.#input = input
    this.#settings = settings
    this.#year = year
    this.#metConditions = readMetConditions(input)
  }

  listStreams(hasYear: boolean): Stream[] {
    const { lender, borrowers, items } = this.#input
    const groups = listEmployers(this.#input)
    for (const borrower of borrowers) {
      const facts = lender.borrowers.find(({ id }) => id === borrower)
      const ownItems = items.filter(item => item.borrower === borrower)
      const borrowerCase: BorrowerCase = {
        ...{ input: this.#input, borrower, facts, items: ownItems, year: this.#year, settings: this.#settings },
        today: () => this.today,
      }
      if (hasYear) {
        const hasPriorDocuments = ownItems.some(({ year }) => year === this.#year - 1)
        const benefits = ownItems.filter(({ entry }) => entry.form === 'form_ssa_1099' && entry.year !== null)
        const ofBenefits = benefits.filter(({ year }) => year <= this.#year)
        // Conditions are worked out on all documents and on today's, so a pension before the as-of year must count today.
        const isRetiring = (evaluation: Evaluation): boolean => {
          const counted = ofBenefits.filter(evaluation.has)
          const beginsBenefits = counted.length > 0 && counted.every(({ year }) => year === this.#year)
          return hasPriorDocuments && (beginsBenefits || beginsRetirement(borrowerCase, evaluation))
        }
        this.#streams.push(
          ...listPayStreams(borrowerCase, groups, isRetiring),
          ...listBusinessStreams(borrowerCase),
          ...listRetirementStreams(borrowerCase),
          ...listCategoryStreams(borrowerCase, groups),
        )
      }
      // Stated royalties need no document.
      else {
        const streams = listCategoryStreams(borrowerCase, groups)
        this.#streams.push(...streams.filter(({ category }) => category === 'royalties'))
      }
      this.#streams.push(...listStatedIncome(borrowerCase))
    }
    // Only streams that are listed share the category's key.
    this.#setKeys(this.#streams)
    const listed = this.#streams.filter(stream => this.#isListed(stream))
    this.#setKeys(listed)
    this.#streams = listed
    return listed
  }

  #setKeys(streams: readonly Stream[]): void {
    for (const stream of streams) {
      const alike = streams.filter(
        candidate => candidate.borrower === stream.borrower && candidate.category === stream.category,
      )
      const name = stream.name ?? 'unnamed'
      const namesakes = alike.filter(candidate => (candidate.name ?? 'unnamed') === name)
      const number = namesakes.indexOf(stream)
      stream.key =
        alike.length === 1 ? stream.category : `${stream.category}:${name}${number > 0 ? ` (${number + 1})` : ''}`
    }
  }

  // Streams without any amount are not listed, unless something was left out or could not be read.
  #isListed(stream: Stream): boolean {
    const { parts, latest, prior, flags, conditions } = stream.evaluate(this.all)
    const hasAmount = [latest, prior, ...(parts ?? [])].some(amount => amount !== null && !isZero(amount))
    return hasAmount || parts === null || flags.length > 0 || conditions.some(({ severity }) => severity === 'blocking')
  }

  /** The evaluation on all documents. */
  readonly all: Evaluation = { kind: 'all', usesStatedAmounts: true, has: () => true }

  /** The evaluation on today's documents: those without an open blocking condition. */
  readonly today: Evaluation = { kind: 'today', usesStatedAmounts: true, has: item => this.#countsToday(item) }

  /** The evaluation on IRS-held documents, without stated amounts. A gain on a basis of software alone is not verified. */
  readonly verified: Evaluation = {
    kind: 'verified',
    usesStatedAmounts: false,
    has: item => item.isIrsHeld && !item.doubts.has('basis_from_software') && this.#countsToday(item),
  }

  readonly #counting = new Map<Item, boolean>()

  // A document whose condition is met for one of its streams counts in all of them.
  #countsToday(item: Item): boolean {
    const remembered = this.#counting.get(item)
    if (remembered !== undefined) return remembered
    const streams = this.#streams.filter(({ items }) => items.includes(item))
    const counts = listDocumentConditions(item, this.#settings).every(
      ({ code, severity }) => severity !== 'blocking' || streams.some(stream => this.#isMet(stream, code, item.year)),
    )
    if (streams.length > 0) this.#counting.set(item, counts)
    return counts
  }

  // A fact with a tax year closes conditions of that year. A condition without a year is about the as-of year. Reading: a
  // fact without a stream is about all streams.
  #isMet(stream: Stream, code: string, year: number | null): boolean {
    const streams = this.#streams.filter(({ borrower }) => borrower === stream.borrower)
    return this.#metConditions.some(
      fact =>
        fact.code === code &&
        fact.borrower === stream.borrower &&
        (fact.year === null || fact.year === (year ?? this.#year)) &&
        namesStream(fact.stream, stream, streams),
    )
  }

  /** Works out one stream. The loss rules need the other streams, so they come later. */
  workOut(stream: Stream): WorkedStream {
    const all = stream.evaluate(this.all)
    const today = stream.evaluate(this.today)
    const verified = stream.evaluate(this.verified)
    const closed = (conditions: readonly Condition[]): Condition[] =>
      conditions.map(condition => ({
        ...condition,
        isMet: condition.isMet || this.#isMet(stream, condition.code, condition.year),
      }))
    const shared = closed([...all.conditions, ...today.conditions])
    const ofEvidence = stream.hasDocuments ? this.#listEvidence(stream) : []
    const conditions = [...shared, ...ofEvidence]
    const documentConditions = stream.hasDocuments ? this.#listDocumentRows(stream) : []
    const isOpen = ({ severity, isMet }: Condition): boolean => severity === 'blocking' && !isMet
    const blocking = conditions.filter(isOpen)
    const flags = new Set(all.flags)
    // Every 0 is explained, also if the lender closed the question without an amount.
    if (all.parts === null && ![...conditions, ...documentConditions].some(isOpen)) flags.add('not_computable')
    const totals = [all, today].map(outcome => this.#figureOf(outcome, blocking, stream))
    const qualifying = totals[0]! < totals[1]! ? totals[0]! : totals[1]!
    const base = all.parts === null ? null : sum(all.parts)
    const grossUp = base === null ? 0n : this.#grossUpOf(all, base)
    const added = this.#settings.isRatioOnly ? 0n : grossUp
    const computed = base === null ? null : toCents(base) + added
    const supportableBase =
      all.supportable === null ? computed : toCents(all.supportable) + (isZero(all.supportable) ? 0n : added)
    const atMost = stream.isNeverSupportable && computed !== null ? minimum(computed, 0n) : supportableBase
    const supportable = computed === null ? null : all.isLossLeftOut ? 0n : atMost
    const verifiedBlocking = [
      ...blocking.filter(({ part }) => part === null),
      ...closed(verified.conditions).filter(({ severity, isMet }) => severity === 'blocking' && !isMet),
    ]
    return {
      stream,
      all,
      computed,
      grossUp,
      qualifying,
      supportable,
      verified: minimum(this.#figureOf(verified, verifiedBlocking, stream, false), qualifying),
      flags,
      conditions,
      documentConditions,
    }
  }

  // Computes what counts: the parts that no condition blocks, with gross-up. Losses always count.
  #figureOf(outcome: Outcome, blocking: readonly Condition[], stream: Stream, hasGrossUp = true): bigint {
    if (outcome.isLossLeftOut) return 0n
    if (outcome.parts === null) return toCents(outcome.readableLoss)
    const base = sum(outcome.parts)
    const added = hasGrossUp && !this.#settings.isRatioOnly ? this.#grossUpOf(outcome, base) : 0n
    const total = toCents(base) + added
    const isBlocked = blocking.some(({ part }) => part === null) || stream.isNeverSupportable
    if (isBlocked) return minimum(total, 0n)
    const blockedParts = new Set(blocking.map(({ part }) => part))
    // Reading: a loss counts as it is computed, and a condition of a part makes no loss of an income.
    if (blockedParts.size === 0 || total < 0n) return total
    const open = toCents(sum(outcome.parts.filter((part, i) => !blockedParts.has(i) || isBelow(part, ZERO))))
    return open < 0n ? 0n : minimum(open, total)
  }

  #grossUpOf({ nontaxable }: Outcome, base: Amount): bigint {
    if (!isBelow(ZERO, base) || !isBelow(ZERO, nontaxable)) return 0n
    return toCents(multiply(nontaxable, exactNumber(this.#settings.grossUp)))
  }

  // The conditions of a stream about the evidence of its two years.
  #listEvidence(stream: Stream): Condition[] {
    const rows: Condition[] = []
    const raise = (code: string, isIrsHeld = false, year: number | null = null): void => {
      const severity = severityOf(this.#settings, code, 'review', isIrsHeld)
      if (severity === 'ignore') return
      rows.push({ code, severity, isMet: this.#isMet(stream, code, year), part: null, year })
    }
    const items = stream.items.filter(item => isOfTwoYears(this.#year, item))
    if (!isYearComplete(this.#input, this.#settings, this.#year)) raise('year_incomplete')
    // Each year has a condition of its own, because the lender may meet it for one year.
    for (const year of new Set(items.map(item => item.year))) {
      const hasUnread = items.some(item => item.year === year && item.doubts.has('unread_amount'))
      if (hasUnread) raise('unread_amount', false, year)
      if (hasCompleteTranscript(this.#input, year, stream.borrower)) continue
      const ofYear = items.filter(item => item.year === year)
      raise(
        'transcript_incomplete',
        ofYear.every(({ isIrsHeld }) => isIrsHeld),
        year,
      )
    }
    return rows
  }

  // Reading: the conditions of documents of the two years are listed, and of earlier years that a history needs.
  #listDocumentRows(stream: Stream): Condition[] {
    const required = Math.max(2, this.#settings.history[stream.category] ?? 1)
    return stream.items
      .filter(({ year }) => year > this.#year - required)
      .flatMap(item =>
        listDocumentConditions(item, this.#settings).map(({ code, severity }) => ({
          ...{ code, severity, part: null, year: item.year },
          isMet: this.#isMet(stream, code, item.year),
        })),
      )
  }

  /** Returns the amount that the lender sets for a stream, or null. */
  findOverride(stream: Stream): bigint | null {
    const streams = this.#streams.filter(({ borrower }) => borrower === stream.borrower)
    const override = this.#input.lender.overrides.find(
      raw =>
        (readText(raw['borrower']) ?? 'self') === stream.borrower &&
        readText(raw['stream']) !== null &&
        // Reading: an override is about one stream, so a category with several streams names none.
        streams.filter(candidate => namesStream(readText(raw['stream']), candidate, streams)).length === 1 &&
        namesStream(readText(raw['stream']), stream, streams),
    )
    const amount = override === undefined ? null : readStated(override, 'qualifying_monthly')
    return amount === null ? null : toCents(amount)
  }
}

const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A stream with its amounts in cents per month. */
interface WorkedStream {
  readonly stream: Stream
  readonly all: Outcome
  computed: bigint | null
  grossUp: bigint
  qualifying: bigint
  supportable: bigint | null
  verified: bigint
  readonly flags: Set<string>
  readonly conditions: readonly Condition[]
  readonly documentConditions: readonly Condition[]
}

// Leaves out the loss of a secondary business, as Fannie Mae and Freddie Mac do.
function leaveOutSecondaryLosses(workedStreams: readonly WorkedStream[], settings: Settings): void {
  if (!settings.isSecondaryLossLeftOut) return
  const candidates = workedStreams.filter(
    ({ stream, qualifying, flags }) => stream.secondary !== null && qualifying < 0n && !flags.has('overridden'),
  )
  for (const candidate of candidates) {
    const { borrower, secondary } = candidate.stream
    // Reading: the other income is what the borrower's streams qualify, without the losses that this rule is about.
    const otherStreams = workedStreams.filter(row => row.stream.borrower === borrower && !candidates.includes(row))
    const income = otherStreams.reduce((total, { qualifying }) => total + qualifying, 0n)
    if (secondary !== 'stated' && -candidate.qualifying >= income) continue
    candidate.qualifying = 0n
    // Verified income is worked out on documents of the IRS alone, so only their other income is larger than the loss.
    const verifiedIncome = otherStreams.reduce((total, { verified }) => total + verified, 0n)
    if (secondary === 'stated' || -candidate.verified < verifiedIncome) candidate.verified = 0n
    if (candidate.supportable !== null && candidate.supportable < 0n) candidate.supportable = 0n
    candidate.flags.add('loss_not_considered')
  }
}

const SEVERITIES: readonly Severity[] = ['blocking', 'review', 'standard', 'ignore']

// Joins conditions with the same code: the worst severity counts, and the condition is open if one of them is.
function joinConditions(conditions: readonly Condition[]): { code: string; severity: Severity; isMet: boolean }[] {
  return [...new Set(conditions.map(({ code }) => code))].sort().map(code => {
    const rows = conditions.filter(condition => condition.code === code)
    const [severity] = rows.map(row => row.severity).sort((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b))
    return { code, severity: severity!, isMet: rows.every(({ isMet }) => isMet) }
  })
}

const text = (cents: bigint): string => formatDecimal(cents, 2)

function toRow({ stream, all, conditions, documentConditions, ...amounts }: WorkedStream): StreamRow {
  return {
    borrower: stream.borrower,
    stream: stream.key,
    category: stream.category,
    name: stream.name,
    items: stream.items,
    latest_amount: all.latest === null ? null : text(toCents(all.latest)),
    prior_amount: all.prior === null ? null : text(toCents(all.prior)),
    history_years: all.history,
    trend: all.trend,
    computed_monthly: amounts.computed === null ? null : text(amounts.computed),
    gross_up: text(amounts.grossUp),
    qualifying_monthly: text(amounts.qualifying),
    supportable_monthly: amounts.supportable === null ? null : text(amounts.supportable),
    verified_monthly: text(amounts.verified),
    flags: [...amounts.flags].sort(),
    conditions: joinConditions([...conditions, ...documentConditions]).map(({ code }) => code),
  }
}

/** Works out a raw dossier under a preset. `knownFacts` is what the lender states, as JSON. */
export function underwriteReference(
  taxpayer: unknown,
  policyName: string,
  knownFacts?: unknown,
  requestedYear?: number,
): ReferenceUnderwriting {
  const settings = findPreset(policyName)
  const input = readInput(isObject(taxpayer) ? taxpayer : ({} as Raw), knownFacts)
  const asOfYear = chooseAsOfYear(input, settings, requestedYear)
  const underwriter = new Underwriter(input, settings, asOfYear ?? 0)
  const workedStreams = underwriter.listStreams(asOfYear !== null).map(stream => underwriter.workOut(stream))
  for (const row of workedStreams) {
    const amount = underwriter.findOverride(row.stream)
    if (amount === null) continue
    row.qualifying = amount
    row.verified = minimum(row.verified, amount)
    // Reading: the amount of a person counts, so nothing is left to explain.
    row.flags.delete('not_computable')
    row.flags.add('overridden')
  }
  leaveOutSecondaryLosses(workedStreams, settings)
  const streams = workedStreams.map(toRow).sort(byBorrowerAndKey)
  const conditions = workedStreams.flatMap(({ stream, conditions: ofStream, documentConditions }) =>
    joinConditions([...ofStream, ...documentConditions]).map(
      ({ code, severity, isMet }): ConditionRow => ({
        ...{ borrower: stream.borrower, stream: stream.key, condition: code, severity, isMet },
      }),
    ),
  )
  return {
    input,
    asOfYear,
    streams,
    conditions: [...conditions, ...listBorrowerConditions(input, settings, asOfYear)],
    totals: listTotals(input, workedStreams),
  }
}

const byBorrowerAndKey = (a: StreamRow, b: StreamRow): number => {
  const [x, y] = [`${a.borrower}\n${a.stream}`, `${b.borrower}\n${b.stream}`]
  return x < y ? -1 : x > y ? 1 : 0
}

function listBorrowerConditions(input: Input, settings: Settings, asOfYear: number | null): ConditionRow[] {
  const rows: ConditionRow[] = []
  const metConditions = readMetConditions(input)
  const raise = (borrower: string, condition: string, year: number | null): void => {
    const severity = severityOf(settings, condition)
    if (severity === 'ignore') return
    const isMet = metConditions.some(
      fact =>
        fact.borrower === borrower &&
        fact.code === condition &&
        fact.stream === null &&
        (fact.year === null || fact.year === (year ?? asOfYear)),
    )
    rows.push({ borrower, stream: null, condition, severity, isMet })
  }
  if (asOfYear === null) return rows
  const newestYear = Number(input.newestDay.slice(0, 4))
  for (const borrower of input.borrowers) {
    const unreadYears = input.unknownForms
      .filter(form => form.borrower === borrower)
      .map(({ year }) => year)
      .filter(year => year === null || year === asOfYear || year === asOfYear - 1)
    for (const year of new Set(unreadYears)) raise(borrower, 'unread_form', year)
    // Reading: each borrower needs the documents of the latest year.
    if (asOfYear < newestYear - 1) raise(borrower, 'latest_year_documents', newestYear - 1)
  }
  return rows
}

function listTotals(input: Input, workedStreams: readonly WorkedStream[]): TotalRow[] {
  const totalOf = (borrower: string, rows: readonly WorkedStream[]): TotalRow => ({
    borrower,
    qualifying_monthly: text(rows.reduce((total, row) => total + row.qualifying, 0n)),
    supportable_monthly: text(rows.reduce((total, row) => total + (row.supportable ?? 0n), 0n)),
    verified_monthly: text(rows.reduce((total, row) => total + row.verified, 0n)),
    gross_up: text(rows.reduce((total, row) => total + row.grossUp, 0n)),
  })
  const rows = input.borrowers.map(borrower =>
    totalOf(
      borrower,
      workedStreams.filter(({ stream }) => stream.borrower === borrower),
    ),
  )
  return rows.length > 1 ? [...rows, totalOf('all', workedStreams)] : rows
}
