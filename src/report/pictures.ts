// Draws the charts of the report. Each text alternative says that the table below the chart has the same numbers.
import { nice, ticks } from 'd3-array'
import { stack, stackOffsetDiverging } from 'd3-shape'
import type { Millionths } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import { type IncomeCategory, isInTotal } from '../schema/role.js'
import { type Html, type HtmlPart, html } from './html.js'
import { CATEGORY_WORDS, formatMoneyCell, formatShareCell } from './labels.js'

const WIDTH = 320
const LEFT_MARGIN = 46
const RIGHT_MARGIN = 6
const BARS_HEIGHT = 190

/** The number of colors. If there are more categories, the smallest ones are drawn together in the last color. */
const MAX_COLORS = 6
/** The maximum numbers of years and of employers in a chart. The table below has all of them. */
const MAX_YEARS = 12
const MAX_EMPLOYERS = 10

const px = (value: number): string => String(Math.round(value * 10) / 10)
const shortDollars = (value: number): string =>
  Math.abs(value) >= 1e6 ? `${value / 1e6}M` : Math.abs(value) >= 1000 ? `${value / 1000}k` : String(value)

const yearLabel = (year: number, x: number, y: number): Html =>
  html`<text class="mid" x="${px(x)}" y="${y}">${year}</text>`

interface Picture {
  readonly id: string
  readonly title: string
  readonly altText: string
  readonly height: number
  readonly marks: HtmlPart
  readonly legend?: HtmlPart
}

const picture = ({ id, title, altText, height, marks, legend }: Picture): Html =>
  html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${altText} The table below has the same numbers.</desc>${marks}</svg>${legend}</figure>
