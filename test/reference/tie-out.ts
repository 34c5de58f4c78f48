// A second reading of tie-out: compares the income of a loan application with the documents, from the text alone. Its
// inputs are the second reading of streams and the loans of the table `mortgages`.
import { areEmployerNamesEqual } from './names.js'
import { scoreName, taxpayerLastFour } from './resolve.js'
import { toCents } from './streams/amounts.js'
import type { Dice } from './streams/dice.js'
import { groupByIssuer, makeGroup } from './streams/employers.js'
import { chooseAsOfYear, type Input, readInput } from './streams/input.js'
import { averageOf, perMonth, toSeries } from './streams/outcome.js'
import { payOf } from './streams/pay.js'
import { findPreset, type Settings } from './streams/policies.js'
import { type ReferenceUnderwriting, underwriteReference } from './streams/underwrite.js'
import { halfAway, halfEven, isFull, lastFour, magnitude, type Raw, readIdentifier, readMoney } from './values.js'

export interface StatedEmployer {
  name: string
  ein?: string
  monthly: number | string | null
  former?: boolean
  end?: string
}
interface StatedCategory {
  category: string
  monthly: number | string
  also?: string[]
}
export interface StatedBorrower {
  last4?: string
  employers?: StatedEmployer[]
  income?: StatedCategory[]
}
interface StatedMortgage {
  lender?: string
  monthly?: number | string
  balance?: number | string
}
/** The income that a loan application states. */
export interface Application {
  taxpayerId: string
  borrowers: StatedBorrower[]
  mortgages?: StatedMortgage[]
}

/** A loan of the as-of year, in cents. */
export interface Loan {
  readonly lenders: string
  readonly principal: bigint | null
  readonly interest: bigint
  readonly insurance: bigint
}

/** A row of the table. Amounts are cents, and the ratio is in millionths. */
export interface TieOutRow {
  readonly borrower: string
  readonly item: 'employer' | 'category' | 'mortgage'
  readonly name: string | null
  readonly stated: bigint | null
  readonly documented: bigint | null
  readonly difference: bigint | null
  readonly ratio: bigint | null
  readonly finding: string
}

/** An amount of the documents under a name. The amount is null if it cannot be compared. */
interface Documented {
  readonly name: string | null
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly amount: bigint | null
  readonly isFormer: boolean
}

/** The documents of a dossier under one policy. */
export interface Evidence {
  readonly input: Input
  readonly year: number | null
  readonly settings: Settings
  readonly figures: ReferenceUnderwriting
}

const readCents = (raw: unknown): bigint | null => {
  const box = readMoney(raw)
  return box === 'lost' ? null : box
}

const isWithinFivePercent = (amount: bigint, reference: bigint): boolean =>
  20n * magnitude(amount - reference) <= magnitude(reference)

/** Reads the documents. */
export function readEvidence(raw: Raw, policy: string, knownFacts: Raw | undefined): Evidence {
  const [input, settings] = [readInput(raw, knownFacts), findPreset(policy)]
  const year = chooseAsOfYear(input, settings, undefined)
  return { input, settings, year, figures: underwriteReference(raw, policy, knownFacts) }
}

/**
 * Lists a borrower's employers. The amount is the average that the policy asks for, and a decline is not applied.
 * Reading: pay is box 1, as in the table `employment`, and employers of one job that have different numbers are apart.
 */
export function listDocumentedEmployers({ input, settings, year }: Evidence, borrower: string): Documented[] {
  if (year === null) return []
  return groupByIssuer(input.items.filter(item => payOf(item) !== null)).flatMap((all): Documented[] => {
    const { name, ids, names } = makeGroup(all)
    const members = all.filter(item => item.borrower === borrower && item.year <= year)
    if (members.length === 0) return []
    const pay = members.flatMap(({ year: ofYear, reading }) =>
      reading.facts
        .filter(({ counted, role }) => counted && role === 'income.wages')
        .map(({ amount }) => ({ year: ofYear, amount })),
    )
    const series = toSeries(pay)
    const [latest, prior] = [series.get(year), series.get(year - 1)]
    const party = { name: name === 'unnamed' ? null : name, ids, names }
    if (latest === undefined) return [{ ...party, amount: null, isFormer: true }]
    const lastYear = toCents(perMonth(latest))
    const average = prior === undefined ? lastYear : toCents(averageOf(latest, prior))
    const isLower = settings.averaging === 'lesser' && lastYear < average
    return [{ ...party, amount: settings.averaging === 'latest' || isLower ? lastYear : average, isFormer: false }]
  })
}

