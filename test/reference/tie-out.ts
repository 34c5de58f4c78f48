// A second reading of tie-out: compares the income of a loan application with the documents, from the text alone. Its
// inputs are the second reading of streams and the loans of the table `mortgages`.

import type { Mortgage } from '../../src/index.js'
import type {
  StatedBorrower,
  StatedEmployer,
  StatedIncome,
  StatedMortgage,
} from '../../src/underwriting/facts/stated-income.js'
import type { StreamCategory } from '../../src/underwriting/policies/policy.js'
import { scoreName, taxpayerLastFour } from './resolve.js'
import { exact, exactNumber, multiply, subtract, toCents } from './streams/amounts.js'
import type { Dice } from './streams/dice.js'
import { type Group, groupByIssuer, listEmployers, makeGroup } from './streams/employers.js'
import type { Input, Item } from './streams/input.js'
import { applyPolicy, perMonth, toSeries, trendOf } from './streams/outcome.js'
import { payOf } from './streams/pay.js'
import { findPreset, type Settings } from './streams/policies.js'
import { type ReferenceUnderwriting, type StreamRow, underwriteReference } from './streams/underwrite.js'
import { halfAway, halfEven, isFull, lastFour, magnitude, type Raw, readIdentifier, readMoney } from './values.js'

/** A loan of the as-of year, as the table `mortgages` has it. */
type Loan = Pick<Mortgage, 'borrower' | 'lenders' | 'principal' | 'interest' | 'insurancePremiums'>

/** A row of the table. Amounts are cents, and the ratio is in millionths. */
export interface TieOutRow {
  readonly borrower: string
  readonly item: 'employer' | 'category' | 'mortgage'
  readonly name: string | null
  readonly statedMonthly: bigint | null
  readonly documented: bigint | null
  readonly difference: bigint | null
  readonly ratio: bigint | null
  readonly finding: string
}

/** The documents of a dossier under one policy. */
interface Evidence {
  readonly input: Input
  readonly year: number
  readonly settings: Settings
  readonly figures: ReferenceUnderwriting
}

const toPennies = (amount: Mortgage['interest']): bigint => BigInt(amount.toFixed(2).replace('.', ''))

const readCents = (raw: unknown): bigint | null => {
  const box = readMoney(raw)
  return box === 'lost' ? null : box
}

const isWithinFivePercent = (amount: bigint, reference: bigint): boolean =>
  20n * magnitude(amount - reference) <= magnitude(reference)

/** Reads the documents. */
export function readEvidence(raw: Raw, policy: string, knownFacts: Raw | undefined): Evidence {
  const figures = underwriteReference(raw, policy, knownFacts)
  return { input: figures.input, settings: findPreset(policy), year: figures.asOfYear ?? 0, figures }
}

// Gross pay and the earnings of a business. Receipts are compared with an employer only if it pays none of these.
const WAGES = ['wages', 'officer_compensation', 'equity_pay', 'deferred_pay']
const PAY = [...WAGES, 'partnership', 's_corporation']
const RECEIPTS = ['self_employment']

// Lists the amounts of a document that belong to a category. An amount that cannot be read is 0.
function amountsOf(item: Item, category: string): { year: number; amount: bigint }[] {
  const { gross, equity, deferred } = payOf(item) ?? {}
  const pay = {
    wages: gross,
    officer_compensation: gross,
    sick_pay: gross,
    equity_pay: equity,
    deferred_pay: deferred,
  }[category]
  const amounts = [...WAGES, 'sick_pay'].includes(category)
    ? [pay ?? 0n]
    : item.reading.facts.flatMap(fact => (fact.counted && fact.role === `income.${category}` ? [fact.amount] : []))
  return amounts.filter(amount => amount !== 0n).map(amount => ({ year: item.year, amount }))
}

type Test = (item: Item, category: string) => boolean

