// Rows that the Schedules K-1 share. Each function's parameters are the properties in which the schedules differ.
import { amountsIn } from '../fdx.js'
import { declareMoney, deduction, money, period } from '../field.js'
import type { Role } from '../role.js'

/** The properties that all Schedules K-1 share. */
export const K1_PROPERTIES = { yearOf: 'taxPeriodEnd', isAllocated: true, canRepeat: true } as const

/** Declares ordinary dividends and interest. The parameters are their boxes. */
export const portfolioIncome = (dividends: string, interest: string) =>
  [
    money(['dividends', 'ordinaryDividends'], dividends, 'income.dividends', 'Ordinary dividends.'),
    money('interest', interest, 'income.interest', 'Interest income.', { fdx: 'interestIncome' }),
  ] as const

/** Declares royalties, and the net earnings of a business and its rentals. `role` is the role of the earnings. */
export function businessIncome(role: Role, royalties: string) {
  const earnings = declareMoney(role, 'add')
  return [
    money('royalties', royalties, 'income.royalties', 'Royalties.'),
    earnings(
      ['ordinary_income_k1', 'ordinaryBusinessIncome'],
      '1',
      'Ordinary business income (loss). A share of earnings, not cash. May be negative.',
      { fdx: 'ordinaryIncome' },
    ),
    earnings(
      ['real_estate', 'netRentalRealEstateIncome'],
      '2',
      'Net rental real estate income (loss), after expenses. May be negative.',
    ),
    earnings(
      ['other_rental', 'otherNetRentalIncome'],
      '3',
      'Other net rental income (loss), after expenses. May be negative.',
      { fdx: 'otherRentalIncome' },
    ),
  ] as const
}

/** Declares the section 179 deduction, which box 1 does not include. */
export const section179 = (box: string) =>
  deduction(['section_179_expenses', 'section179Deduction'], box, 'Section 179 deduction. Not deducted from box 1.')

/** Returns a function that declares either short-term or long-term capital gains. */
const declareGain =
  <const N extends string>(name: N, term: 'Short' | 'Long') =>
  <const K extends string>(key: K, box: string, gain: string) =>
    money([key, name], box, 'income.capital_gains', `Net ${term.toLowerCase()}-term ${gain}. May be negative.`, {
      fdx: `net${term}TermGain`,
    })

/** Declares short-term capital gains. `gain` is the noun of the description. */
export const shortTermGain = declareGain('shortTermCapitalGain', 'Short')

/** Declares long-term capital gains. `gain` is the noun of the description. */
export const longTermGain = declareGain('longTermCapitalGain', 'Long')

/** Declares other income and other deductions of a business. The parameters are their boxes. */
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

/** Declares the first and the last month of a tax year. `entity` is the noun for the entity that files the return. */
export const taxPeriod = <const B extends string, const E extends string>(begin: B, end: E, entity: string) =>
  [
    period([begin, 'taxPeriodBeginning'], null, `First month of the tax year of the ${entity}.`, {
      fdx: 'fiscalYearBegin',
    }),
    period(
      [end, 'taxPeriodEnd'],
      null,
      `Last month of the tax year of the ${entity}. The year in which it ends is the tax year of the K-1.`,
      { fdx: 'fiscalYearEnd' },
    ),
  ] as const