// Reading: box 1 includes these parts of pay. Income that only the lender states is not documented.
const NOT_LISTED = [
  'wages',
  'officer_compensation',
  'equity_pay',
  'deferred_pay',
  'sick_pay',
  'allocated_tips',
  'other_income',
]
/** Gross receipts of these categories are not income. */
const GROSS = ['self_employment', 'rental']

/** Returns the documented amount of categories: null if it cannot be computed, and undefined without documents. */
export function findCategoryAmount(
  { figures, settings }: Evidence,
  borrower: string,
  categories: readonly string[],
  isStated = true,
): bigint | null | undefined {
  // Reading: stated royalties and rents are compared without documents, but a stated cash flow is not. Income that ended before the as-of year is not documented.
  const streams = figures.streams.filter(
    ({ borrower: of, category, latest_amount, computed_monthly }) =>
      of === borrower &&
      categories.includes(category) &&
      (latest_amount !== null ||
        (category !== 'self_employment' && computed_monthly !== null && readCents(computed_monthly) !== 0n)),
  )
  if (streams.length === 0) return undefined
  let total = 0n
  for (const { category, computed_monthly, gross_up, latest_amount } of streams) {
    const computed = readCents(computed_monthly)
    const latest = readCents(latest_amount)
    if (computed !== null) total += settings.isRatioOnly ? computed : computed - readCents(gross_up)!
    else if ((isStated && GROSS.includes(category)) || latest === null) return null
    else total += halfAway(latest, 12n)
  }
  return total
}

const WEAK_WORDS = ['INC', 'LLC', 'CORP', 'CO', 'LP', 'LTD', 'PLLC', 'PC', 'NA', 'THE', 'AND', 'OF']

const toSignificantWords = (name: string): string[] =>
  name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '' && !WEAK_WORDS.includes(part))

function shareWords(a: string, b: string): boolean {
  const [x, y] = [toSignificantWords(a), toSignificantWords(b)]
  const contains = (all: string[], some: string[]): boolean => some.length > 0 && some.every(part => all.includes(part))
  return contains(x, y) || contains(y, x)
}

const isSameId = (a: string, b: string): boolean => (isFull(a) && isFull(b) ? a === b : lastFour(a) === lastFour(b))

type Tier<S, D> = (stated: S, documented: D) => boolean

/** Pairs stated and documented items: those of the first tier first. An item is in at most one pair. */
function pairUp<S, D>(stated: readonly S[], documented: readonly D[], tiers: readonly Tier<S, D>[]): Map<S, D> {
  const pairs = new Map<S, D>()
  const used = new Set<D>()
  for (const fits of tiers)
    for (const statement of stated) {
      if (pairs.has(statement)) continue
      const match = documented.find(candidate => !used.has(candidate) && fits(statement, candidate))
      if (match === undefined) continue
      pairs.set(statement, match)
      used.add(match)
    }
  return pairs
}

const NAME_TIERS: readonly ((a: string, b: string) => boolean)[] = [
  (a, b) => a.toUpperCase() === b.toUpperCase(),
  (a, b) => areEmployerNamesEqual(a, b),
  (a, b) => scoreName(a, b) === 2,
  shareWords,
]

const identify = ({ ein }: StatedEmployer): string | null => readIdentifier(ein)

