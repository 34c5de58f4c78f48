import { addTo, getOrCreate } from '../core/lists.js'
import type { Scope } from '../export/table.js'
import { comparePolicies, type PolicyDifference } from '../underwrite/compare-policies.js'
import type { Policy } from '../underwrite/policy.js'
import { knownOf } from '../underwrite/terms.js'
import { prefixOf } from '../underwrite/traces.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { money } from './amounts.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html } from './html.js'
import { list, row, table, words } from './layout.js'
import { spaced } from './spoken.js'
import { inOrder, namesOf } from './worksheet.js'

/** What each setting of a policy decides. */
const SETTING_WORDS = {
  averaging: 'how two years become a month',
  onDecline: 'what an income that fell counts as',
  minHistoryYears: 'how many years of history are asked for',
  minHistoryByCategory: 'how many years of history are asked for, by kind of income',
  investmentAveraging: 'how two years of investment income become a month',
  capitalLosses: 'whether capital losses count',
  royalties: 'when royalties count',
  unemployment: 'when unemployment counts',
  selfEmployedExpenses: 'the share of gross receipts that expenses take',
  requireAuthority: 'what becomes of documents that a complete transcript lacks',
  grossUp: 'the share added to what is not taxed',
  grossUpUse: 'whether the gross-up is income or enters ratios only',
  socialSecurityNontaxable: 'the share of Social Security that is taken as not taxed',
  wageBasis: 'the box of Form W-2 that wages are read from',
  stableBand: 'up to which change an income is stable',
  materialDecline: 'from which fall on a decline is material',
  manualUnderwriteOnMaterialDecline: 'whether a material decline of a business asks for a person',
  continuanceMonths: 'how many months of continuance are enough',
  selfEmployedOwnership: 'from which share on an owner is self-employed',
  imputeMonths: 'over how many months a tax balance without a plan is paid',
} as const satisfies Record<Exclude<keyof Policy, 'name' | 'ruleVersion' | 'citations'>, string>

/** Policies side by side, a month, and in words what the settings change in which they differ from the first. */
export function beside(scope: Scope, unders: readonly Underwriting[], trees: readonly FigureTrees[]): Html[] {
  const [first, ...others] = unders
  if (first === undefined || others.length === 0) return []
  const nameOf = namesOf(unders)
  const rows = new Map<string, { figure: string; category: string; cells: (string | undefined)[] }>()
  for (const [i, { qualifyingIncome }] of unders.entries()) {
    for (const each of inOrder(qualifyingIncome)) {
      const { borrower, category, qualifyingMonthly } = each
      const figure = `${prefixOf(borrower)}${category}.qualifying_monthly`
      const cells = unders.map(() => undefined)
      getOrCreate(rows, nameOf(each), () => ({ figure, category, cells })).cells[i] = money(qualifyingMonthly)
    }
  }
  return [
    table({
      caption: 'Policies side by side, what qualifies a month',
      head: ['Income', ...unders.map(({ policy }) => policy.name), words('Remark')],
      rows: [...rows].map(([name, { figure, category, cells }]) =>
        row(
          name,
          [
            ...cells.map((cell, i) =>
              cell === undefined ? '–' : (trees[i] as FigureTrees).link(figure, cell),
            ),
            words(new Set(cells).size > 1 ? 'they differ' : ''),
          ],
          category === 'total' ? 'total' : '',
        ),
      ),
    }),
    ...others.map(other => differences(scope, first.policy, other.policy)),
  ]
}

function differences(scope: Scope, a: Policy, b: Policy): Html {
  const known = scope.terms === undefined ? undefined : knownOf(scope.terms, scope.taxpayerId)
  const differ = comparePolicies(scope.result, a, b, known).filter(({ figure }) => isShown(figure))
  const bySetting = new Map<string, PolicyDifference[]>()
  for (const each of differ) {
    for (const setting of each.settings.length === 0 ? ['together'] : each.settings)
      addTo(bySetting, setting, each)
  }
  const lines = [...bySetting].map(([setting, all]) => {
    const figures = all.map(({ figure }) => spaced(figure.replace('.qualifying_monthly', ''))).join('; ')
    if (setting === 'together') return html`Several settings together change ${figures}.`
    const name = setting as keyof typeof SETTING_WORDS
    return html`<b>${SETTING_WORDS[name]}</b> (${wordsOfSetting(a[name])} under ${a.name}, ${wordsOfSetting(b[name])} under ${b.name}) changes ${figures}.`
  })
  return html`<h3>What ${b.name} changes beside ${a.name}</h3>${lines.length === 0 ? html`<p>No figure of this borrower.</p>` : list(lines)}`
}

/** What qualifies by category, and indicators; what these are made of differs with them. */
const isShown = (figure: string): boolean => figure.endsWith('.qualifying_monthly') || !figure.includes('.')

function wordsOfSetting(value: Policy[keyof Policy]): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string')
    return value === 'lesser_of_1y_2y' ? 'the lesser of one year and two' : spaced(value)
  if (typeof value === 'number') return String(value)
  const parts = Object.entries(value).map(([key, each]) => `${spaced(key)} ${String(each)}`)
  return parts.length === 0 ? 'no other for any' : parts.join(', ')
}
