import { getOrCreate } from '../core/lists.js'
import type { Doubt } from '../resolve/resolved-document.js'
import { type ExplainedFigure, expandTrace } from '../underwriting/traces/explain.js'
import type { Trace } from '../underwriting/traces/trace.js'
import { findDoubtfulFigures, listTraces } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import type { DocumentAnchors } from './documents.js'
import { type Html, type HtmlPart, html, isolateText, renderCollapsible } from './html.js'
import { formatMoneyCell, formatShareCell, toWords, wordsOfCitation, wordsOfFigure } from './labels.js'

/** The maximum number of lines that are listed under one figure. Further lines are only counted. */
const MAX_LINES = 400

/** Renders a line of a tree: a label, and its amount at the end. */
export const treeLine = (label: Html, value: string): Html =>
  html`<span class="line"><span>${label}</span> <span class="v">${value}</span></span>`

/** Shortens a long list of lines. The last line then contains the number of lines that were left out. */
export const limitLines = (lines: readonly Html[]): readonly Html[] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), html`and ${lines.length - MAX_LINES} more: taxtally explain lists all.`]

const SAFE_NAME = /^[\w.]+$/

/**
 * Renders the figures of an underwriting as trees. A page expands each figure once, and every other mention links to
 * it. A figure that has the same parts and boxes under the first policy is expanded only under that policy.
 */
export class FigureTrees {
  readonly #traces: ReadonlyMap<string, Trace>
  readonly #expanded = new Set<string>()
  /** The anchors of figures whose names cannot be anchors, because the name of a stream is in them. */
  readonly #anchors = new Map<string, string>()
  readonly #isSameByFigure = new Map<string, boolean>()
  readonly #doubtsByFigure: ReadonlyMap<string, readonly Doubt[]>

  constructor(
    readonly policyResult: PolicyResult,
    private readonly number: number,
    private readonly documents: DocumentAnchors,
    private readonly firstTrees: FigureTrees | null,
  ) {
    const traces = listTraces(policyResult)
    this.#traces = new Map(traces.map(trace => [trace.figure, trace]))
    for (const [i, { figure }] of traces.entries()) if (!SAFE_NAME.test(figure)) this.#anchors.set(figure, `f${i + 1}`)
    this.#doubtsByFigure = findDoubtfulFigures(traces)
  }

  /** Renders a link from a figure's value to its tree, with `?` if the figure is doubtful. */
  link(figure: string, text: string): Html {
    const marker = this.#doubtsByFigure.has(figure) && html`<span class="m">?</span>`
    return this.#traces.has(figure)
      ? html`<a href="#${this.#findFigureAnchor(figure)}">${text}${marker}</a>`
      : html`${text}`
  }

  /** Renders a collapsible block with the trees of figures that are not on the page yet. Null if all of them are. */
  renderTrees(title: HtmlPart, value: string, figures: readonly string[]): Html | null {
    const trees = figures.flatMap(figure => {
      const trace = this.#traces.get(figure)
      return trace === undefined || this.#expanded.has(figure) || this.#isSame(figure)
        ? []
        : [this.#renderNode(expandTrace(trace, this.#traces, this.#expanded))]
    })
    if (trees.length === 0) return null
    const citations = figures.flatMap(figure => this.#traces.get(figure)?.citation.split('; ') ?? [])
    const sources = [...new Set(citations)].filter(citation => citation !== '').join('; ')
    return renderCollapsible(
      title,
      value,
      html`<ul class="tree">${trees}</ul>${sources !== '' && html`<p class="note">Source: ${wordsOfCitation(sources)}</p>`}`,
    )
  }

  #findFigureAnchor(figure: string): string {
    const trees = this.firstTrees !== null && this.#isSame(figure) ? this.firstTrees : this
    return `p${trees.number}.${trees.#anchors.get(figure) ?? figure}`
  }

  /** Returns true if the first policy has the same figure with the same parts and boxes. */
  #isSame(figure: string): boolean {
    if (this.firstTrees === null) return false
    const [trace, firstTrace] = [this.#traces.get(figure), this.firstTrees.#traces.get(figure)]
    return getOrCreate(
      this.#isSameByFigure,
      figure,
      () =>
        trace !== undefined &&
        firstTrace !== undefined &&
        serializeFigure(trace) === serializeFigure(firstTrace) &&
        trace.parts.every(part => this.#isSame(part) || !this.#traces.has(part)),
    )
  }

  #renderNode({ trace, isRepeated, parts, inputs, excluded }: ExplainedFigure): Html {
    const value = textOfValue(trace)
    const name = wordsOfFigure(trace.figure)
    if (isRepeated || this.#isSame(trace.figure))
      return html`<li>${treeLine(html`<a href="#${this.#findFigureAnchor(trace.figure)}">${name}</a>`, value)}</li>`
    const lines = [
      ...inputs.map(input =>
        treeLine(this.documents.renderInput(input), input.statedText ?? formatMoneyCell(input.cents)),
      ),
      ...excluded.map(
        exclusion =>
          html`<span class="out">${treeLine(html`left out (${toWords(exclusion.reason)}): ${this.documents.renderInput(exclusion)}`, formatMoneyCell(exclusion.cents))}</span>`,
      ),
    ]
    const children = [
      ...parts.map(part => this.#renderNode(part)),
      ...limitLines(lines).map(line => html`<li>${line}</li>`),
    ]
    return html`<li id="${this.#findFigureAnchor(trace.figure)}">${treeLine(html`${isolateText(name)} <i>${trace.rule}</i>`, value)}${children.length > 0 && html`<ul>${children}</ul>`}</li>`
  }
}

/** Serializes a figure for comparison, without its citation. */
const serializeFigure = ({ value, rule, parts, inputs, excluded }: Trace): string =>
  JSON.stringify([value, rule, parts, inputs, excluded], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )

function textOfValue({ value, unit }: Trace): string {
  if (value === null) return 'unknown'
  if (typeof value === 'string') return value
  return unit === 'money' ? formatMoneyCell(value) : unit === 'ratio' ? formatShareCell(value) : String(value)
}
