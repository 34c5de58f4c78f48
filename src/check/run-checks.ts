import type { Severity } from '../core/issue-table.js'
import { getOrCreate, sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { Cell } from '../model/field.js'
import type { Plan } from '../model/plan.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { Breach, Check } from './check.js'
import { CHECKS } from './checks.js'
import { View } from './view.js'

/** A check of single documents of one form, and the positions of the boxes that it needs. */
interface FormCheck {
  readonly run: NonNullable<Check['run']>
  readonly check: Check
  readonly needs: readonly number[]
}

const checksByPlan = new WeakMap<Plan, readonly FormCheck[]>()

/** Returns the checks of single documents of a form, in the order of their table. */
const checksOf = (plan: Plan): readonly FormCheck[] =>
  getOrCreate(checksByPlan, plan, () =>
    CHECKS.flatMap(check => {
      const { run, forms, boxes } = check
      if (run === undefined || !(forms === 'all' || forms.some(form => form === plan.key))) return []
      const needs = boxes.map(name => plan.index.get(name) ?? -1)
      return needs.includes(-1) ? [] : [{ run, check, needs }]
    }),
  )

/** Returns true if every needed box is present. */
const hasAll = (cells: readonly Cell[], needs: readonly number[]): boolean =>
  needs.every(position => (cells[position] ?? null) !== null)

/**
 * A failed check. `difference` is the left side of the rule less its right side, in cents. It is null if no amounts are
 * compared. `document` is null if the finding is about several documents or about none.
 */
export interface Finding {
  /** The id of the check. It is `limits_unknown` if the limits of the form's year are unknown. */
  readonly check: string
  readonly severity: Severity
  readonly document: ResolvedDocument | null
  readonly form: string
  readonly year: number | null
  readonly difference: Cents | null
  /** The rule and the part of it that is broken. It never contains a value from the data. */
  readonly message: string
}

const ACROSS = CHECKS.filter(check => check.runAcross !== undefined)

/** The checks of a form that could not run because the limits of the year are unknown. */
type Unknown = Readonly<{ form: string; year: number; checks: Set<string> }>

/**
 * Runs every check over all documents of a taxpayer that are neither void nor canceled. Returns the failed checks, ordered by
 * record, form, position, year and check. It changes no figure and never throws because of data.
 */
export function runChecks(result: TaxpayerResult): Finding[] {
  const documents: ResolvedDocument[] = []
  const findings: Finding[] = []
  const unknown = new Map<string, Unknown>()
  for (const of of result.resolution.documents) {
    if (of.status === 'void' || of.status === 'canceled') continue
    documents.push(of)
    checkDocument(of, findings, unknown)
  }
  for (const check of ACROSS) {
    for (const breach of check.runAcross?.(documents) ?? []) {
      findings.push(findingOf(check, breach, breach.document, breach.form, breach.year))
    }
  }
  for (const { form, year, checks } of unknown.values()) {
    findings.push({
      check: 'limits_unknown',
      severity: 'info',
      difference: null,
      message: `The limits of this tax year are unknown, so these checks did not run: ${[...checks].sort().join(', ')}.`,
      document: null,
      form,
      year,
    })
  }
  return sortInPlace(findings, compareFindings)
}

function checkDocument(of: ResolvedDocument, findings: Finding[], unknown: Map<string, Unknown>): void {
  const { plan, cells, year } = of.document
  let view: View | null = null
  for (const { run, check, needs } of checksOf(plan)) {
    if (!hasAll(cells, needs)) continue
    view ??= new View(of)
    const breach = run(view)
    if (breach !== null) findings.push(findingOf(check, breach, of, plan.key, year))
    if (view.asked && year !== null) {
      view.asked = false
      const unchecked = { form: plan.key, year, checks: new Set<string>() }
      getOrCreate(unknown, `${plan.key} ${year}`, () => unchecked).checks.add(check.id)
    }
  }
}

const findingOf = (
  { id, severity, doc }: Check,
  breach: Breach,
  document: ResolvedDocument | null,
  form: string,
  year: number | null,
): Finding => ({
  check: id,
  severity: breach.severity ?? severity,
  difference: breach.difference,
  message: `Rule failed: ${doc}${breach.note === undefined ? '' : ` ${breach.note}`}`,
  document,
  form,
  year,
})

/** Orders findings by the leading columns of their table, nulls last. */
function compareFindings(a: Finding, b: Finding): number {
  const x = a.document?.document ?? null
  const y = b.document?.document ?? null
  const byPlace =
    x === null || y === null
      ? Number(x === null) - Number(y === null) || compareText(a.form, b.form)
      : compareText(x.record.id, y.record.id) ||
        compareText(a.form, b.form) ||
        x.formIndex - y.formIndex ||
        x.entryIndex - y.entryIndex
  return (
    byPlace ||
    (a.year ?? Number.MAX_SAFE_INTEGER) - (b.year ?? Number.MAX_SAFE_INTEGER) ||
    compareText(a.check, b.check) ||
    Number((a.difference ?? 0) > (b.difference ?? 0)) - Number((a.difference ?? 0) < (b.difference ?? 0))
  )
}
