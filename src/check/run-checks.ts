import type { Severity } from '../core/issue-table.js'
import { getOrCreate, sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { Breach, Check } from './check.js'
import { CHECKS } from './checks.js'
import { limitsOf } from './limits.js'
import { ALL, awakeOn, checksOf, hasAll, type Planned } from './planned.js'
import { View } from './view.js'

/**
 * A check that did not hold. Units: cents, the left side of the rule less its right side.
 * Missing: `document` is null where several are meant, or none; `difference` where no amounts are compared.
 */
export interface Finding {
  /** The id of the check; `limits_unknown` where the year of a form has no limits to check by. */
  readonly check: string
  readonly severity: Severity
  readonly document: ResolvedDocument | null
  readonly form: string
  readonly year: number | null
  readonly difference: Cents | null
  /** What must hold, and which part does not; holds no value from the data. */
  readonly message: string
}

/** The finding about a year that the table of limits does not have. */
const LIMITS_UNKNOWN = 'limits_unknown'

const ACROSS = CHECKS.filter(check => check.runAcross !== undefined)

/** The checks of a form that a year without limits left out. */
interface Unknown {
  readonly form: string
  readonly year: number
  readonly checks: Set<string>
}

/** What findings say, by what must hold and which part does not: the same text each time, which a writer knows again. */
const MESSAGES = new Map<string, Map<string | undefined, string>>()

function messageOf(doc: string, note: string | undefined): string {
  const ofDoc = getOrCreate(MESSAGES, doc, () => new Map<string | undefined, string>())
  return getOrCreate(ofDoc, note, () => `Does not hold: ${doc}${note === undefined ? '' : ` ${note}`}`)
}

/**
 * Runs every check over a taxpayer's documents, all but void and canceled ones, and gives what does not hold, ordered
 * by record, form, position, year and check. Changes no figure, and never throws on data.
 */
export function runChecks(result: TaxpayerResult): Finding[] {
  const documents: ResolvedDocument[] = []
  const findings: Finding[] = []
  const unknown: Unknown[] = []
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
  for (const { form, year, checks } of unknown) {
    findings.push({
      check: LIMITS_UNKNOWN,
      severity: 'info',
      difference: null,
      message: `The limits of this tax year are not known, so what needs them was not checked: ${[...checks].sort().join(', ')}.`,
      document: null,
      form,
      year,
    })
  }
  return sortInPlace(findings, compareFindings)
}

function checkDocument(of: ResolvedDocument, findings: Finding[], unknown: Unknown[]): void {
  const { plan, cells, year } = of.document
  const form = checksOf(plan)
  const { checks } = form
  // What a year without limits left out is told, whether it could have fired or not.
  const awake = year === null || limitsOf(year) !== null ? awakeOn(cells, form) : ALL
  let view: View | null = null
  for (let i = 0; i < checks.length; i++) {
    const planned = checks[i] as Planned
    if ((awake & planned.bit) === 0 || !hasAll(cells, planned.needs)) continue
    const { run, check } = planned
    view ??= new View(of)
    const breach = run(view)
    if (breach !== null) findings.push(findingOf(check, breach, of, plan.key, year))
    if (view.asked && year !== null) {
      view.asked = false
      noteUnknown(unknown, plan.key, year, check)
    }
  }
}

function noteUnknown(unknown: Unknown[], form: string, year: number, { id }: Check): void {
  const known = unknown.find(each => each.form === form && each.year === year)
  if (known === undefined) unknown.push({ form, year, checks: new Set([id]) })
  else known.checks.add(id)
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
  message: messageOf(doc, breach.note),
  document,
  form,
  year,
})

/** Orders findings as their table is: by its leading columns, nulls last. */
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
