// The amounts under each policy: the totals that people read first, and the comparison of several policies.

import { cutLines } from '../core/cut-list.js'
import { appendToGroup, getOrCreate } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { TaxpayerContext } from '../tables/table.js'
import { listCategoryTotals } from '../underwriting/category-totals.js'
import { compareUnderPolicies, type FigureDifference } from '../underwriting/compare-policies.js'
import { getAsOfYear, getFacts } from '../underwriting/facts/options.js'
import type { ConditionCode, SettingName, UnderwritingPolicy } from '../underwriting/policies/policy.js'
import { describeLaterYears } from '../underwriting/traces/explain.js'
import { getFigurePrefix, nameCategoryFigures } from '../underwriting/traces/traces.js'
import type { IncomeTotal, PolicyResult } from '../underwriting/underwrite.js'
import type { FigureTrees } from './figure-tree.js'
import { bulletList, type Html, html, isolateText, row, table, wordCell } from './html.js'
import {
  formatHeadline,
  formatMoneyCell,
  hasSeveralBorrowers,
  toWords,
  upperFirst,
  wordsOfBorrower,
  wordsOfCategory,
  wordsOfCitation,
  wordsOfFigure,
} from './labels.js'
import { nameTotal } from './worksheet.js'

/** A line of the totals: its label, its text, and the last part of its figure's name, or null if no figure is behind it. */
interface TotalLine {
  readonly label: string
  readonly text: string
  /** The amount that the text shows, or null if it shows none. */
  readonly cents: Cents | null
  readonly figure: string | null
}

/** The totals of all borrowers under one policy, as text. The first line is the amount that qualifies today. */
export interface PolicyTotals {
  readonly title: string
  /** The version of the policy's rules. */
  readonly ruleVersion: string
  readonly lines: readonly TotalLine[]
  /** What the amounts are, and what is not in them. */
  readonly remarks: readonly string[]
}

/** Describes why there is no income: the taxpayer's status is REJECTED, or no document has income. */
export const describeNoIncome = ({ result }: TaxpayerContext): string =>
  result.dossier.taxpayer?.['status'] === 'REJECTED' ? 'REJECTED, access was not authorized' : 'no income found'

/** Describes the totals that people read first. The amounts are monthly. */
export function describeTotals(taxpayer: TaxpayerContext, result: PolicyResult, total: IncomeTotal): PolicyTotals {
  const { policy, asOf } = result
  const noIncome = upperFirst(describeNoIncome(taxpayer))
  const year = asOf.year === null ? noIncome : `${asOf.year}${asOf.isComplete ? '' : ', incomplete'}`
  const amounts = [
    ['Qualifies today', 'qualifying_monthly', total.qualifyingMonthly],
    ['Supportable once the open conditions are met', 'supportable_monthly', total.supportableMonthly],
    ['Matched to IRS transcripts', 'verified_monthly', total.verifiedMonthly],
  ] as const
  return {
    title: policy.title,
    ruleVersion: wordsOfCitation(policy.ruleVersion),
    lines: [
      ...amounts.map(([label, figure, cents]) => ({ label, text: formatHeadline(cents), cents, figure })),
      { label: 'Open conditions', text: describeOpenConditions(total), cents: null, figure: null },
      { label: 'Latest tax year used', text: year, cents: null, figure: null },
    ],
    remarks: ['Amounts are monthly.', describeNotComputable(result), describeLaterYears(result)].filter(
      remark => remark !== null,
    ),
  }
}

const describeOpenConditions = ({ openBlocking, openReview }: IncomeTotal): string =>
  openBlocking + openReview === 0
    ? 'none'
    : [
        ...(openBlocking > 0 ? [`${openBlocking} blocking`] : []),
        ...(openReview > 0 ? [`${openReview} to review`] : []),
      ].join(', ')

/** Says which categories are in none of the amounts, because they cannot be computed. Null if there are none. */
export function describeNotComputable({ streams }: PolicyResult): string | null {
  const categories = new Set(
    streams.flatMap(({ category, computedMonthly }) => (computedMonthly === null ? [category] : [])),
  )
  return categories.size === 0
    ? null
    : `Not computable from these documents, so in no amount: ${[...categories].map(toWords).join(', ')}.`
}

interface ComparedRow {
  readonly figure: string
  readonly isTotal: boolean
  readonly cells: (string | undefined)[]
}

