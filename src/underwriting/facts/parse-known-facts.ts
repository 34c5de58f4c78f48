import { type Identifier, readComparableIdentifier, readIdentifier } from '../../core/identifier.js'
import { extendPath, type JsonPath } from '../../core/json-value.js'
import { NO_ITEMS } from '../../core/lists.js'
import { type Cents, centsFromDollars, centsFromOptionalDollars } from '../../core/money.js'
import { replaceControls } from '../../core/text.js'
import { FOUR_DIGITS, normalizeKeys, otherSpelling, type Setting } from '../policies/setting.js'
import { listProblems, type SettingProblem, throwProblems } from '../policies/setting-problems.js'
import {
  type KnownBorrower,
  type KnownBusiness,
  type KnownFacts,
  type KnownJob,
  type KnownOtherIncome,
  type KnownRetirement,
  PAY_PARTS,
  type PayPart,
} from './known-facts.js'
import { BORROWER_ID, KNOWN_FACTS_TABLE } from './known-facts-table.js'
import type {
  BorrowerFacts,
  BusinessFacts,
  CentsByYear,
  JobFacts,
  OtherIncomeFacts,
  PayParts,
  RetirementFacts,
  TaxpayerFacts,
} from './taxpayer-facts.js'

/**
 * Parses what a caller knows about one or several taxpayers.
 *
 * @returns the facts by taxpayer. Of two objects about one taxpayer, the later one counts.
 * @throws RangeError that names each key that cannot be used, without its value.
 */
export function parseKnownFacts(input: KnownFacts | readonly KnownFacts[]): ReadonlyMap<string, TaxpayerFacts> {
  const factsByTaxpayer = new Map<string, TaxpayerFacts>()
  for (const knownFacts of [input].flat()) {
    throwProblems(listKnownFactsProblems(knownFacts, KNOWN_FACTS_TABLE), 'The known facts')
    const facts = convertKnownFacts(normalizeKeys(knownFacts, KNOWN_FACTS_TABLE) as KnownFacts)
    factsByTaxpayer.set(facts.taxpayerId, facts)
  }
  return factsByTaxpayer
}

/**
 * Lists every problem of known facts. The table cannot express that no two borrowers have one id: the facts of the second
 * one would be lost.
 *
 * @param setting The table, in the spelling of the library or of files.
 */
export function listKnownFactsProblems(value: unknown, setting: Setting): readonly SettingProblem[] {
  const problems = listProblems(value, setting)
  if (problems.length > 0) return problems
  const { borrowers = NO_ITEMS } = value as Pick<KnownFacts, 'borrowers'>
  return borrowers.flatMap(({ id }, i) => {
    if (borrowers.findIndex(borrower => borrower.id === id) === i) return []
    const path = extendPath(extendPath(extendPath(null, 'borrowers'), i), 'id')
    return [{ path, setting: BORROWER_ID, expected: 'an id that no other borrower has', value: id }]
  })
}

/** Returns the key of the table that a path prints, in the spelling of the input. */
type KeyPrinter = (key: string) => string

/**
 * Converts known facts that have no problems to the form that the engine reads. The keys must have the spelling of the
 * table.
 *
 * @param isFile true if paths should print keys in snake_case, as files write them.
 */
export function convertKnownFacts(knownFacts: KnownFacts, isFile = false): TaxpayerFacts {
  const printKey: KeyPrinter = isFile ? otherSpelling : key => key
  const { household, taxPlan } = knownFacts
  return {
    taxpayerId: knownFacts.taxpayerId,
    applicationDate: knownFacts.applicationDate ?? null,
    asOfYear: knownFacts.asOfYear ?? null,
    borrowers: convertList(knownFacts.borrowers, extendPath(null, 'borrowers'), (borrower, path) =>
      convertBorrower(borrower, path, printKey),
    ),
    household:
      household === undefined
        ? null
        : {
            region: household.region ?? null,
            size: household.size ?? null,
            shelterMonthly: centsFromOptionalDollars(household.shelterMonthly),
            taxesMonthly: centsFromOptionalDollars(household.taxesMonthly),
            squareFeet: household.squareFeet ?? null,
            path: extendPath(null, 'household'),
          },
    obligationsMonthly: centsFromOptionalDollars(knownFacts.obligationsMonthly),
    taxPlan:
      taxPlan === undefined
        ? null
        : { state: taxPlan.state, paymentMonthly: centsFromOptionalDollars(taxPlan.paymentMonthly) },
    conditionsMet: convertList(
      knownFacts.conditionsMet,
      extendPath(null, printKey('conditionsMet')),
      ({ borrower = 'self', condition, stream, taxYear, by, on, note }, path) => ({
        borrower,
        condition,
        stream: cleanText(stream),
        taxYear: taxYear ?? null,
        by: replaceControls(by),
        on,
        note: cleanText(note),
        path,
      }),
    ),
    overrides: convertList(
      knownFacts.overrides,
      extendPath(null, 'overrides'),
      ({ borrower = 'self', stream, qualifyingMonthly, by, on, reason }, path) => ({
        borrower,
        stream: replaceControls(stream),
        qualifyingMonthly: toCents(qualifyingMonthly),
        by: replaceControls(by),
        on,
        reason: replaceControls(reason),
        path,
      }),
    ),
  }
}

