import {
  type ExplainedFigure,
  expandFigure,
  explainFigure,
  isFigureName,
  suggestFigure,
} from '../underwriting/traces/explain.js'
import { type Figure, type FigureInput, toExclusion, toFigure, toFigureInput } from './figure.js'
import { getUnderwritingInternals, type Underwriting } from './underwriting.js'

/**
 * A figure with the figures and boxes that it is computed from. A box is listed only under the lowest figure that
 * includes it.
 */
export interface FigureTree {
  /** The figure with its value, its rule and all of its boxes. */
  readonly figure: Figure
  /** True if the figure already appeared earlier in the tree. Its parts are listed only at its first appearance. */
  readonly again: boolean
  /** The figures that it is computed from. */
  readonly parts: readonly FigureTree[]
  /** The figure's boxes, except those that one of its parts has. */
  readonly inputs: readonly FigureInput[]
  /** The figure's excluded amounts with their reasons, except those that one of its parts excludes. */
  readonly excluded: Figure['excluded']
}

/**
 * Returns a figure as a tree that leads down to the boxes it is computed from.
 *
 * @param figure A name that the option `--figure` accepts: a category or the key of a stream (`wages`,
 *   `wages:Acme Freight`), the same with a column (`wages.computed_monthly`), or an indicator (`dti`). For a borrower
 *   other than the taxpayer, the borrower comes first (`1234.wages`). The default is the total. `underwriting.figures` lists all names.
 * @returns The tree, or null if the underwriting has no such figure, such as `wages` for a borrower without wages.
 * @throws TypeError if no figure can have that name (the message suggests another), or if `underwriting` is a copy.
 *
 * @example
 * ```ts
 * import { explain, type FigureTree, normalizeDossier, qualifyingIncome } from 'taxtally'
 *
 * const record = {
 *   id: 'r-1',
 *   tax_year: '2024',
 *   forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: '60,000.00', federal_income_tax_withheld: 6600 }] }],
 * }
 * const { value: dossier } = normalizeDossier(record)
 * if (dossier === undefined) throw new Error('nothing to use')
 * const show = ({ figure, parts, inputs }: FigureTree): void => {
 *   for (const { field, amount } of inputs) console.log(figure.figure, field, amount?.toFixed(2))
 *   for (const part of parts) show(part)
 * }
 * const wages = explain(qualifyingIncome(dossier), 'wages')
 * if (wages !== null) show(wages) //=> wages.latest_amount wages 60000.00
 * ```
 */
export function explain(underwriting: Underwriting, figure?: string): FigureTree | null {
  const internalUnderwriting = getUnderwritingInternals(underwriting)
  validateFigureName('explain', figure)
  const expandedFigure = expandFigure(internalUnderwriting, figure)
  return expandedFigure === null ? null : toFigureTree(expandedFigure)
}

/**
 * Explains a figure as text for a person, as `taxtally explain` prints it: the policy, the figure with its parts and
 * boxes, the meaning of its flags, and its sources. Lines end with a line feed. Without a name, explains the total and
 * adds one line per indicator. Returns null if the underwriting has no such figure.
 *
 * @throws TypeError under the same conditions as `explain`.
 */
export function explainText(underwriting: Underwriting, figure?: string): string | null {
  const internalUnderwriting = getUnderwritingInternals(underwriting)
  validateFigureName('explainText', figure)
  return explainFigure(internalUnderwriting, figure)
}

function validateFigureName(functionName: string, figure: unknown): void {
  if (figure === undefined || (typeof figure === 'string' && isFigureName(figure))) return
  const suggestion = typeof figure === 'string' ? suggestFigure(figure) : ''
  throw new TypeError(
    `${functionName} takes the name of a figure: a category or the key of a stream (wages), the same with a column (wages.computed_monthly), or an indicator (dti).${suggestion}`,
  )
}

const toFigureTree = ({ trace, isRepeated, parts, inputs, excluded }: ExplainedFigure): FigureTree => ({
  figure: toFigure(trace),
  again: isRepeated,
  parts: parts.map(toFigureTree),
  inputs: inputs.map(toFigureInput),
  excluded: excluded.map(toExclusion),
})
