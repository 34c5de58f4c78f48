import type { Entry } from './documents.js'
import { FORMS } from './forms.js'
import type { Resolved } from './resolve.js'
import {
  type Box,
  isAbsent,
  isFull,
  isObject,
  lastFour,
  type Raw,
  readCode,
  readFlag,
  readMoney,
  readText,
} from './values.js'

/** The amount that one box, or one derivation, contributes to a role. */
export interface Fact {
  resolved: Resolved
  field: string
  box: string | null
  role: string
  amount: bigint
  counted: boolean
  reason: string | null
  basis: 'gross' | 'allocated' | null
}

/**
 * The contribution of one document: its facts, the roles with missing input, the roles with unreadable input, the roles
 * reported as 0, and the taxable part of a counted 1099-R. `missingMainRole` is the role that the missing main box
 * would feed.
 */
export interface Reading {
  facts: Fact[]
  lostRoles: string[]
  unreadRoles: string[]
  zeroRoles: string[]
  missingMainRole: string | null
  taxable: bigint | 'unknown' | null
}

const CODE_CATEGORIES: Readonly<Record<string, string>> = {
  interest: '01 02 03 04 05 22 29 30 31 33 51 54',
  dividends: '06 07 08 34 40 52 53 56',
  capital_gains: '09 24 36',
  royalties: '10 11 12 13',
  rental: '14',
  retirement: '15',
  other: '16 32',
  self_employment: '17 42 43',
  wages: '18 19 20',
  gambling: '28',
}
/** The distribution codes that exclude a distribution, with the reason, in the order of the rules. */
const EXCLUDING_CODES = [
  ['6GHNRW', 'rollover_or_exchange'],
  ['Y', 'charitable_gift'],
  ['P', 'other_year'],
  ['59LM', 'not_cash'],
  ['8E', 'corrective'],
] as const
const GROSS_ROLES = ['income.self_employment', 'income.rental', 'income.royalties']

/** Every income category that a 1042-S can feed. */
export const CATEGORIES_OF_1042S = Object.keys(CODE_CATEGORIES)

/** Reads a document's facts. `necs` are the dossier's counted Forms 1099-NEC. */
export function readFacts(resolved: Resolved, necs: readonly Entry[]): Reading {
  const { status } = resolved
  const entry: Entry = { ...resolved.doc, raw: resolved.effective }
  const { form, raw } = entry
  const facts: Fact[] = []
  const lostRoles: string[] = []
  const unreadRoles: string[] = []
  const zeroRoles: string[] = []
  let missingMainRole: string | null = null
  const lose = (role: string) => {
    lostRoles.push(role)
    unreadRoles.push(role)
  }
  const push = (field: string, box: string | null, role: string, amount: bigint, exclusionReason: string | null) => {
    if (amount === 0n) return
    const reason = status !== 'counted' ? status : entry.year === null ? 'year_unknown' : exclusionReason
    facts.push({ resolved, field, box, role, amount, counted: reason === null, reason, basis: basisOf(form, role) })
  }

  for (const [key, field, box, listedRole, sum] of FORMS[form]!.money) {
    let role = listedRole
    let reason: string | null = null
    if (sum === 'none') reason = role
    if (sum === 'part') reason = 'part_of'
    if (form === 'form_w2' && field === 'wages' && readFlag(raw['statutory_employee']) === true) {
      role = 'income.self_employment'
    }
    if (form === 'form_1099_r' && field === 'grossDistribution') reason = findExclusionReason(raw)
    if (form === 'form_1042_s' && field === 'grossIncome') {
      const code = readCode(raw['income_code'], 2) ?? ''
      role = `income.${categoryOf(code)}`
      reason = code === '37' || code === '57' ? 'return_of_capital' : code === '50' ? 'other_year' : null
    }
    // If the benefits paid are unreadable, the net benefits are unknown, so the repayment does not count.
    if (field === 'benefitsRepaid' && readMoney(raw['pensions_and_annuities']) === 'lost') reason = 'benefits_unknown'
    if (field === 'nonqualifiedDeferredCompensation' && necs.some(nec => isTwin(nec, entry))) {
      reason = 'same_money_as_nec'
    }
    const amount = readMoney(raw[key])
    if (amount === 'lost') {
      // Design choice: an unreadable box that would not have counted anyway does not make its sum incomplete.
      if (reason === null) lose(role)
      if (reason === null && key === entry.missingMainBox) missingMainRole = role
    } else if (amount !== null) {
      if (amount === 0n && reason === null) zeroRoles.push(role)
      push(field, box, role, sum === 'subtract' ? -amount : amount, reason)
    }
  }

  if (form === 'form_1099_b') {
    const sale = saleOf(raw)
    const isLossDisallowed =
      sale.amount < 0n &&
      /^[xy1]$|^yes$|^true$|\bchecked\b|not allowed/i.test(readText(raw['loss_not_allowed_indicator']) ?? '')
    const lossReason = isLossDisallowed ? 'loss_not_allowed' : null
    push('derivedGain', null, 'income.capital_gains', sale.amount, sale.isBasisKnown ? lossReason : 'basis_unknown')
    // Design choice: an absent basis is not unreadable. The gain does not count, and the sum is incomplete.
    if (sale.isUnreadable) lose('income.capital_gains')
    else if (sale.incomplete) lostRoles.push('income.capital_gains')
    // Proceeds are not income. If they are missing, the gain is missing from the year's income.
    if (entry.missingMainBox !== null) missingMainRole = 'income.capital_gains'
  }
  if (form === 'form_1042_s' && !isNonzero(readMoney(raw['total_withholding_credit']))) {
    const credit = derivedCreditOf(raw)
    push('derivedCredit', null, 'withheld.nonresident', credit.amount, null)
    if (credit.incomplete) lose('withheld.nonresident')
  }
  return { facts, lostRoles, unreadRoles, zeroRoles, missingMainRole, taxable: taxableOf(entry) }
}