function convertBorrower(borrower: KnownBorrower, path: JsonPath, printKey: KeyPrinter): BorrowerFacts {
  const { royalties } = borrower
  const nontaxableShare: Record<string, number> = {}
  for (const [category, share] of Object.entries(borrower.nontaxableShare ?? {}))
    nontaxableShare[category] = Math.round(share * 1e6)
  return {
    id: borrower.id,
    identifiers: convertIdentifiers(borrower.identifiers),
    jobs: convertList(borrower.jobs, extendPath(path, 'jobs'), convertJob),
    businesses: convertList(borrower.businesses, extendPath(path, 'businesses'), convertBusiness),
    selfEmploymentCashFlow: convertYears(borrower.selfEmployment?.cashFlow),
    rentalCashFlow: convertYears(borrower.rental?.cashFlow),
    royalties:
      royalties === undefined
        ? null
        : { monthly: centsFromOptionalDollars(royalties.monthly), continuesMonths: royalties.continuesMonths ?? null },
    retirement: convertList(borrower.retirement, extendPath(path, 'retirement'), convertRetirement),
    continuesMonths: borrower.continuesMonths ?? {},
    nontaxableShare,
    seasonalUnemployment: borrower.seasonalUnemployment ?? null,
    assetsOwned: borrower.assetsOwned ?? NO_ITEMS,
    otherIncome: convertList(borrower.otherIncome, extendPath(path, printKey('otherIncome')), convertOtherIncome),
    path,
  }
}

function convertJob(job: KnownJob, path: JsonPath): JobFacts {
  const { pay, yearToDate, stabilized } = job
  return {
    employer: cleanText(job.employer),
    identifiers: convertIdentifiers(job.identifiers),
    startDate: job.startDate ?? null,
    endDate: job.endDate ?? null,
    returnsToWork: job.returnsToWork ?? null,
    pay:
      pay === undefined
        ? null
        : {
            amount: toCents(pay.amount),
            per: pay.per,
            hoursPerWeek: pay.hoursPerWeek === undefined ? null : Math.round(pay.hoursPerWeek * 1e6),
            varies: pay.varies ?? false,
          },
    yearToDate: yearToDate === undefined ? null : { through: yearToDate.through, parts: convertPay(yearToDate) },
    priorYears: new Map(
      Object.entries(job.priorYears ?? {}).map(([year, knownPay]) => [Number(year), convertPay(knownPay)]),
    ),
    stabilized: stabilized === undefined ? null : { since: stabilized.since, parts: convertPay(stabilized) },
    path,
  }
}

const convertBusiness = (business: KnownBusiness, path: JsonPath): BusinessFacts => ({
  identifier: business.identifier === undefined ? null : readComparableIdentifier(business.identifier),
  name: cleanText(business.name),
  distributions: convertYears(business.distributions) ?? new Map(),
  isLiquid: business.liquid ?? false,
  areReturnsReviewed: business.returnsReviewed ?? false,
  cashFlow: convertYears(business.cashFlow),
  isSecondary: business.secondary ?? null,
  path,
})

function convertRetirement(retirement: KnownRetirement, path: JsonPath): RetirementFacts {
  const payer = retirement.payer ?? ''
  const isIdentifier = readIdentifier(payer) !== null
  return {
    payer: readComparableIdentifier(payer),
    payerName: isIdentifier || payer === '' ? null : replaceControls(payer),
    kind: retirement.kind ?? null,
    monthly: centsFromOptionalDollars(retirement.monthly),
    continuesMonths: retirement.continuesMonths ?? null,
    balance: centsFromOptionalDollars(retirement.balance),
    path,
  }
}

const convertOtherIncome = (income: KnownOtherIncome, path: JsonPath): OtherIncomeFacts => ({
  kind: income.kind,
  monthly: toCents(income.monthly),
  receivedMonths: income.receivedMonths ?? null,
  continuesMonths: income.continuesMonths ?? null,
  isNontaxable: income.nontaxable ?? false,
  path,
})

function convertList<Input, Output>(
  inputs: readonly Input[] | undefined,
  path: JsonPath,
  convert: (input: Input, path: JsonPath) => Output,
): readonly Output[] {
  return inputs === undefined ? NO_ITEMS : inputs.map((input, i) => convert(input, extendPath(path, i)))
}

function convertYears(amounts: Readonly<Record<string, number | string>> | undefined): CentsByYear | null {
  if (amounts === undefined) return null
  return new Map(Object.entries(amounts).map(([year, amount]) => [Number(year), toCents(amount)]))
}

function convertPay(knownPay: { readonly [Part in PayPart]?: number | string | undefined }): PayParts {
  const parts: { [Part in PayPart]?: Cents } = {}
  for (const part of PAY_PARTS) {
    const amount = knownPay[part]
    if (amount !== undefined) parts[part] = toCents(amount)
  }
  return parts
}

/** Converts an amount that the table has accepted. */
const toCents = (amount: number | string): Cents => centsFromDollars(amount) ?? 0

const cleanText = (text: string | null | undefined): string | null =>
  text === undefined || text === null ? null : replaceControls(text)

/** Reads identifiers. Four digits stand for the last four of an identifier, which is otherwise masked. */
function convertIdentifiers(texts: readonly string[] | undefined): readonly Identifier[] {
  if (texts === undefined) return NO_ITEMS
  return texts.flatMap(text => {
    const identifier = FOUR_DIGITS.test(text) ? `XXXXX${text}` : readComparableIdentifier(text)
    return identifier ?? []
  })
}
