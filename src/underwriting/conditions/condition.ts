// The folder `underwriting/conditions` has the conditions: questions that must be answered before income counts, or that an
// underwriter should look at. Rules raise a condition, and the policy gives it a severity.

import { getOrCreate } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { ConditionCode, ConditionSeverity } from '../policies/policy.js'

/** A condition as a rule raises it, before the policy's severity and the caller's facts are applied. */
export interface RaisedCondition {
  readonly code: ConditionCode
  /** The severity that the rule asks for. It is used if the policy says `by_rule`. */
  readonly severity: ConditionSeverity | null
  readonly taxYear: number | null
  /** The monthly amount that depends on it. Null: the amount of the stream. */
  readonly amount: Cents | null
  readonly document: ResolvedDocument | null
  /** The issuer, form or part of pay that it is about, for people. */
  readonly about: string | null
  /** True if a known fact already answers it. */
  readonly isMet: boolean
  /** The part of the stream that it blocks, such as one part of current pay. Null: it blocks the stream. */
  readonly partIndex: number | null
}

/** True for a condition about input that could not be read, so that an amount is unknown. */
export const hidesAmount = (code: ConditionCode): boolean => code === 'unreadable_box' || code === 'rejected_record'

/** The details of a condition that most conditions leave out. */
export type ConditionDetails = Partial<Omit<RaisedCondition, 'code'>>

const createCondition = (code: ConditionCode, details: ConditionDetails): RaisedCondition => ({
  code,
  severity: details.severity ?? null,
  taxYear: details.taxYear ?? null,
  amount: details.amount ?? null,
  document: details.document ?? null,
  about: details.about ?? null,
  isMet: details.isMet ?? false,
  partIndex: details.partIndex ?? null,
})

/** The conditions without a subject, by code. Equal conditions are one object, because a taxpayer can have a million of them. */
const sharedConditions = new Map<ConditionCode, RaisedCondition[]>()
const MAX_SHARED_PER_CODE = 50

export function raiseCondition(code: ConditionCode, details: ConditionDetails = {}): RaisedCondition {
  const { severity = null, taxYear = null, isMet = false, amount, document, about, partIndex } = details
  if ((amount ?? document ?? about ?? partIndex ?? null) !== null) return createCondition(code, details)
  const conditionsOfCode = getOrCreate(sharedConditions, code, () => [])
  const equalCondition = conditionsOfCode.find(
    condition => condition.taxYear === taxYear && condition.severity === severity && condition.isMet === isMet,
  )
  if (equalCondition !== undefined) return equalCondition
  const condition = createCondition(code, details)
  if (conditionsOfCode.length < MAX_SHARED_PER_CODE) conditionsOfCode.push(condition)
  return condition
}

/** Two conditions with equal keys are one question. */
export const toConditionKey = ({ code, taxYear, about, document, partIndex }: RaisedCondition): string =>
  `${code} ${taxYear ?? ''} ${about ?? ''} ${partIndex ?? ''} ${document === null ? '' : formatDocumentKey(document)}`

const formatDocumentKey = ({ document }: ResolvedDocument): string =>
  `${document.record.id}/${document.compiledForm.key}/${document.formIndex}/${document.entryIndex}`
