import { describeHidden } from '../core/cut-list.js'
import { getOrCreate } from '../core/lists.js'
import { countHidden, type ExplainedFigure, expandTrace, isFigureShown } from '../underwriting/traces/explain.js'
import { type FigureTraces, getFigureTraces } from '../underwriting/traces/figure-traces.js'
import type { Trace } from '../underwriting/traces/trace.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import type { DocumentAnchors } from './documents.js'
import { type Html, type HtmlPart, html, isolateText, renderCollapsible } from './html.js'
import { formatMoneyCell, formatShareCell, toWords, wordsOfCitation, wordsOfFigure } from './labels.js'

/** Renders a line of a tree: a label, and its amount at the end. */
export const treeLine = (label: Html, value: string): Html =>
  html`<span class="line"><span>${label}</span> <span class="v">${value}</span></span>`

const SAFE_NAME = /^[\w.]+$/

/**
 * Renders the figures of an underwriting as trees. A page expands each figure once, and every other mention links to
 * it. A figure that has the same parts and boxes under the first policy is expanded only under that policy.
 */
export class FigureTrees {
  readonly #traces: FigureTraces
  readonly #expanded = new Set<string>()
  /** The anchors of figures whose names cannot be anchors, because the name of a stream is in them, in order of first use. */
  readonly #anchors = new Map<string, string>()
  readonly #isSameByFigure = new Map<string, boolean>()

  constructor(
    readonly policyResult: PolicyResult,
    private readonly number: number,
    private readonly documents: DocumentAnchors,
    private readonly firstTrees: FigureTrees | null,
  ) {
    this.#traces = getFigureTraces(policyResult)
  }

  /** Explains a figure that the page shows. */
  #find(figure: string): Trace | undefined {
    return isFigureShown(this.policyResult, figure) ? this.#traces.find(figure) : undefined
  }

  /** Renders a link from a figure's value to its tree, with `?` if the figure is doubtful. */
  link(figure: string, text: string): Html {
    const marker = this.#traces.findDoubts(figure).length > 0 && html`<span class="m">?</span>`
    return this.#find(figure) !== undefined
      ? html`<a href="#${this.#findFigureAnchor(figure)}">${text}${marker}</a>`
      : html`${text}`
  }

  /** Renders a collapsible block with the trees of figures that are not on the page yet. Null if all of them are. */
  renderTrees(title: HtmlPart, value: string, figures: readonly string[]): Html | null {
    const trees = figures.flatMap(figure => {
      const trace = this.#find(figure)
      return trace === undefined || this.#expanded.has(figure) || this.#isSame(figure)
        ? []
        : [this.#renderNode(expandTrace(trace, this.#traces, this.#expanded, this.policyResult))]
    })
    if (trees.length === 0) return null
    const citations = figures.flatMap(figure => this.#find(figure)?.citation.split('; ') ?? [])
    const sources = [...new Set(citations)].filter(citation => citation !== '').join('; ')
    return renderCollapsible(
      title,
      value,
      html`<ul class="tree">${trees}</ul>${sources !== '' && html`<p class="note">Source: ${wordsOfCitation(sources)}</p>`}`,
    )
  }

  #findFigureAnchor(figure: string): string {
    const trees = this.firstTrees !== null && this.#isSame(figure) ? this.firstTrees : this
    return `p${trees.number}.${SAFE_NAME.test(figure) ? figure : getOrCreate(trees.#anchors, figure, () => `f${trees.#anchors.size + 1}`)}`
  }

  /** Returns true if the first policy has the same figure with the same parts and boxes. */
  #isSame(figure: string): boolean {
    if (this.firstTrees === null) return false
    const [trace, firstTrace] = [this.#find(figure), this.firstTrees.#find(figure)]
    return getOrCreate(
      this.#isSameByFigure,
      figure,
      () =>
        trace !== undefined &&
        firstTrace !== undefined &&
        serializeFigure(trace) === serializeFigure(firstTrace) &&
        trace.parts.every(part => this.#isSame(part) || this.#find(part) === undefined),
    )
  }

  #renderNode({ trace, isRepeated, parts, inputs, excluded, hidden }: ExplainedFigure): Html {
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
      ...lines.map(line => html`<li>${line}</li>`),
      hidden !== null && html`<li>${describeHidden(countHidden(hidden), 'traces')}</li>`,
    ]
    return html`<li id="${this.#findFigureAnchor(trace.figure)}">${treeLine(html`${isolateText(name)} <i>${trace.rule}</i>`, value)}${(parts.length > 0 || lines.length > 0 || hidden !== null) && html`<ul>${children}</ul>`}</li>`
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