/** Renders the qualifying amounts of several policies next to each other, and what explains their differences. */
export function comparePolicyTables(taxpayer: TaxpayerContext, trees: readonly FigureTrees[]): Html[] {
  const results = trees.map(({ policyResult }) => policyResult)
  const [first, ...otherResults] = results
  if (first === undefined || otherResults.length === 0) return []
  const showsBorrower = results.some(hasSeveralBorrowers)
  const rows = new Map<string, ComparedRow>()
  const setCell = (name: string, figure: string, isTotal: boolean, i: number, cents: Cents): void => {
    getOrCreate(rows, name, () => ({ figure, isTotal, cells: results.map(() => undefined) })).cells[i] =
      formatMoneyCell(cents)
  }
  for (const [i, result] of results.entries())
    for (const total of listCategoryTotals(result)) {
      const category = wordsOfCategory(total.category)
      const name = showsBorrower ? `${wordsOfBorrower(total.borrower)}, ${category.toLowerCase()}` : category
      setCell(name, `${nameCategoryFigures(total)}.qualifying_monthly`, false, i, total.qualifyingMonthly)
    }
  for (const [i, { totals }] of results.entries())
    for (const total of totals) {
      const figure = `${getFigurePrefix(total.borrower)}total.qualifying_monthly`
      setCell(nameTotal(total, showsBorrower), figure, true, i, total.qualifyingMonthly)
    }
  return [
    table({
      caption: 'Monthly qualifying income by guideline',
      head: ['Income', ...results.map(({ policy }) => policy.title), wordCell('Remark')],
      rows: [...rows].map(([name, { figure, isTotal, cells }]) =>
        row(
          name,
          [
            ...cells.map((cell, i) => (cell === undefined ? '–' : (trees[i] as FigureTrees).link(figure, cell))),
            wordCell(new Set(cells).size > 1 ? 'they differ' : ''),
          ],
          isTotal ? 'total' : '',
        ),
      ),
    }),
    ...otherResults.map(result => renderDifferences(taxpayer, first, result)),
  ]
}

const SETTING_WORDS: Readonly<Record<SettingName, string>> = {
  averaging: 'How two years are averaged',
  stableBand: 'What counts as stable',
  decliningBlocksAbove: 'Which decline blocks income',
  secondJobYears: 'Years that a second job needs',
  historyYears: 'Years of history that a kind of income needs',
  capitalLosses: 'Capital losses',
  businessLosses: 'Business losses',
  selfEmployedExpenses: 'Assumed expenses of self-employment',
  grossUp: 'Gross-up of nontaxable income',
  grossUpUse: 'What the gross-up is used for',
  socialSecurityNontaxable: 'Nontaxable share of Social Security',
  continuanceMonths: 'Months that income must continue',
  selfEmployedOwnership: 'Share from which an owner is self-employed',
  materialDecline: 'What counts as a material decline',
  currentPay: 'How current pay is computed',
  changedIra: 'IRA withdrawals that changed',
  decliningUnemployment: 'Seasonal unemployment that declines',
}

/** The policies are not compared setting by setting if one has more streams, because every setting takes as long as a policy. */
const MAX_COMPARED_STREAMS = 2000

const CONDITION_PREFIX = 'conditions.'

/** Says in words which settings and severities explain the differences between two policies. */
function renderDifferences(taxpayer: TaxpayerContext, first: PolicyResult, second: PolicyResult): Html {
  const { underwritingInputs, result, taxpayerId, privacy } = taxpayer
  const facts = underwritingInputs === undefined ? null : getFacts(underwritingInputs, taxpayerId, privacy)
  const statedYear = underwritingInputs === undefined ? null : getAsOfYear(underwritingInputs, taxpayerId)
  const [a, b] = [first.policy, second.policy]
  // Only qualifying amounts and indicators are listed. Their parts differ for the same reasons.
  const isCompared = (figure: string): boolean =>
    figure.endsWith('.qualifying_monthly') || !/\.(?:[a-z_]+_(?:amount|monthly)|gross_up)$/.test(figure)
  const title = `Differences between ${b.title} and ${a.title}`
  if (Math.max(first.streams.length, second.streams.length) > MAX_COMPARED_STREAMS)
    return html`<p>${title}: not explained, because this borrower has more than ${MAX_COMPARED_STREAMS} income streams.</p>`
  const differences = compareUnderPolicies(result, a, b, facts, statedYear, isCompared)
  const bySetting = new Map<string, FigureDifference[]>()
  for (const difference of differences)
    for (const setting of difference.settings.length === 0 ? [''] : difference.settings)
      appendToGroup(bySetting, setting, difference)
  const lines = [...bySetting].map(([setting, ofSetting]) => {
    const names = ofSetting.map(({ figure }) => wordsOfFigure(figure).replace(', qualifying monthly', ''))
    const figures = cutLines([...new Set(names)], 'income_streams', name => name).join('; ')
    if (setting === '') return html`Several settings together change ${isolateText(figures)}.`
    const [title, values] = describeSetting(setting, a, b)
    return html`<b>${title}</b> (${values}) changes ${isolateText(figures)}.`
  })
  return lines.length === 0
    ? html`<p>${title}: no amount of this borrower differs.</p>`
    : html`<h3>${title}</h3>${bulletList(lines)}`
}

function describeSetting(
  setting: string,
  a: UnderwritingPolicy,
  b: UnderwritingPolicy,
): readonly [title: string, values: string] {
  const formatBoth = (valueOfA: unknown, valueOfB: unknown): string =>
    `${formatSetting(valueOfA)} under ${a.title}, ${formatSetting(valueOfB)} under ${b.title}`
  if (!setting.startsWith(CONDITION_PREFIX)) {
    const name = setting as SettingName
    return [SETTING_WORDS[name], formatBoth(a[name], b[name])]
  }
  const code = setting.slice(CONDITION_PREFIX.length) as ConditionCode
  return [`Condition: ${toWords(code)}`, formatBoth(a.conditions[code], b.conditions[code])]
}

function formatSetting(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return toWords(value)
  if (typeof value !== 'object') return String(value)
  const parts = Object.entries(value as object).map(
    ([key, inner]) => `${toWords(splitCamelCase(key))} ${String(inner)}`,
  )
  return parts.length === 0 ? 'no other for any' : parts.join(', ')
}

const splitCamelCase = (text: string): string => text.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
