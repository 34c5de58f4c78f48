import { type ExplainedFigure, expandNamed, explainFigure, isFigureName, nearFigure } from '../underwrite/explain.js'
import { type Figure, type FigureInput, toExclusion, toFigure, toFigureInput } from './figure.js'
import { getUnderwritingInternals, type Underwriting } from './underwriting.js'

/**
 * A figure with the figures and boxes that it is computed from, as `taxtally explain` prints it. A box appears under the lowest
 * figure that adds it. A figure that appeared earlier in the tree is named again without its parts.
 */
export interface FigureTree {
  /** The figure with its value, its rule and all of its boxes. */
  readonly figure: Figure
  /** True if the figure appeared earlier in the tree. It has no parts here. */
  readonly again: boolean
  /** The figures that it is computed from. */
  readonly parts: readonly FigureTree[]
  /** Its boxes, without those that one of its parts has. */
  readonly inputs: readonly FigureInput[]
  /** The excluded amounts and their reasons, without those that one of its parts excludes. */
  readonly excluded: Figure['excluded']
}

/**
 * Returns a figure with everything down to its boxes as a tree.
 *
 * @param figure A category (`wages`), a row and its column (`wages.monthly_amount`, `wages.job_1`) or an indicator (`dti`),
 *   as the option `--figure` takes them. If borrowers are named, the last four digits and a dot come first. The default is the
 *   total. `underwriting.figures` lists all names.
 * @returns Null if the underwriting has no figure of that name, such as `wages` for a borrower without wages.
 * @throws TypeError if no figure can have that name, with the closest name in the message, and for a copy of an underwriting.
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
  const expanded = expandNamed(internalUnderwriting, figure)
  return expanded === null ? null : toFigureTree(expanded)
}

/**
 * Returns the same as text for a person, with line feeds, as `taxtally explain` prints it: the policy, the figure down to its
 * boxes, the meaning of its flags, and its sources. Without a name, returns the total and one line per indicator. Returns null
 * if `explain` does.
 *
 * @throws TypeError if `explain` does.
 */
export function explainText(underwriting: Underwriting, figure?: string): string | null {
  const internalUnderwriting = getUnderwritingInternals(underwriting)
  validateFigureName('explainText', figure)
  return explainFigure(internalUnderwriting, figure)
}

function validateFigureName(what: string, figure: unknown): void {
  if (figure === undefined || (typeof figure === 'string' && isFigureName(figure))) return
  const near = typeof figure === 'string' ? nearFigure(figure) : ''
  throw new TypeError(
    `${what} takes the name of a figure: a row (wages), a row and its column (wages.monthly_amount), a job or business of it (wages.job_1) or an indicator (dti).${near}`,
  )
}

const toFigureTree = ({ trace, again, parts, inputs, excluded }: ExplainedFigure): FigureTree => ({
  figure: toFigure(trace),
  again,
  parts: parts.map(toFigureTree),
  inputs: inputs.map(toFigureInput),
  excluded: excluded.map(toExclusion),
})
