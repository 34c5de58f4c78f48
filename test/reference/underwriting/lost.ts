import { CATEGORIES_OF_1042S, hasCode, isIra, isNonzero } from '../facts.js'
import { FORMS } from '../forms.js'
import { isAbsent, isObject, readMoney, readYear } from '../values.js'
import { type AsOf, isIncomeDocument } from './as-of-year.js'
import { isStatutory } from './contributions.js'
import { type DocumentWithFacts, incomeFacts, isOfTwoYears, type UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import { isEarlyOrOneTime, isRoth } from './retirement.js'

/** Returns true for the roles of tax withheld from income. */
export const isIncomeTax = (role: string): boolean => role === 'withheld.federal' || role === 'withheld.nonresident'

const hasTaxBox = (form: string): boolean => FORMS[form]!.money.some(([, , , role]) => isIncomeTax(role))

/** Returns true if rejected or unreadable input may contain tax withheld in the year. */
export function isTaxLost(input: UnderwritingInput, current: readonly DocumentWithFacts[], year: number): boolean {
  const isUnread = current.some(
    ({ entry, reading }) => (entry.doubtful && hasTaxBox(entry.form)) || reading.unreadRoles.some(isIncomeTax),
  )
  const years = [...input.read.missing, ...input.read.yearsWithUnknownForms]
  for (const { form, year: entryYear } of input.read.rejectedEntries) if (hasTaxBox(form)) years.push(entryYear)
  return isUnread || years.some(incompleteYear => incompleteYear === year || incompleteYear === null)
}

/** Lists the income categories that a form kind can feed. */
function categoriesOf(form: string): string[] {
  const fed = FORMS[form]!.money.flatMap(([, , , role, sum]) =>
    role === 'income.by_income_code'
      ? CATEGORIES_OF_1042S
      : role.startsWith('income.') && sum !== 'part' && sum !== 'none'
        ? [role.slice('income.'.length)]
        : [],
  )
  // The gain on Form 1099-B is derived, so no box has the role.
  return [...new Set(form === 'form_1099_b' ? [...fed, 'capital_gains'] : fed)]
}

/** Returns true if the policy may use box 5 of this W-2 as wages, and box 5 is readable and not 0. */
const hasWagesOfBox5 = (document: DocumentWithFacts, rules: Pick<Rules, 'wageBasis'>): boolean =>
  document.entry.form === 'form_w2' &&
  rules.wageBasis !== 'box1' &&
  !isStatutory(document) &&
  isNonzero(readMoney(document.entry.raw['medicare_wages_tips']))

/** Lists the categories in which a counted document has an unreadable amount. */
export function lostCategories(document: DocumentWithFacts, rules: Pick<Rules, 'wageBasis'>): string[] {
  if (!document.counted || document.year === null) return []
  const categories = document.reading.unreadRoles
    .filter(role => role.startsWith('income.'))
    .map(role => role.slice('income.'.length))
    // If box 5 may replace box 1 as wages, an unreadable box 1 does not matter.
    .filter(category => category !== 'wages' || !hasWagesOfBox5(document, rules))
  const isBox5Lost =
    document.entry.form === 'form_w2' &&
    !isStatutory(document) &&
    rules.wageBasis !== 'box1' &&
    readMoney(document.entry.raw['medicare_wages_tips']) === 'lost'
  if (isBox5Lost) categories.push('wages')
  if (document.entry.doubtful) categories.push(...categoriesOf(document.entry.form))
  return categories
}

/** Returns the years whose rejected input may contain a category. Null means any year. */
export function rejectedYears(input: UnderwritingInput, category: string): Set<number | null> {
  const years = new Set(input.read.missing)
  for (const { form, year } of input.read.rejectedEntries) if (categoriesOf(form).includes(category)) years.add(year)
  return years
}

/** Returns true if a rejected record or form object may be of `year` or the year before it. */
export const isRecordRejected = (input: UnderwritingInput, year: number): boolean =>
  [year, year - 1, null].some(rejectedYear => input.read.missing.has(rejectedYear))

/** Lists the categories that rejected entries of `year` and the year before it may contain. */
export const rejectedCategories = (input: UnderwritingInput, year: number): string[] =>
  input.read.rejectedEntries.filter(isOfTwoYears(year)).flatMap(({ form }) => categoriesOf(form))

/** Lists the years of rejected input that may contain income. Null means any year. */
export function rejectedIncome(input: UnderwritingInput): (number | null)[] {
  const entries = input.read.rejectedEntries.filter(({ form }) => categoriesOf(form).length > 0)
  return [...input.read.missing, ...input.read.yearsWithUnknownForms, ...entries.map(({ year }) => year)]
}

/** Returns true if rejected input of a later or unknown year may change the year of the figures. */
export function isYearDoubtful(input: UnderwritingInput, asOf: AsOf, rules: Pick<Rules, 'wageBasis'>): boolean {
  if (input.knownFacts.as_of_year !== undefined) return false
  const years = rejectedIncome(input)
  const ours = input.documents.filter(document => document.borrower !== null && isIncomeDocument(document))
  // Another person's income determines the year only if no borrower has income.
  if (ours.length === 0 && years.length > 0) return true
  // If only documents with unreadable income decide the year, it may have no income at all.
  const deciding = ours.filter(({ year }) => year === asOf.year)
  const isWithoutIncome = (document: DocumentWithFacts): boolean =>
    incomeFacts(document).length === 0 && !hasWagesOfBox5(document, rules)
  if (deciding.length > 0 && deciding.every(isWithoutIncome)) return true
  return years.some(year => year === null || asOf.year === null || year > asOf.year)
}

/** Returns true if a form of an unknown kind may contain income of the year or the prior year. */
export const hasUnknownForms = (input: UnderwritingInput, year: number): boolean =>
  [year, year - 1, null].some(unknownYear => input.read.yearsWithUnknownForms.has(unknownYear))

const isBoxLost = ({ entry: { raw } }: DocumentWithFacts, ...keys: readonly string[]): boolean =>
  keys.some(key => readMoney(raw[key]) === 'lost')

/** Returns true if an unreadable box or rejected Form 5498 may change how much of a year's pensions counts. */
export function isRetirementInputLost(
  input: UnderwritingInput,
  documents: readonly DocumentWithFacts[],
  year: number,
  isLatest: boolean,
): boolean {
  const papersOfYear = documents.filter(document => document.counted && document.year === year)
  const pensions = papersOfYear.filter(({ entry }) => entry.form === 'form_1099_r')
  const recurringPensions = pensions.filter(document => !isEarlyOrOneTime(document))
  // No figure uses the prior year's taxable part, or any taxable part if a nontaxable share is documented.
  if (
    isLatest &&
    input.knownFacts.nontaxable_share?.['retirement'] === undefined &&
    recurringPensions.some(document => document.reading.taxable === 'unknown' && isBoxLost(document, 'taxable_amount'))
  )
    return true
  const iras = recurringPensions.filter(({ entry }) => isIra(entry.raw))
  if (iras.length === 0) return false
  const subtractedBoxes = ['rollover_contributions', ...(iras.every(isRoth) ? [] : ['roth_conversion_amount'])]
  return (
    input.read.rejectedEntries.some(
      rejectedEntry => rejectedEntry.form === 'form_5498' && rejectedEntry.year === year,
    ) ||
    papersOfYear.some(
      document =>
        document.entry.form === 'form_5498' && (document.entry.doubtful || isBoxLost(document, ...subtractedBoxes)),
    ) ||
    pensions.some(document => hasCode(document.entry.raw, 'GH') && isBoxLost(document, 'gross_distribution'))
  )
}

/** Returns true if a Social Security payment for earlier years is unreadable. */
export function isBenefitInputLost(documents: readonly DocumentWithFacts[], year: number): boolean {
  return documents.some(document => {
    if (!document.counted || document.year !== year || document.entry.form !== 'form_ssa_1099') return false
    const list = document.entry.raw['payments']
    if (isAbsent(list)) return false
    if (!Array.isArray(list)) return true
    return list.some(
      item =>
        !isObject(item) ||
        readMoney(item['payment']) === 'lost' ||
        (!isAbsent(item['year']) && readYear(item['year']) === null && Number(item['year']) !== 0),
    )
  })
}