const EMPLOYER_TIERS: readonly Tier<StatedEmployer, Documented>[] = [
  (employer, { ids }) => ids.some(id => identify(employer) !== null && isSameId(id, identify(employer)!)),
  ...NAME_TIERS.map(
    (isSame): Tier<StatedEmployer, Documented> =>
      (employer, { ids, names }) =>
        (identify(employer) === null || ids.length === 0) && names.some(name => isSame(employer.name, name)),
  ),
]

function makeRow(
  row: Pick<TieOutRow, 'borrower' | 'item' | 'name'>,
  stated: bigint | null | undefined,
  documented: bigint | null | undefined,
  finding?: string,
): TieOutRow {
  const [a, b] = [stated ?? null, documented ?? null]
  const difference = a === null || b === null ? null : a - b
  const ratio =
    difference === null || b === null || b === 0n
      ? null
      : b > 0n
        ? halfEven(difference * 1_000_000n, b)
        : halfEven(-difference * 1_000_000n, -b)
  const compared =
    documented === undefined
      ? 'stated_only'
      : b === null
        ? 'not_computable'
        : a === null
          ? 'not_computable'
          : isWithinFivePercent(a, b)
            ? 'agrees'
            : a > b
              ? 'stated_higher'
              : 'stated_lower'
  return { ...row, stated: a, documented: b, difference, ratio, finding: finding ?? compared }
}

/** Finds the borrower that a part of the application is about. Null if the application does not name the borrower. */
function findBorrower({ input }: Evidence, application: Application, { last4 }: StatedBorrower): string | null {
  if (last4 === undefined) return application.borrowers.length === 1 ? 'self' : null
  const { read, lender, borrowers, items } = input
  if (taxpayerLastFour(read.votes, read.tin) === last4) return 'self'
  const identified = lender.borrowers.find(({ identifiers }) => identifiers.some(id => lastFour(id) === last4))
  const item = items.find(({ entry }) => entry.recipient.id !== null && lastFour(entry.recipient.id) === last4)
  return borrowers.find(borrower => borrower === last4) ?? identified?.id ?? item?.borrower ?? last4
}

function listBorrowerRows(evidence: Evidence, borrower: string, part: StatedBorrower): TieOutRow[] {
  const rows: TieOutRow[] = []
  const documented = listDocumentedEmployers(evidence, borrower)
  const employers = part.employers ?? []
  const pairs = pairUp(employers, documented, EMPLOYER_TIERS)
  for (const employer of employers) {
    const match = pairs.get(employer)
    const row = { borrower, item: 'employer', name: employer.name } as const
    // A former employer is not compared. Reading: its row has no documented amount.
    const hasEnded = employer.end !== undefined && employer.end <= `${evidence.year}-12-31`
    if ((employer.former === true || hasEnded) && match !== undefined) {
      rows.push(makeRow(row, readCents(employer.monthly), null))
      continue
    }
    // Reading: an employer whose documents end before the as-of year is stated only.
    const amount = match?.isFormer === true ? undefined : match?.amount
    rows.push(makeRow(row, readCents(employer.monthly), amount))
  }
  const matched = new Set(pairs.values())
  for (const employer of documented)
    if (!employer.isFormer && !matched.has(employer))
      rows.push(makeRow({ borrower, item: 'employer', name: employer.name }, null, employer.amount, 'documented_only'))
  const covered = new Set(NOT_LISTED)
  for (const { category, also = [], monthly } of part.income ?? []) {
    for (const name of [category, ...also]) covered.add(name)
    const amount = findCategoryAmount(evidence, borrower, [category, ...also])
    rows.push(makeRow({ borrower, item: 'category', name: category }, readCents(monthly), amount))
  }
  const streams = evidence.figures.streams.filter(stream => stream.borrower === borrower)
  for (const category of new Set(streams.map(stream => stream.category))) {
    if (covered.has(category)) continue
    const amount = findCategoryAmount(evidence, borrower, [category], false)
    if (amount !== undefined)
      rows.push(makeRow({ borrower, item: 'category', name: category }, null, amount, 'documented_only'))
  }
  return rows
}