/** Returns the basis of a fact, whether or not the fact counts. Design choice: every K-1 fact is allocated. */
export function basisOf(form: string, role: string): Fact['basis'] {
  if (form.startsWith('schedule_k1')) return 'allocated'
  return GROSS_ROLES.includes(role) ? 'gross' : null
}

/** Returns true if an amount with this role is part of its year's total income. */
export const isInTotalIncome = (role: string | null): boolean =>
  role?.startsWith('income.') === true && role !== 'income.allocated_tips'

/** Returns true if a box contains an amount other than zero. */
export function isNonzero(box: Box): box is bigint {
  return box !== null && box !== 'lost' && box !== 0n
}

// Design choice: the rules treat an unreadable box as absent, and figures that need it are incomplete.
export const amountOrZero = (box: Box): bigint => (isNonzero(box) ? box : 0n)

/** Computes the credit of a 1042-S: boxes 7a + 8 - 9. */
export function derivedCreditOf(raw: Raw): { amount: bigint; incomplete: boolean } {
  const withheldByAgent = readMoney(raw['us_federal_tax_withheld'])
  const others = readMoney(raw['withholding_by_other_agents'])
  const repaid = readMoney(raw['overwithheld_tax_repaid_to_recipient'])
  return {
    amount: amountOrZero(withheldByAgent) + amountOrZero(others) - amountOrZero(repaid),
    incomplete: withheldByAgent === 'lost' || others === 'lost' || repaid === 'lost',
  }
}

/** Lists the distribution codes of a 1099-R, one character each. */
export function distributionCodes(raw: Raw): string[] {
  const codes: string[] = []
  for (const pair of Array.isArray(raw['distribution_codes']) ? raw['distribution_codes'] : []) {
    if (!isObject(pair)) continue
    // Design choice: a string longer than two characters is not a code.
    const text = readCode(pair['code']) ?? readCode(pair['value'])
    if (text !== null && text.length <= 2) codes.push(...text.toUpperCase())
  }
  return codes
}

/** Returns true if a 1099-R has one of the given distribution codes. */
export const hasCode = (raw: Raw, codes: string): boolean => distributionCodes(raw).some(code => codes.includes(code))

