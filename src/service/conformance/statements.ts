import { DATA_CHECKS } from './data-checks.js'
import { ENDPOINT_STATEMENTS } from './endpoint-statements.js'
import { EVENT_STATEMENTS } from './event-statements.js'
import { FLOW_CHECKS } from './flow-checks.js'
import { FORM_ENTRIES } from './form-entries.js'
import { RESOURCE_STATEMENTS } from './resource-statements.js'
import { type ConformanceCheck, type EntriesStep, makeReadingCheck } from './steps.js'

/** A statement of the API document with its check, or with the reason why no request of an application can check it. */
export interface ConformanceStatement {
  readonly part: string
  readonly sentence: string
  readonly check: ConformanceCheck | null
  /** The reason why there is no check. Null if there is a check. */
  readonly why: string | null
}

/** The checks, which statements may share, and the reasons why a statement cannot be checked, both by name. */
const CHECKS_AND_REASONS = {
  ...DATA_CHECKS,
  ...FLOW_CHECKS,
  FORMS: makeReadingCheck('token', FORM_ENTRIES.slice(0, 1)),
  open: 'Not checked: the API document leaves this open.',
  about: 'Not checked: general information about the service.',
  application: "Not checked: this is the application's responsibility.",
  dashboard: 'Not checked: this happens in the dashboard.',
  versions: 'Not checked: this is about future versions.',
}
type CheckOrReasonName = keyof typeof CHECKS_AND_REASONS

const makeRow = (part: string, sentence: string, checkOrReason: ConformanceCheck | string): ConformanceStatement =>
  typeof checkOrReason === 'string'
    ? { part, sentence, check: null, why: checkOrReason }
    : { part, sentence, check: checkOrReason, why: null }

/** Makes the rows of some sections of the API document. Each line begins with the name of its check or reason. */
const makeRows = (
  parts: Readonly<Record<string, readonly `${CheckOrReasonName}: ${string}`[]>>,
): ConformanceStatement[] =>
  Object.entries(parts).flatMap(([part, lines]) =>
    lines.map(line => {
      const [name, sentence = ''] = line.split(/: (.*)/s)
      return makeRow(part, sentence, CHECKS_AND_REASONS[name as CheckOrReasonName])
    }),
  )

/** Describes in one sentence which keys the API document requires in the entries of a form. */
function describeForm({ entries, parties, numbers, booleans, texts, lists }: EntriesStep): string {
  const listKeys = (title: string, keys?: string) =>
    keys === undefined ? '' : ` ${title}: \`${keys.replaceAll(', ', '`, `')}\`.`
  const partyTexts = Object.entries(parties).map(([party, id]) => `\`${party}\` {name, address, ${id}}`)
  return `\`${entries}\`: ${partyTexts.join('; ')}.${listKeys('Numbers', numbers)}${listKeys('Booleans', booleans)}${listKeys('Strings', texts)}${listKeys('Arrays', lists)}`
}

/** All statements of the API document, each with its check or the reason why it has none. */
export const CONFORMANCE_STATEMENTS: readonly ConformanceStatement[] = [
  ...makeRows(RESOURCE_STATEMENTS),
  ...FORM_ENTRIES.map(form => makeRow('Resources: Record', describeForm(form), makeReadingCheck('token', [form]))),
  ...makeRows(ENDPOINT_STATEMENTS),
  ...makeRows(EVENT_STATEMENTS),
]