function listMortgageRows(borrower: string, loans: readonly Loan[], mortgages: readonly StatedMortgage[]): TieOutRow[] {
  const lendersOf = ({ lenders }: Loan): string[] => lenders.split(';').map(lender => lender.trim())
  const pairs = pairUp(mortgages, loans, [
    ...NAME_TIERS.map(
      (isSame): Tier<StatedMortgage, Loan> =>
        ({ lender }, loan) =>
          lender !== undefined && lendersOf(loan).some(candidate => isSame(lender, candidate)),
    ),
    ({ balance }, { principal }) =>
      balance !== undefined && principal !== null && isWithinFivePercent(readCents(balance)!, principal),
  ])
  const costOf = ({ interest, insurance }: Loan): bigint => halfAway(interest + insurance, 12n)
  const rows = mortgages.map((mortgage): TieOutRow => {
    const loan = pairs.get(mortgage)
    const name = mortgage.lender ?? loan?.lenders ?? null
    const [payment, balance] = [readCents(mortgage.monthly), readCents(mortgage.balance)]
    const row = { borrower, item: 'mortgage', name } as const
    if (loan === undefined) return makeRow(row, payment, undefined)
    const cost = costOf(loan)
    const isTooLow = payment !== null && payment < cost && !isWithinFivePercent(payment, cost)
    const hasBalance = balance !== null && loan.principal !== null
    const isOff = hasBalance && !isWithinFivePercent(balance, loan.principal!)
    const ofBalance = isOff ? (balance > loan.principal! ? 'stated_higher' : 'stated_lower') : 'agrees'
    // Reading: a payment includes principal and escrow, so no difference is printed.
    return { ...makeRow(row, payment, cost, isTooLow ? 'stated_lower' : ofBalance), difference: null, ratio: null }
  })
  const matched = new Set(pairs.values())
  const others = loans.filter(loan => !matched.has(loan))
  return [
    ...rows,
    ...others.map(loan =>
      makeRow({ borrower, item: 'mortgage', name: loan.lenders }, null, costOf(loan), 'documented_only'),
    ),
  ]
}

/** Compares an application with the documents. `loans` are those of the as-of year. */
export function tieOutReference(evidence: Evidence, application: Application, loans: readonly Loan[]): TieOutRow[] {
  const parts = application.borrowers.map(part => ({ part, borrower: findBorrower(evidence, application, part) }))
  const unstated = evidence.input.borrowers.filter(borrower => !parts.some(row => row.borrower === borrower))
  return [
    ...parts.flatMap(({ part, borrower }) => listBorrowerRows(evidence, borrower ?? 'unknown', part)),
    ...unstated.flatMap(borrower => listBorrowerRows(evidence, borrower, {})),
    // Reading: if only one borrower has income, the household is that borrower.
    ...listMortgageRows(
      new Set(evidence.figures.streams.map(({ borrower }) => borrower)).size <= 1 ? 'self' : 'all',
      loans,
      application.mortgages ?? [],
    ),
  ]
}

const FACTORS = [1, 1, 1, 1.02, 1.049, 1.051, 0.951, 0.949, 0.7, 1.5, 3]
const STATABLE = [
  ...['self_employment', 'rental', 'royalties', 'partnership', 's_corporation', 'interest', 'dividends'],
  ...['capital_gains', 'retirement', 'social_security', 'unemployment', 'estate_trust'],
]

const dollarsOf = (cents: bigint | null | undefined, factor: number): number =>
  Math.round(Number(cents ?? 150_000n) * factor) / 100

/** Cuts, abbreviates, extends or changes a name, or leaves it as it is. */
function varyName(dice: Dice, name: string): string {
  const parts = name.split(' ')
  const names = [name, name, name.toLowerCase(), name.slice(0, 4).trim(), parts[0]!, parts.slice(0, -1).join(' ')]
  return dice.pick([...names, `${name} of Ohio`, `The ${name}, Inc.`, 'CORNER CAFE']) || name
}