const hasAmount: Test = (item, category) =>
  amountsOf(item, category).length > 0 ||
  ([...WAGES, 'sick_pay'].includes(category) && payOf(item)?.isUnreadable === true)

const mayHaveAmount: Test = (item, category) =>
  hasAmount(item, category) || item.reading.unreadRoles.includes(`income.${category}`)

// Reading: a stream without an amount is listed only for an unreadable box, or if a flag says why a payer counts nothing.
const isListed = (row: StreamRow): boolean =>
  row.conditions.includes('unreadable_box') ||
  (['retirement', 'wages'].includes(row.category) && row.flags.length > 0) ||
  [row.latest_amount, row.prior_amount, row.computed_monthly].some(amount => amount !== null && amount !== '0.00')

/** What documents show. The amount is null if it cannot be compared. */
interface Documented {
  readonly amount: bigint | null
  readonly isGross: boolean
}

/**
 * Returns the documented amount of some documents in some categories: what the policy computes for a stream, or its formula
 * for these documents if the stream also has others. Null without a document of the as-of year.
 */
function findDocumented(
  { figures, settings, year }: Evidence,
  borrower: string,
  categories: readonly string[],
  includes: Test = () => true,
): Documented | null {
  const parts: Documented[] = []
  const usedItems = new Set<Item>()
  // Pay above the cap of a job is a stream of one of its employers. It comes after the job, so that no pay counts twice.
  const streams = figures.streams
    .filter(row => row.borrower === borrower && categories.includes(row.category) && isListed(row))
    .sort((a, b) => b.items.length - a.items.length)
  for (const stream of streams) {
    const { category } = stream
    const paidItems = stream.items.filter(item => hasAmount(item, category))
    const items = paidItems.filter(item => category !== 'wages' || !usedItems.has(item))
    const chosen = items.filter(item => includes(item, category))
    const rows = chosen.flatMap(item => amountsOf(item, category))
    const isWhole = items.every(item => item.year < year - 1 || chosen.includes(item))
    const computed = readCents(stream.computed_monthly)
    const latest = isWhole ? readCents(stream.latest_amount) : (toSeries(rows).get(year)?.top ?? null)
    const isPaid = isWhole ? chosen.length > 0 && latest !== null : rows.some(row => row.year === year)
    // Reading: a document without a readable amount belongs to its issuer. Income without any document may be anybody's.
    const possibleItems = paidItems.length === 0 ? stream.items : paidItems
    const mayBePaid =
      computed === null && (possibleItems.length === 0 || possibleItems.some(item => includes(item, category)))
    if (!isPaid && !mayBePaid) continue
    const isGross = stream.conditions.some(code => code.startsWith('schedule_'))
    const latestMonthly = { amount: latest === null ? null : halfAway(latest, 12n), isGross }
    if (computed === null) parts.push(latestMonthly)
    else if (isWhole)
      parts.push({ amount: settings.isRatioOnly ? computed : computed - readCents(stream.gross_up)!, isGross: false })
    else parts.push(applyFormula(stream, toSeries(rows), year, settings))
    if (!isWhole && category === 'wages') for (const item of chosen) usedItems.add(item)
  }
  if (parts.length === 0) return null
  const amounts = parts.flatMap(({ amount }) => amount ?? [])
  return {
    amount: amounts.length < parts.length ? null : amounts.reduce((total, amount) => total + amount, 0n),
    isGross: parts.some(({ isGross }) => isGross),
  }
}

function applyFormula(
  { category, flags }: StreamRow,
  series: ReturnType<typeof toSeries>,
  year: number,
  settings: Settings,
): Documented {
  const latest = series.get(year)!
  const prior = series.get(year - 1) ?? null
  const isSeparate = category === 'equity_pay' || category === 'deferred_pay'
  const trend = isSeparate ? 'stable' : trendOf(latest, prior, settings)
  const formula = applyPolicy(latest, prior, trend, isSeparate ? { ...settings, averaging: 'average' } : settings)
  if (category !== 'self_employment') return { amount: toCents(formula), isGross: false }
  // Reading: a stated cash flow is that of all receipts, so a part of the receipts stays gross.
  if (!flags.includes('expenses_assumed')) return { amount: toCents(perMonth(latest)), isGross: true }
  const net = multiply(formula, subtract(exact(1n), exactNumber(settings.selfEmployedExpenses!)))
  return { amount: toCents(net), isGross: false }
}

