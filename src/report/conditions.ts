// The conditions of all policies of a taxpayer, for people. A condition that several policies share is listed once.

import { cutList, describeHidden, keepLargest, shortenText, shortenTo } from '../core/cut-list.js'
import { getOrCreate, groupBy, memoize } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { SELF } from '../figures/recipients.js'
import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { formatConditionSubject } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { ConditionRow } from '../underwriting/conditions/condition-rows.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { type Grid, moneyCell, textColumn } from './grid.js'
import {
  formatDollarAmount,
  formatMoneyCell,
  nameStreamIssuer,
  SEVERITY_WORDS,
  toWords,
  upperFirst,
  wordsOfBorrower,
  wordsOfCategory,
  wordsOfCitation,
} from './labels.js'

/** A condition with the policies under which it has this severity and state. Their amounts may differ. */
export interface ListedCondition {
  readonly condition: ConditionRow
  /** The stream, and what the condition is about within it. */
  readonly subject: string
  /** The titles of the policies, each with the amount that depends on the condition and with its citation. */
  readonly policies: { readonly title: string; readonly amount: Cents | null; readonly citation: string }[]
}

const SEVERITY_RANKS = { blocking: 0, review: 1, standard: 2 } as const

/** The size of the money that depends on a condition. Unknown money comes last. */
const getSize = ({ amount }: ConditionRow): number => (amount === null ? -1 : Math.abs(Number(amount)))

/** The conditions that lists for people show, and how many rows of the table of conditions they leave out. */
interface ListedConditions {
  readonly items: readonly ListedCondition[]
  /** Counts the rows with a property that are left out. */
  readonly countHidden: (hasProperty: (row: ConditionRow) => boolean) => number
}

const compareConditions = (a: ConditionRow, b: ConditionRow): number =>
  Number(a.isMet) - Number(b.isMet) ||
  SEVERITY_RANKS[a.severity] - SEVERITY_RANKS[b.severity] ||
  getSize(b) - getSize(a)

/** Selects the rows of a policy on which the most money depends, a limited number with each severity and state. */
function selectConditions(rows: readonly ConditionRow[]): ReadonlySet<ConditionRow> {
  if (cutList(rows).hiddenCount === 0) return new Set(rows)
  const groups = groupBy(rows, ({ isMet, severity }) => `${isMet} ${severity}`)
  return new Set([...groups.values()].flatMap(group => keepLargest(group, getSize).items))
}

/** Lists the conditions of all policies: open ones first, then by severity, then by the money that depends on them. */
export const listConditions = memoize((taxpayer: TaxpayerContext): ListedConditions => {
  const results = getUnderwritings(taxpayer)
  const selectedRows = results.map(result => selectConditions(result.listConditions()))
  const describeSubject = (condition: ConditionRow, result: PolicyResult): string =>
    formatSubject(condition, taxpayer) + describeContinuance(condition, result)
  const toKey = (condition: ConditionRow, result: PolicyResult): string => {
    const { borrower, stream, condition: code, severity, isMet, taxYear } = condition
    return JSON.stringify([borrower, stream, code, severity, isMet, taxYear, describeSubject(condition, result)])
  }
  const selectedKeys = new Set<string>()
  if (results.length > 1)
    for (const [i, result] of results.entries())
      for (const row of selectedRows[i] ?? []) selectedKeys.add(toKey(row, result))
  const conditions = new Map<string, ListedCondition[]>()
  // By its key, so that a row that several policies share counts once.
  const hiddenRows = new Map<string | ConditionRow, ConditionRow>()
  for (const [i, result] of results.entries()) {
    const { policy } = result
    for (const condition of result.listConditions()) {
      // A row that another policy selects is listed, too, so that the list names all policies of a condition.
      const isSelected = selectedRows[i]?.has(condition) === true
      const key = isSelected || results.length > 1 ? toKey(condition, result) : ''
      if (!isSelected && !selectedKeys.has(key)) {
        hiddenRows.set(results.length > 1 ? key : condition, condition)
        continue
      }
      const { amount, citation } = condition
      const alike = getOrCreate(conditions, key, () => [])
      const ofPolicy = alike.flatMap(({ policies }) => policies.filter(({ title }) => title === policy.title))
      if (ofPolicy.some(listed => listed.amount === amount)) continue
      const policies = alike[ofPolicy.length]?.policies ?? []
      if (policies.length === 0) alike.push({ condition, subject: describeSubject(condition, result), policies })
      policies.push({ title: policy.title, amount, citation })
    }
  }
  return {
    items: [...conditions.values()].flat().sort(({ condition: a }, { condition: b }) => compareConditions(a, b)),
    countHidden: hasProperty => [...hiddenRows.values()].filter(hasProperty).length,
  }
})

/** Returns true if a condition is an open question. A standard document is asked for in every file. */
const isOpenQuestion = ({ severity, isMet }: Pick<ConditionRow, 'severity' | 'isMet'>): boolean =>
  !isMet && severity !== 'standard'

/** Returns the open question on which the most money depends, blocking ones first. Undefined without any. */
export const findMainCondition = (result: PolicyResult): ConditionRow | undefined =>
  result.listConditions().filter(isOpenQuestion).sort(compareConditions)[0]

const shortenOrNull = (text: string | null): string | null => (text === null ? null : shortenTo(text, 500))

