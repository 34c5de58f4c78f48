import { NO_ITEMS } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import { INDICATORS, type IndicatorColumns, type IndicatorName } from './indicator-names.js'
import type { Subject } from './subject.js'
import type { TraceExclusion, TraceInput } from './trace.js'

/**
 * An indicator. Units: millionths for the ratio, cents for the amount.
 * Missing: only the columns that it uses are not null; an indicator without a sample has no row.
 */
export interface IndicatorRow {
  readonly indicator: IndicatorName
  readonly ratio: Cents | null
  readonly amount: Cents | null
  readonly count: number | null
  readonly label: string | null
  readonly years: string | null
  readonly note: string | null
}

/** An indicator with its rule and what it was worked out from. `parts` are figures; `place` is that of its row. */
export interface IndicatorValue {
  readonly row: IndicatorRow
  readonly place: number
  readonly rule: string
  /** Made when a figure is traced. */
  readonly inputs: () => readonly TraceInput[]
  readonly excluded: () => readonly TraceExclusion[]
  readonly parts: readonly string[]
}

interface Rest {
  readonly inputs?: () => readonly TraceInput[]
  readonly excluded?: () => readonly TraceExclusion[]
  readonly parts?: readonly string[]
  readonly years?: readonly number[]
  readonly note?: string | null
  /** Something behind it could not be read: the note says so. */
  readonly lost?: boolean
}

interface Figures {
  readonly ratio: Cents | null
  readonly amount: Cents | null
  readonly count: number
  readonly label: string | null
}

const LOST = 'a box or a document behind it could not be read'
const LARGEST = 2_147_483_647
const none = (): readonly never[] => NO_ITEMS

/** The place of each indicator's row, and the column of its figure. */
const KINDS: ReadonlyMap<string, { readonly place: number; readonly uses: keyof Figures }> = new Map(
  (Object.keys(INDICATORS) as IndicatorName[])
    .sort(compareText)
    .map((name, place) => [name, { place, uses: INDICATORS[name] }]),
)

/** A null for each kind, to be copied. */
const NO_VALUES: readonly null[] = Array.from(KINDS, () => null)

/** Indicators of different names in the order of these. */
export function inOrder(indicators: readonly (IndicatorValue | null)[]): IndicatorValue[] {
  const placed: (IndicatorValue | null)[] = NO_VALUES.slice()
  for (const each of indicators) if (each !== null) placed[each.place] = each
  const values: IndicatorValue[] = []
  for (const each of placed) if (each !== null) values.push(each)
  return values
}

/** Indicators that a guide has a section about; every other one is this library's own definition. */
const SUBJECT_OF: Partial<Record<IndicatorName, Subject>> = {
  liability_to_income: 'debt_indicators',
  lien_share: 'debt_indicators',
  lien_filed: 'debt_indicators',
  tax_debt_state: 'debt_indicators',
  imputed_monthly_tax_payment: 'debt_indicators',
  oldest_balance_year: 'debt_indicators',
  dti: 'debt_indicators',
  mortgages_reported: 'debt_indicators',
  mortgage_principal: 'debt_indicators',
  monthly_mortgage_interest: 'debt_indicators',
  retirement_continuance_months: 'continuance_indicators',
  continuance_met: 'continuance_indicators',
}

/** What the sources of an indicator are about. */
export function subjectsOf(indicator: IndicatorName): readonly Subject[] {
  const own = SUBJECT_OF[indicator]
  return own === undefined ? ['indicators'] : ['indicators', own]
}

/** Years with ; between. */
function textOfYears(years: readonly number[]): string | null {
  let text: string | null = null
  for (const year of years) text = text === null ? String(year) : `${text};${year}`
  return text
}

/** Makes an indicator. Missing: null without a sample, which is an undefined `figure`; a count that an int column cannot hold is null, and noted. */
export function indicatorOf<Name extends IndicatorName>(
  indicator: Name,
  figure: Figures[IndicatorColumns[Name]] | undefined,
  rule: string,
  { inputs = none, excluded = none, parts = NO_ITEMS, years = NO_ITEMS, note = null, lost = false }: Rest,
): IndicatorValue | null {
  if (figure === undefined) return null
  const { place, uses } = KINDS.get(indicator) as { place: number; uses: keyof Figures }
  const count = uses === 'count' ? (figure as number) : null
  const tooLarge = count !== null && count > LARGEST
  const said = tooLarge ? 'more than the column holds' : note
  const row: IndicatorRow = {
    indicator,
    ratio: uses === 'ratio' ? (figure as Cents | null) : null,
    amount: uses === 'amount' ? (figure as Cents | null) : null,
    count: tooLarge ? null : count,
    label: uses === 'label' ? (figure as string | null) : null,
    years: textOfYears(years),
    note: !lost ? said : said === null ? LOST : `${said}; ${LOST}`,
  }
  return { row, place, rule, inputs, excluded, parts }
}