`

/** Computes the vertical scale of a bar chart: the position of a value, and the grid lines. */
function createScale(values: readonly number[], top: number, label: (value: number) => string) {
  const [low, high] = nice(Math.min(0, ...values), Math.max(0, ...values) || 1, 4)
  const bottom = BARS_HEIGHT - 20
  const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - top)
  const lines = ticks(low, high, 4).map(
    tick =>
      html`<path class="${tick === 0 ? 'zero' : 'grid'}" d="M${LEFT_MARGIN} ${px(y(tick))}H${WIDTH - RIGHT_MARGIN}"/><text class="end" x="${LEFT_MARGIN - 5}" y="${px(y(tick) + 3)}">${label(tick)}</text>`,
  )
  return { y, lines }
}

/** Computes the horizontal positions of a bar chart with `count` bars. */
function createBands(count: number) {
  const step = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / count
  const width = Math.min(44, step * 0.62)
  const middle = (i: number): number => LEFT_MARGIN + step * (i + 0.5)
  return { width, middle, x: (i: number): number => middle(i) - width / 2 }
}

/** Draws income by category and year as stacked bars. Negative amounts extend below the zero line. */
export function incomeBars({ income, years }: TaxpayerResult): Html {
  const lastYears = years.slice(-MAX_YEARS)
  const sums = income.filter(({ category, amount }) => isInTotal(category) && amount !== null && amount !== 0)
  if (lastYears.length === 0 || sums.length === 0) return html``
  const sizes = new Map<IncomeCategory, number>()
  for (const { category, amount } of sums) sizes.set(category, (sizes.get(category) ?? 0) + Math.abs(Number(amount)))
  const order = [...sizes].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0])).map(([category]) => category)
  const keys = order.length > MAX_COLORS ? [...order.slice(0, MAX_COLORS - 1), 'rest'] : order
  const toLegendKey = (category: IncomeCategory): string => (keys.includes(category) ? category : 'rest')
  const data = lastYears.map(({ year }) => {
    const dollars: Record<string, number> = Object.fromEntries(keys.map(key => [key, 0]))
    for (const sum of sums)
      if (sum.year === year) (dollars[toLegendKey(sum.category)] as number) += Number(sum.amount) / 100
    return dollars
  })
  const layers = stack<Record<string, number>>().keys(keys).offset(stackOffsetDiverging)(data)
  const ends = layers.flatMap(layer => layer.flat())
  const { y, lines } = createScale(ends, 8, shortDollars)
  const { x, width, middle } = createBands(lastYears.length)
  const bars = layers.map((layer, k) =>
    layer.map(([from, to], i) =>
      from === to
        ? null
        : html`<rect class="c${k}" x="${px(x(i))}" y="${px(y(to))}" width="${px(width)}" height="${px(y(from) - y(to))}"/>`,
    ),
  )
  const altText = lastYears.map(
    ({ year, totalIncome }) => `${year}: ${totalIncome === null ? 'unreadable' : formatMoneyCell(totalIncome)}`,
  )
  return picture({
    id: 'income-bars',
    title: 'Income by kind and year',
    altText: `Total income in ${altText.join('; ')}.`,
    height: BARS_HEIGHT,
    marks: [lines, bars, lastYears.map(({ year }, i) => yearLabel(year, middle(i), BARS_HEIGHT - 6))],
    legend: html`<ul class="legend">${keys.map((key, k) => html`<li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="c${k}" width="10" height="10"/></svg> ${key === 'rest' ? 'All other' : CATEGORY_WORDS[key as IncomeCategory]}</li>`)}</ul>`,
  })
}

/** Draws federal withholding as a percentage of income, by year. */
export function rateBars({ years }: TaxpayerResult): Html {
  const lastYears = years.slice(-MAX_YEARS)
  const rates = lastYears.map(({ effectiveWithholdingRate: rate }) => rate)
  if (rates.every(rate => rate === null || Number(rate) === 0)) return html``
  const values = rates.map(rate => Number(rate ?? 0) / 10_000)
  const { y, lines } = createScale(values, 18, value => `${value}%`)
  const { x, width, middle } = createBands(lastYears.length)
  const marks = lastYears.map(({ year }, i) => {
    const rate = rates[i] as Millionths | null
    const value = values[i] as number
    const label = rate === null ? 'none' : `${(Number(rate) / 10_000).toFixed(1)}%`
    return html`<rect class="c0" x="${px(x(i))}" y="${px(Math.min(y(value), y(0)))}" width="${px(width)}" height="${px(Math.abs(y(0) - y(value)))}"/>${lastYears.length <= 7 && html`<text class="mid" x="${px(middle(i))}" y="${px(Math.min(y(value), y(0)) - 4)}">${label}</text>`}${yearLabel(year, middle(i), BARS_HEIGHT - 6)}`
  })
  const yearTexts = lastYears.map(
    ({ year }, i) => `${year}: ${rates[i] === null ? 'unknown' : formatShareCell(rates[i] as Millionths)}`,
  )
  return picture({
    id: 'rate-bars',
    title: 'Federal withholding as % of income',
    altText: `${yearTexts.join('; ')}.`,
    height: BARS_HEIGHT,
    marks: [lines, marks],
  })
}

/** Draws a timeline of the years in which each employer appears. */
export function employerTimeline(rows: readonly { readonly name: string; readonly year: number }[]): Html {
  const allYears = [...new Set(rows.map(({ year }) => year))]
  const lastYear = Math.max(...allYears)
  const firstYear = Math.max(Math.min(...allYears), lastYear - MAX_YEARS + 1)
  const listYearsWith = (name: string): number[] => [
    ...new Set(rows.filter(row => row.name === name).map(({ year }) => year)),
  ]
  const names = [...new Set(rows.filter(({ year }) => year >= firstYear).map(({ name }) => name))]
  const shownNames = names.slice(0, MAX_EMPLOYERS)
  const step = (WIDTH - 8) / (lastYear - firstYear + 1)
  const height = shownNames.length * 30 + 24
  const marks = shownNames.map((name, i) => {
    const years = listYearsWith(name).filter(year => year >= firstYear)
    return html`<text x="4" y="${i * 30 + 13}">${name.length > 44 ? `${name.slice(0, 43)}…` : name}</text>${years.map(year => html`<rect class="c0" x="${px(4 + (year - firstYear) * step + 1)}" y="${i * 30 + 18}" width="${px(step - 2)}" height="8"/>`)}`
  })
  const axis = Array.from({ length: lastYear - firstYear + 1 }, (_, i) =>
    yearLabel(firstYear + i, 4 + (i + 0.5) * step, height - 5),
  )
  const sentences = shownNames.map(name => `${name}: ${listYearsWith(name).join(', ')}`)
  const furtherText = names.length > shownNames.length ? ` ${names.length - shownNames.length} more employers.` : ''
  return html`<div class="pictures">${picture({
    id: 'employer-years',
    title: 'Employers over time',
    altText: `${sentences.join('; ')}.${furtherText}`,
    height,
    marks: [marks, axis],
  })}</div>`
}