function findExclusionReason(raw: Raw): string | null {
  // Design choice: if several codes exclude the distribution, the first reason in the order of the rules is used.
  const match = EXCLUDING_CODES.find(([codes]) => hasCode(raw, codes))
  return match?.[1] ?? null
}

function taxableOf(entry: Entry): bigint | 'unknown' | null {
  const { raw } = entry
  // Design choice: only a 1099-R that counts has a taxable part. No code excludes it, and box 1 is nonzero.
  if (entry.form !== 'form_1099_r' || findExclusionReason(raw) !== null) return null
  if (!isNonzero(readMoney(raw['gross_distribution']))) return null
  const taxable = readMoney(raw['taxable_amount'])
  if (hasCode(raw, 'Q') && (taxable === null || taxable === 0n)) return 0n
  if (taxable === null || taxable === 'lost') return 'unknown'
  if (readFlag(raw['tax_amount_undetermined_code']) !== true) return taxable
  return isIra(raw) && taxable > 0n ? taxable : 'unknown'
}

/** Returns true for an IRA. Payers do not check the IRA box for a Roth IRA, so codes J, Q and T also mean an IRA. */
export const isIra = (raw: Raw): boolean => readFlag(raw['sep_indicator']) === true || hasCode(raw, 'JQT')

function saleOf(raw: Raw): { amount: bigint; isBasisKnown: boolean; incomplete: boolean; isUnreadable: boolean } {
  const first = readMoney(raw['proceeds'])
  const second = readMoney(raw['gross_proceeds'])
  const basis = readMoney(raw['cost_basis'])
  const wash = readMoney(raw['wash_sale_loss_disallowed'])
  const proceeds = isNonzero(first) ? first : amountOrZero(second)
  const lostProceeds = first === 'lost' || (!isNonzero(first) && second === 'lost')
  // Design choice: the basis and the wash sale amount are needed only if there are proceeds.
  const saleLost = lostProceeds || basis === 'lost'
  const covered = readText(raw['noncovered_security_indicator'])?.toLowerCase().startsWith('covered') === true
  // Design choice: without proceeds, only a basis other than 0 makes a sale, even if the security is covered.
  if (proceeds === 0n && (lostProceeds || !isNonzero(basis)))
    return { amount: 0n, isBasisKnown: true, incomplete: saleLost, isUnreadable: saleLost }
  // Design choice: an unreadable basis is unknown, whether or not the security is covered.
  const isUnreadable = saleLost || wash === 'lost'
  if (basis === 'lost') return { amount: proceeds, isBasisKnown: false, incomplete: true, isUnreadable }
  if (!isNonzero(basis) && !covered) {
    // Negative proceeds without a basis are the cost of closing a written option.
    const isOption = proceeds < 0n
    // An unreadable indicator leaves open whether the basis is 0, so that the wash sale loss counts.
    const indicator = raw['noncovered_security_indicator']
    const isUnclear = isOption && isNonzero(wash) && !isAbsent(indicator) && readText(indicator) === null
    return {
      amount: proceeds,
      isBasisKnown: isOption,
      incomplete: !isOption || isUnclear,
      isUnreadable: isUnclear || (!isOption && isUnreadable),
    }
  }
  return {
    amount: proceeds - amountOrZero(basis) + amountOrZero(wash),
    isBasisKnown: true,
    incomplete: isUnreadable,
    isUnreadable,
  }
}

function isTwin(nec: Entry, misc: Entry): boolean {
  if (nec.year === null || nec.year !== misc.year) return false
  const [a, b] = [nec.issuer.id, misc.issuer.id]
  if (a === null || b === null) return false
  return isFull(a) && isFull(b) ? a === b : lastFour(a) === lastFour(b)
}

function categoryOf(code: string): string {
  for (const [category, codes] of Object.entries(CODE_CATEGORIES)) {
    if (codes.split(' ').includes(code)) return category
  }
  // Design choice: an absent or unreadable income code means other income.
  return 'other'
}