function formatSubject(condition: ConditionRow, taxpayer: TaxpayerContext): string {
  const { borrower, category, stream, taxYear } = condition
  const about =
    condition.raised.about === null && condition.raised.document === null && condition.incomeStream !== null
      ? nameStreamIssuer(condition.incomeStream, taxpayer)
      : shortenOrNull(formatConditionSubject(condition, taxpayer))
  const name = stream === null || stream === category ? null : shortenText(stream.slice(stream.indexOf(':') + 1))
  return [
    borrower === SELF ? null : wordsOfBorrower(borrower),
    category === null ? null : wordsOfCategory(category),
    name,
    about === name || about === null ? null : about,
    taxYear,
  ]
    .filter(part => part !== null)
    .join(', ')
}

/** Says how long the balances on Forms 5498 cover IRA withdrawals, if that is too short: `, Forms 5498 cover 20 of 36 months`. */
function describeContinuance({ condition, borrower, category }: ConditionRow, result: PolicyResult): string {
  if (condition !== 'continuance' || category !== 'retirement') return ''
  const months = result.indicators.find(
    ({ indicator, recipient }) => indicator === 'retirement_continuance_months' && recipient === borrower,
  )?.count
  const { continuanceMonths } = result.policy
  return months == null || months >= continuanceMonths
    ? ''
    : `, Forms 5498 cover ${months} of ${continuanceMonths} months`
}

/** Formats the policies of a condition if only some policies have it: `; under FHA`. */
const formatPolicies = ({ policies }: ListedCondition, policyCount: number): string =>
  policies.length < policyCount ? `; under ${policies.map(({ title }) => title).join(', ')}` : ''

/** True if the same money depends on a condition under all of its policies. */
const isAmountShared = ({ policies }: ListedCondition): boolean =>
  policies.every(({ amount }) => amount === policies[0]?.amount)

/** Formats the amount of a condition, or one per policy if they differ. */
function formatAmounts(listed: ListedCondition, format: (amount: Cents) => string): string {
  const isShared = isAmountShared(listed)
  const texts = listed.policies.map(
    ({ title, amount }) => `${amount === null ? 'unknown' : format(amount)}${isShared ? '' : ` (${title})`}`,
  )
  return [...new Set(texts)].join(', ')
}

const formatAmountOfQuestion = (listed: ListedCondition): string =>
  listed.policies.some(({ amount }) => amount) ? `: ${formatAmounts(listed, formatDollarAmount)} per month` : ''

/** Returns the line that says how many conditions a list leaves out. No line if there are none. */
const describeHiddenConditions = (hiddenCount: number) =>
  hiddenCount === 0 ? [] : [{ title: describeHidden(hiddenCount, 'conditions'), subject: '' }]

/**
 * Lists the open questions as text, most money first within each severity: what each one asks, its document and its
 * subject.
 */
export function listOpenQuestions(taxpayer: TaxpayerContext): { readonly title: string; readonly subject: string }[] {
  const policyCount = getUnderwritings(taxpayer).length
  const { items, countHidden } = listConditions(taxpayer)
  const hiddenCount = countHidden(isOpenQuestion)
  const questions = items
    .filter(({ condition }) => isOpenQuestion(condition))
    .map(listed => {
      const { document, severity, condition: code } = listed.condition
      return {
        title: `${SEVERITY_WORDS[severity]}: ${document === 'None' ? `No document answers it (${toWords(code)})` : document}`,
        subject: `${listed.subject}${formatAmountOfQuestion(listed)}${formatPolicies(listed, policyCount)}`,
      }
    })
  return [...questions, ...describeHiddenConditions(hiddenCount)]
}

/** The conditions of a taxpayer: a table of those that are open, and a sentence for each one that is met. */
export interface ConditionLists {
  readonly openConditions: Grid
  /** If there are too many, the last one says how many more are met. */
  readonly metConditions: readonly { readonly title: string; readonly subject: string }[]
}

/** Describes all conditions of a taxpayer: what to request, and why. */
export function describeConditions(taxpayer: TaxpayerContext): ConditionLists {
  const policyCount = getUnderwritings(taxpayer).length
  const { items, countHidden } = listConditions(taxpayer)
  const [hiddenOpenCount, hiddenMetCount] = [countHidden(({ isMet }) => !isMet), countHidden(({ isMet }) => isMet)]
  const conditions = items.map(listed => ({
    condition: listed.condition,
    about: `${listed.subject}${formatPolicies(listed, policyCount)}`,
    amountCell: isAmountShared(listed) ? moneyCell(listed.condition.amount) : formatAmounts(listed, formatMoneyCell),
    sources: [...new Set(listed.policies.flatMap(({ citation }) => citation.split('; ')))].join('; '),
  }))
  return {
    openConditions: {
      caption: 'Open conditions and standard documents, by severity and then by amount',
      columns: [
        textColumn('Document'),
        { title: 'Monthly amount' },
        ...[textColumn('Severity'), textColumn('About'), textColumn('What it asks', 'Source')],
      ],
      rows: conditions
        .filter(({ condition }) => !condition.isMet)
        .map(({ condition: { condition: code, document, message, severity }, amountCell, about, sources }) => ({
          cells: [
            document,
            amountCell,
            SEVERITY_WORDS[severity],
            about,
            { text: message, note: `${wordsOfCitation(sources)}; code ${code}` },
          ],
        })),
      note: `Amounts are monthly. Two conditions can name the same money, so their amounts should not be added. A standard document is needed for every loan file, but income counts without it.${hiddenOpenCount === 0 ? '' : ` The conditions with the largest amounts are shown, ${describeHidden(hiddenOpenCount, 'conditions')}.`}`,
    },
    metConditions: [
      ...conditions
        .filter(({ condition }) => condition.isMet)
        .map(({ condition, about }) => ({ title: upperFirst(toWords(condition.condition)), subject: about })),
      ...describeHiddenConditions(hiddenMetCount),
    ],
  }
}

export const MET_CONDITIONS_TITLE = 'Conditions that are met'
