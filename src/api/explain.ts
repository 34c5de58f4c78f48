import {
  type ExplainedFigure,
  expandNamed,
  explainFigure,
  isFigureName,
  nearFigure,
} from '../underwrite/explain.js'
import { exclusionOf, type Figure, type FigureInput, figureOf, inputOf } from './figure.js'
import { type Underwriting, underOf } from './underwriting.js'

/**
 * A figure and what it is made of, as `taxtally explain` prints it. A box stands under the figure that adds it up, and a
 * figure that was met already is named again without what is below it.
 */
export interface FigureTree {
  /** The figure with its value, its rule and every box behind it. */
  readonly figure: Figure
  /** True where it stands in the tree already: nothing is below it here. */
  readonly again: boolean
  /** The figures that it is made of. */
  readonly parts: readonly FigureTree[]
  /** Its boxes, but for those that one of its parts has. */
  readonly inputs: readonly FigureInput[]
  /** What was left out of it and why, but for what one of its parts leaves out. */
  readonly excluded: Figure['excluded']
}

/**
 * A figure down to its boxes, as a tree. `figure` is a category (`wages`), a row and its column (`wages.monthly_amount`,
 * `wages.job_1`) or an indicator (`dti`), as the option `--figure` takes them, behind the last four and a dot where a
 * borrower was named; without one, the total. `underwriting.figures` has the names of them all. Missing: null where the
 * underwriting has no figure of that name, such as `wages` of who has none. Throws a TypeError for a name that no figure
 * can have, which names the one that is near, and for a copy of an underwriting.
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
  const under = underOf(underwriting)
  checkName('explain', figure)
  const expanded = expandNamed(under, figure)
  return expanded === null ? null : treeOf(expanded)
}

/**
 * The same as text for a person, lines with line feeds, as `taxtally explain` prints it: the policy, the figure down to its
 * boxes, what its flags say and its sources; without a name, the total and every indicator on a line. Missing: null where
 * `explain` gives null. Throws a TypeError where `explain` does.
 */
export function explainText(underwriting: Underwriting, figure?: string): string | null {
  const under = underOf(underwriting)
  checkName('explainText', figure)
  return explainFigure(under, figure)
}

function checkName(what: string, figure: unknown): void {
  if (figure === undefined || (typeof figure === 'string' && isFigureName(figure))) return
  const near = typeof figure === 'string' ? nearFigure(figure) : ''
  throw new TypeError(
    `${what} takes the name of a figure: a row (wages), a row and its column (wages.monthly_amount), a job or business of it (wages.job_1) or an indicator (dti).${near}`,
  )
}

const treeOf = ({ trace, again, parts, inputs, excluded }: ExplainedFigure): FigureTree => ({
  figure: figureOf(trace),
  again,
  parts: parts.map(treeOf),
  inputs: inputs.map(inputOf),
  excluded: excluded.map(exclusionOf),
})
