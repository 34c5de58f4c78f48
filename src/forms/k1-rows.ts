// What the Schedules K-1 share; rows in the order in which they stand there.
import { amountsIn } from '../model/fdx.js'
import { deduction, money, moneyOf, period } from '../model/field.js'
import type { Role } from '../model/role.js'

/** What the schedules of partnerships, corporations, estates and trusts have in common. */
export const OF_ENTITY = {
  yearOf: 'taxPeriodEnd',
  allocated: true,
  notOnTranscripts: true,
  repeats: true,
} as const

/** Dividends and interest, and their boxes. */
export const portfolioIncome = (dividends: string, interest: string) =>
  [
    money(['dividends', 'ordinaryDividends'], dividends, 'income.dividends', 'Ordinary dividends.'),
    money('interest', interest, 'income.interest', 'Interest income.', { fdx: 'interestIncome' }),
  ] as const

/** Royalties, and what a business and its rentals earn after expenses. */
export function businessIncome(role: Role, royalties: string) {
  const earnings = moneyOf(role, 'add')
  return [
    money('royalties', royalties, 'income.royalties', 'Royalties.'),
    earnings(
      ['ordinary_income_k1', 'ordinaryBusinessIncome'],
      '1',
      'Ordinary business income (loss). A share of earnings, not cash; may be negative.',
      { fdx: 'ordinaryIncome' },
    ),
    earnings(
      ['real_estate', 'netRentalRealEstateIncome'],
      '2',
      'Net rental real estate income (loss). After expenses; may be negative.',
    ),
    earnings(
      ['other_rental', 'otherNetRentalIncome'],
      '3',
      'Other net rental income (loss). After expenses; may be negative.',
      { fdx: 'otherRentalIncome' },
    ),
  ] as const
}

/** The deduction of section 179. */
export const section179 = (box: string) =>
  deduction(
    ['section_179_expenses', 'section179Deduction'],
    box,
    'Section 179 deduction. Not deducted in box 1.',
  )

/** Gains, as they are called, of assets that were held for a term. */
const gainOf =
  <const N extends string>(name: N, term: 'Short' | 'Long') =>
  <const K extends string>(key: K, box: string, gain: string) =>
    money(
      [key, name],
      box,
      'income.capital_gains',
      `Net ${term.toLowerCase()}-term ${gain}. May be negative.`,
      { fdx: `net${term}TermGain` },
    )

/** Short-term gains, as they are called, and their key and box. */
export const shortTermGain = gainOf('shortTermCapitalGain', 'Short')

/** Long-term gains likewise. */
export const longTermGain = gainOf('longTermCapitalGain', 'Long')

/** Other income and other deductions of a business. */
export const otherAmounts = (income: string, deductions: string) =>
  [
    money(
      ['part_iii_other_income_loss', 'otherIncomeLoss'],
      income,
      'income.other',
      'Other income (loss). May be negative.',
      { fdx: amountsIn('otherIncome') },
    ),
    deduction(['part_iii_other_deduction', 'otherDeductions'], deductions, 'Other deductions.', {
      fdx: amountsIn('otherDeductions'),
    }),
  ] as const

/** The first and the last month of a tax year; `of` says whose. */
export const taxPeriod = <const B extends string, const E extends string>(begin: B, end: E, of: string) =>
  [
    period([begin, 'taxPeriodBeginning'], null, `First month of the tax year of the ${of}.`, {
      fdx: 'fiscalYearBegin',
    }),
    period(
      [end, 'taxPeriodEnd'],
      null,
      `Last month of the tax year of the ${of}. The year in which it ends is the tax year of the K-1.`,
      { fdx: 'fiscalYearEnd' },
    ),
  ] as const
