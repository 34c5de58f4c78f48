import type { Severity } from '../core/issues/issue-table.js'
import { countWork } from '../core/limits.js'
import { getOrCreate, memoize, sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { CompiledForm } from '../schema/compiled-form.js'
import type { Breach, Check } from './check.js'
import { CheckableDocument } from './checkable-document.js'
import { CHECKS } from './checks.js'

/** A check that examines one document of one form, and the positions of the boxes that it needs. */
interface FormCheck {
  readonly run: NonNullable<Check['run']>
  readonly check: Check
  readonly requiredPositions: readonly number[]
}

/** Returns the checks that examine one document of this form, in the order of `CHECKS`. */
const listChecks = memoize((compiledForm: CompiledForm): readonly FormCheck[] =>
  CHECKS.flatMap(check => {
    const { run, forms, boxes } = check
    if (run === undefined || !(forms === 'all' || forms.some(form => form === compiledForm.key))) return []
    const requiredPositions = boxes.map(name => compiledForm.positionByName.get(name) ?? -1)
    return requiredPositions.includes(-1) ? [] : [{ run, check, requiredPositions }]
  }),
)

/**
 * A failed check. `difference` is the left side of the rule less its right side in cents, or null if no amounts are
 * compared. `document` is null if the finding is about several documents or none.
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

const CHECKS_ACROSS_DOCUMENTS = CHECKS.filter(check => check.runAcross !== undefined)

/** The ids of a form's checks that could not run because the limits of the year are unknown. */
type UncheckedYear = Readonly<{ form: string; year: number; checks: Set<string> }>

/**
 * Runs every check over all documents of a taxpayer that are neither void nor canceled. Returns the failed checks,
 * ordered by record, form, position, year and check. Changes no figure and never throws because of data.
 */
export function checkResult(result: TaxpayerResult): Finding[] {
  const documents: ResolvedDocument[] = []
  const findings: Finding[] = []
  const uncheckedYears = new Map<string, UncheckedYear>()
  for (const resolvedDocument of result.resolution.documents) {
    if (resolvedDocument.status === 'void' || resolvedDocument.status === 'canceled') continue
    documents.push(resolvedDocument)
    countWork()
    checkDocument(resolvedDocument, findings, uncheckedYears)
  }
  for (const check of CHECKS_ACROSS_DOCUMENTS) {
    for (const breach of check.runAcross?.(documents) ?? []) {
      findings.push(toFinding(check, breach, breach.document, breach.form, breach.year))
    }
  }
  for (const { form, year, checks } of uncheckedYears.values()) {
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

function checkDocument(
  resolvedDocument: ResolvedDocument,
  findings: Finding[],
  uncheckedYears: Map<string, UncheckedYear>,
): void {
  const { compiledForm, cells, year } = resolvedDocument.document
  let checkable: CheckableDocument | null = null
  for (const { run, check, requiredPositions } of listChecks(compiledForm)) {
    if (!requiredPositions.every(position => (cells[position] ?? null) !== null)) continue
    checkable ??= new CheckableDocument(resolvedDocument)
    const breach = run(checkable)
    if (breach !== null) findings.push(toFinding(check, breach, resolvedDocument, compiledForm.key, year))
    if (checkable.hasUnknownLimits && year !== null) {
      checkable.hasUnknownLimits = false
      const unchecked = { form: compiledForm.key, year, checks: new Set<string>() }
      getOrCreate(uncheckedYears, `${compiledForm.key} ${year}`, () => unchecked).checks.add(check.id)
    }
  }
}

const toFinding = (
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

/** Compares findings for sorting by the first columns of the table of checks. Nulls come last. */
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