/** An issuer that pays a borrower for work. */
type Payer = Omit<Group, 'name'> & { readonly name: string | null }

// Reading: of several names, an issuer has the longest, and of those the first in the order of letters.
const makePayer = (items: readonly Item[]): Payer => {
  const [name = null] = makeGroup(items).names.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
  return { ...makeGroup(items), name }
}

/** Lists the issuers that pay a borrower for work, those of the as-of year first. Joined employers are one. */
function listPayers({ input, year }: Evidence, borrower: string): Payer[] {
  const isPaidWork = (item: Item): boolean =>
    item.borrower === borrower && [...PAY, ...RECEIPTS].some(category => mayHaveAmount(item, category))
  const employers = listEmployers(input)
  const byKey = new Map<unknown, Item[]>()
  for (const group of groupByIssuer(input.items.filter(isPaidWork))) {
    const key = employers.find(({ items }) => group.some(item => items.includes(item))) ?? group
    byKey.set(key, [...(byKey.get(key) ?? []), ...group])
  }
  const payers = [...byKey.values()].map(makePayer)
  const isCurrent = ({ items }: Payer): boolean => items.some(item => item.year === year)
  return [...payers.filter(isCurrent), ...payers.filter(payer => !isCurrent(payer))]
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

type Tier<S, D> = (statement: S, documented: D) => boolean

/** Pairs stated and documented items: those of the first tier first. An item is in at most one pair. */
function pairUp<S, D>(statements: readonly S[], documented: readonly D[], tiers: readonly Tier<S, D>[]): Map<S, D> {
  const pairs = new Map<S, D>()
  const used = new Set<D>()
  for (const fits of tiers)
    for (const statement of statements) {
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
  (a, b) => scoreName(a, b) === 2,
  shareWords,
]

const EMPLOYER_TIERS: readonly Tier<StatedEmployer, Payer>[] = [
  ({ ein }, { ids }) => ids.some(id => isFull(id) && id === readIdentifier(ein)),
  ({ ein }, { ids }) => ids.some(id => readIdentifier(ein) !== null && isSameId(id, readIdentifier(ein)!)),
  ...NAME_TIERS.map(
    (isSame): Tier<StatedEmployer, Payer> =>
      ({ ein, name }, { ids, names }) =>
        (readIdentifier(ein) === null || ids.length === 0) && names.some(candidate => isSame(name, candidate)),
  ),
]

function makeRow(
  row: Pick<TieOutRow, 'borrower' | 'item' | 'name'>,
  statedMonthly: bigint | null,
  documented: bigint | null,
  finding?: string,
): TieOutRow {
  if (statedMonthly === null || documented === null)
    return { ...row, statedMonthly, documented, ...NO_DIFFERENCE, finding: finding ?? 'not_computable' }
  const difference = statedMonthly - documented
  const sign = documented < 0n ? -1n : 1n
  const ratio = documented === 0n ? null : halfEven(sign * difference * 1_000_000n, sign * documented)
  const direction = difference > 0n ? 'stated_higher' : 'stated_lower'
  const compared = isWithinFivePercent(statedMonthly, documented) ? 'agrees' : direction
  return { ...row, statedMonthly, documented, difference, ratio, finding: finding ?? compared }
}

const NO_DIFFERENCE = { difference: null, ratio: null }

/** Finds the borrower that a part of the application is about. */
function findBorrower({ input }: Evidence, application: StatedIncome, { last4 }: StatedBorrower): string {
  const isOnly = application.borrowers.length === 1
  if (last4 === undefined) return isOnly ? 'self' : 'unknown'
  const { read, lender, borrowers, items } = input
  const taxpayerFour = taxpayerLastFour(read.votes, read.tin)
  if (taxpayerFour === last4 || (isOnly && taxpayerFour === null)) return 'self'
  const identified = lender.borrowers.find(({ identifiers }) => identifiers.some(id => lastFour(id) === last4))
  const item = items.find(({ entry }) => entry.recipient.id !== null && lastFour(entry.recipient.id) === last4)
  return borrowers.find(borrower => borrower === last4) ?? identified?.id ?? item?.borrower ?? last4
}

function listBorrowerRows(evidence: Evidence, borrower: string, { employers = [], income = [] }: StatedBorrower) {
  const payers = listPayers(evidence, borrower)
  const isFormer = ({ former, end }: StatedEmployer): boolean =>
    former === true || (end !== undefined && end <= `${evidence.year}-12-31`)
  // An employer that goes on is matched first.
  const ordered = employers.toSorted((a, b) => Number(isFormer(a)) - Number(isFormer(b)))
  const pairs = pairUp(ordered, payers, EMPLOYER_TIERS)
  const statedPay = new Set<Item>()
  const statedReceipts = new Set<Item>()
  const find = (categories: readonly string[], includes: Test): Documented | null =>
    findDocumented(evidence, borrower, categories, includes)
  const amounts = new Map<StatedEmployer, Documented | null>()
  for (const [employer, { items }] of pairs) {
    const includes: Test = item => items.includes(item)
    const pay = find(PAY, includes)
    const hasReceipts = items.some(item => mayHaveAmount(item, 'self_employment'))
    amounts.set(employer, pay ?? (hasReceipts ? find(RECEIPTS, includes) : null))
    for (const item of items) {
      statedPay.add(item)
      if (pay === null) statedReceipts.add(item)
    }
  }
  const businesses = employers.filter(
    employer => employer.selfEmployed === true && !isFormer(employer) && !pairs.has(employer),
  )
  const isOpen: Test = (item, category) => !hasAmount(item, category) || !statedReceipts.has(item)
  const receipts = businesses.length === 0 ? null : find(RECEIPTS, isOpen)
  const compare = (row: Pick<TieOutRow, 'borrower' | 'item' | 'name'>, raw: unknown, documented: Documented | null) =>
    documented === null
      ? makeRow(row, readCents(raw), null, 'stated_only')
      : makeRow(row, readCents(raw), documented.isGross ? null : documented.amount)
  const rows = employers.map((employer): TieOutRow => {
    const row = { borrower, item: 'employer', name: employer.name } as const
    const isUncomparable = pairs.has(employer)
      ? isFormer(employer)
      : receipts !== null && businesses.includes(employer) && businesses.length > 1
    if (isUncomparable) return makeRow(row, readCents(employer.monthly), null)
    return compare(row, employer.monthly, businesses.includes(employer) ? receipts : (amounts.get(employer) ?? null))
  })
  const isUnstated: Test = (item, category) =>
    !hasAmount(item, category) ||
    (RECEIPTS.includes(category)
      ? receipts === null && !statedReceipts.has(item)
      : !PAY.includes(category) || !statedPay.has(item))
  for (const { category, also = [], monthly } of income)
    rows.push(compare({ borrower, item: 'category', name: category }, monthly, find([category, ...also], isUnstated)))
  const covered = [...WAGES, 'allocated_tips', ...income.flatMap(({ category, also = [] }) => [category, ...also])]
  const streams = evidence.figures.streams.filter(stream => stream.borrower === borrower)
  for (const category of new Set(streams.map(stream => stream.category))) {
    const amount = covered.includes(category) ? null : (find([category], isUnstated)?.amount ?? null)
    if (amount !== null)
      rows.push(makeRow({ borrower, item: 'category', name: category }, null, amount, 'documented_only'))
  }
  for (const { name, items } of payers) {
    const documented = find(WAGES, (item, category) => items.includes(item) && isUnstated(item, category))
    if (documented !== null)
      rows.push(makeRow({ borrower, item: 'employer', name }, null, documented.amount, 'documented_only'))
  }
  return rows
}

function listMortgageRows(
  household: string,
  loans: readonly Loan[],
  mortgages: readonly StatedMortgage[],
): TieOutRow[] {
  const nameOf = ({ lenders }: Loan): string | null => (lenders === 'not named' ? null : lenders)
  const lendersOf = (loan: Loan): string[] => (nameOf(loan) ?? '').split(';').map(lender => lender.trim())
  const pairs = pairUp(mortgages, loans, [
    ...NAME_TIERS.map(
      (isSame): Tier<StatedMortgage, Loan> =>
        ({ lender }, loan) =>
          lender !== undefined && lendersOf(loan).some(candidate => isSame(lender, candidate)),
    ),
    ({ balance }, { principal }) =>
      balance !== undefined && principal !== null && isWithinFivePercent(readCents(balance)!, toPennies(principal)),
  ])
  const costOf = ({ interest, insurancePremiums }: Loan): bigint =>
    halfAway(toPennies(interest) + toPennies(insurancePremiums), 12n)
  const rows = mortgages.map((mortgage): TieOutRow => {
    const loan = pairs.get(mortgage)
    const [payment, balance] = [readCents(mortgage.monthly), readCents(mortgage.balance)]
    const row = { borrower: loan?.borrower ?? household, item: 'mortgage', name: mortgage.lender ?? null } as const
    if (loan === undefined) return makeRow(row, payment, null, 'stated_only')
    const cost = costOf(loan)
    const principal = loan.principal === null ? null : toPennies(loan.principal)
    const isTooLow = payment !== null && payment < cost && !isWithinFivePercent(payment, cost)
    const isOff = balance !== null && principal !== null && !isWithinFivePercent(balance, principal)
    const byBalance = isOff ? (balance > principal ? 'stated_higher' : 'stated_lower') : 'agrees'
    const finding = isTooLow ? 'stated_lower' : byBalance
    // A payment includes principal and escrow, so no difference is printed.
    return { ...makeRow({ ...row, name: row.name ?? nameOf(loan) }, payment, cost, finding), ...NO_DIFFERENCE }
  })
  const matched = new Set(pairs.values())
  for (const loan of loans) {
    const row = { borrower: loan.borrower, item: 'mortgage', name: nameOf(loan) } as const
    if (!matched.has(loan)) rows.push(makeRow(row, null, costOf(loan), 'documented_only'))
  }
  return rows
}

/** Compares an application with the documents. `loans` are those of the as-of year. */
export function tieOutReference(evidence: Evidence, application: StatedIncome, loans: readonly Loan[]): TieOutRow[] {
  const parts = application.borrowers.map(part => ({ part, borrower: findBorrower(evidence, application, part) }))
  const { borrowers } = evidence.input
  const unstated = borrowers.filter(borrower => !parts.some(row => row.borrower === borrower))
  const isHousehold = borrowers.length > 1 || application.borrowers.length > 1
  return [
    ...parts.flatMap(({ part, borrower }) => listBorrowerRows(evidence, borrower, part)),
    ...unstated.flatMap(borrower => listBorrowerRows(evidence, borrower, {})),
    ...listMortgageRows(isHousehold ? 'all' : 'self', loans, application.mortgages ?? []),
  ]
}

const FACTORS = [1, 1, 1, 1.02, 1.049, 1.051, 0.951, 0.949, 0.7, 1.5, 3]
const STATABLE = [
  ...['self_employment', 'rental', 'royalties', 'partnership', 's_corporation', 'interest', 'dividends'],
  ...['capital_gains', 'retirement', 'social_security', 'unemployment', 'estate_trust'],
]

const dollarsOf = (cents: bigint | number | null | undefined, dice: Dice): number =>
  Math.round(Number(cents ?? 150_000) * dice.pick(FACTORS)) / 100

/** Cuts, abbreviates, extends or changes a name, or leaves it as it is. */
function varyName(dice: Dice, name: string): string {
  const parts = name.split(' ')
  const names = [name, name, name.toLowerCase(), name.slice(0, 4).trim(), parts[0]!, parts.slice(0, -1).join(' ')]
  return dice.pick([...names, `${name} of Ohio`, `The ${name}, Inc.`, 'CORNER CAFE']) || name
}

/** States random income about the borrowers of a case: it fits, is a little off, far off, or names nobody's employer. */
export function makeRandomApplication(dice: Dice, evidence: Evidence, loans: readonly Loan[]): StatedIncome {
  const stateBorrower = (borrower: string): StatedBorrower => {
    const payers = listPayers(evidence, borrower)
    const employers = payers.flatMap(({ name, ids, items }): StatedEmployer[] => {
      const [id] = ids
      // Two employers whose names fit one statement cannot be told apart.
      const isAmbiguous = payers.some(payer => payer.items !== items && payer.name?.slice(0, 3) === name?.slice(0, 3))
      if (name === null || isAmbiguous || dice.chance(0.15)) return []
      const ein = dice.chance(0.3) && id !== undefined && isFull(id) ? id : dice.chance(0.1) ? '009999999' : undefined
      const documented = findDocumented(evidence, borrower, PAY, item => items.includes(item))
      return [
        {
          name: varyName(dice, name),
          monthly: dice.chance(0.05) ? null : dollarsOf(documented?.amount, dice),
          ...(ein === undefined ? {} : { ein }),
          ...(dice.chance(0.05) ? { former: true } : {}),
          ...(dice.chance(0.1) ? { end: dice.pick(['2022-05-31', '2024-12-31', '2025-01-01']) } : {}),
          ...(dice.chance(0.2) ? { selfEmployed: true } : {}),
        },
      ]
    })
    if (dice.chance(0.2)) employers.push({ name: 'NOBODY KNOWS LTD', monthly: 1234.5, selfEmployed: dice.chance(0.5) })
    const income = STATABLE.flatMap((category): NonNullable<StatedBorrower['income']> => {
      const documented = findDocumented(evidence, borrower, [category])
      if (dice.chance(documented === null ? 0.97 : 0.3)) return []
      return [{ category: category as StreamCategory, monthly: dollarsOf(documented?.amount, dice) }]
    })
    return { ...(dice.chance(0.9) ? { employers } : {}), ...(dice.chance(0.9) ? { income } : {}) }
  }
  const fours = dice.pick([['1111'], ['1111'], ['1111', '2222'], ['1111', '2222'], ['2222'], ['1111', '3333'], []])
  const borrowers = fours.map((last4): StatedBorrower => {
    const [borrower] = evidence.input.borrowers.filter(id => id === (last4 === '1111' ? 'self' : last4))
    return { ...(dice.chance(0.2) ? {} : { last4 }), ...stateBorrower(borrower ?? 'self') }
  })
  const mortgages = loans.flatMap((loan): StatedMortgage[] => {
    if (dice.chance(0.2)) return []
    const lender = dice.chance(0.8) ? { lender: varyName(dice, loan.lenders.split(';')[0]!.trim()) } : {}
    const monthly = dice.chance(0.85) ? { monthly: dollarsOf(toPennies(loan.interest) / 12n, dice) } : {}
    const balance = dice.chance(0.7) ? { balance: dollarsOf(loan.principal?.times(100).toNumber(), dice) } : {}
    return [{ ...lender, ...monthly, ...balance }]
  })
  if (dice.chance(0.1)) mortgages.push({ lender: 'FAR AWAY BANK', monthly: 900, balance: 123_000 })
  return { taxpayerId: evidence.input.read.taxpayerId, borrowers, ...(dice.chance(0.9) ? { mortgages } : {}) }
}