/** States random income about the borrowers of a case: it fits, is a little off, far off, or names nobody's employer. */
export function makeRandomApplication(dice: Dice, evidence: Evidence, loans: readonly Loan[]): Application {
  const stateBorrower = (borrower: string): StatedBorrower => {
    const employers = listDocumentedEmployers(evidence, borrower).flatMap(({ name, ids, amount }): StatedEmployer[] => {
      // Two employers whose names fit one statement cannot be told apart, and unnamed ones cannot be stated.
      const isAmbiguous = evidence.input.items.some(
        ({ entry: { issuer } }) =>
          issuer.name?.startsWith(String(name).slice(0, 3)) === true && !ids.some(id => isSameId(id, issuer.id ?? '')),
      )
      if (name === null || isAmbiguous) return []
      if (dice.chance(0.15)) return []
      const [id] = ids
      const ein = dice.chance(0.3) && id !== undefined && isFull(id) ? id : dice.chance(0.1) ? '009999999' : undefined
      return [
        {
          name: varyName(dice, name),
          monthly: dice.chance(0.05) ? null : dollarsOf(amount, dice.pick(FACTORS)),
          ...(ein === undefined ? {} : { ein }),
          ...(dice.chance(0.05)
            ? { former: true }
            : dice.chance(0.1)
              ? { end: dice.pick(['2022-05-31', '2024-12-31', '2025-01-01']) }
              : {}),
        },
      ]
    })
    if (dice.chance(0.2)) employers.push({ name: 'NOBODY KNOWS LTD', monthly: 1234.5 })
    const income = STATABLE.flatMap((category): StatedCategory[] => {
      const amount = findCategoryAmount(evidence, borrower, [category])
      if (dice.chance(amount === undefined ? 0.97 : 0.3)) return []
      return [{ category, monthly: dollarsOf(amount, dice.pick(FACTORS)) }]
    })
    return { ...(dice.chance(0.9) ? { employers } : {}), ...(dice.chance(0.9) ? { income } : {}) }
  }
  const fours = dice.pick([['1111'], ['1111'], ['1111', '2222'], ['1111', '2222'], ['2222'], ['1111', '3333'], []])
  const borrowers = fours.map((last4): StatedBorrower => {
    const [borrower] = evidence.input.borrowers.filter(id => id === (last4 === '1111' ? 'self' : last4))
    const isAnonymous = fours.length === 1 && last4 === '1111' && dice.chance(0.4)
    return { ...(isAnonymous ? {} : { last4 }), ...stateBorrower(borrower ?? 'self') }
  })
  const mortgages = loans.flatMap((loan): StatedMortgage[] => {
    if (dice.chance(0.2)) return []
    const lender = dice.chance(0.8) ? varyName(dice, loan.lenders.split(';')[0]!.trim()) : undefined
    const monthly = dice.chance(0.85)
      ? dollarsOf((loan.interest + loan.insurance) / 12n, dice.pick(FACTORS))
      : undefined
    const balance = dice.chance(0.7) ? dollarsOf(loan.principal, dice.pick(FACTORS)) : undefined
    return [
      {
        ...(lender === undefined ? {} : { lender }),
        ...(monthly === undefined ? {} : { monthly }),
        ...(balance === undefined ? {} : { balance }),
      },
    ]
  })
  if (dice.chance(0.1)) mortgages.push({ lender: 'FAR AWAY BANK', monthly: 900, balance: 123_000 })
  return { taxpayerId: evidence.input.read.taxpayerId, borrowers, ...(dice.chance(0.9) ? { mortgages } : {}) }
}

/**
 * Takes businesses out of a dossier: Schedules K-1, and the mark of a statutory employee. The product compares them, and
 * the employers of the same name, by other rules than the text.
 */
export function withoutBusinesses(raw: Raw): Raw {
  const text = JSON.stringify(raw, (key, value) =>
    key.startsWith('schedule_k1_1065') || key.startsWith('schedule_k1_1120s') || key === 'statutory_employee'
      ? undefined
      : value,
  )
  return JSON.parse(text) as Raw
}
