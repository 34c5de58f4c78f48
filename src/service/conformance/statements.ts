import { readFileSync } from 'node:fs'
import { DATA_CHECKS } from './data-checks.js'
import { ENDPOINT_STATEMENTS } from './endpoint-statements.js'
import { EVENT_CHECKS } from './event-checks.js'
import { EVENT_STATEMENTS } from './event-statements.js'
import { FLOW_CHECKS } from './flow-checks.js'
import { RESOURCE_STATEMENTS } from './resource-statements.js'
import { type ConformanceCheck, type FormKeys, makeReadingCheck } from './steps.js'

/** A statement of the API document with its check, or with the reason why no request of an application can check it. */
export interface ConformanceStatement {
  readonly part: string
  readonly sentence: string
  readonly check: ConformanceCheck | null
  /** The reason why there is no check. Null if there is a check. */
  readonly why: string | null
}

/** The keys of every form, transcribed from the API document and not derived from the form tables of the library. */
const INTERFACE_KEYS = new URL('../../../fixtures/interface-keys.json', import.meta.url)

/** The keys of every form in the API document. */
const FORM_KEYS = Object.entries(
  JSON.parse(readFileSync(INTERFACE_KEYS, 'utf8')) as Record<string, Omit<FormKeys, 'form'>>,
).map(([form, keys]): FormKeys => ({ form, ...keys }))

/** The checks, which statements may share, and the reasons why a statement cannot be checked, both by name. */
const CHECKS_AND_REASONS = {
  ...DATA_CHECKS,
  ...FLOW_CHECKS,
  ...EVENT_CHECKS,
  FORMS: makeReadingCheck('token', [{ forms: FORM_KEYS }]),
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

/** Describes in one sentence which keys the entries of a form have according to the API document. */
function describeForm({ form, parties, keys }: FormKeys): string {
  const listKeys = (title: string, type: string) => {
    const listed = Object.keys(keys).filter(key => keys[key] === type)
    return listed.length === 0 ? '' : ` ${title}: \`${listed.join('`, `')}\`.`
  }
  const partyTexts = Object.entries(parties).map(([party, partyKeys]) => `\`${party}\` {${partyKeys.join(', ')}}`)
  return `\`${form}\`: ${partyTexts.join('; ')}.${listKeys('Numbers', 'number')}${listKeys('Booleans', 'boolean')}${listKeys('Strings', 'string')}${listKeys('Arrays', 'array')}`
}

/** All statements of the API document, each with its check or the reason why it has none. */
export const CONFORMANCE_STATEMENTS: readonly ConformanceStatement[] = [
  ...makeRows(RESOURCE_STATEMENTS),
  ...FORM_KEYS.map(form =>
    makeRow('Resources: Record', describeForm(form), makeReadingCheck('token', [{ forms: [form] }])),
  ),
  ...makeRows(ENDPOINT_STATEMENTS),
  ...makeRows(EVENT_STATEMENTS),
]
