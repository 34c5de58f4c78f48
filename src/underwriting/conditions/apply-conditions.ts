import { type Identifier, maskIdentifier, maskNineDigits } from '../../core/identifier.js'
import { LastListCache, NO_ITEMS } from '../../core/lists.js'
import { type Borrower, isAboutBorrower } from '../borrowers/borrower.js'
import type { Evidence } from '../borrowers/evidence.js'
import type { ConditionMet, TaxpayerFacts } from '../facts/known-facts.js'
import type { UsedFacts } from '../facts/used-facts.js'
import { type ConditionCode, type ConditionSeverity, SEVERITIES, type UnderwritingPolicy } from '../policies/policy.js'
import type { EvaluatedStream } from '../streams/stream.js'
import { type RaisedCondition, toConditionKey } from './condition.js'
import { isDocumentCondition } from './evidence-conditions.js'

/** A condition with the policy's severity, and whether it is met. */
export interface AppliedCondition {
  readonly raised: RaisedCondition
  readonly severity: Exclude<ConditionSeverity, 'ignore'>
  readonly isMet: boolean
}

type ConditionInProgress = { -readonly [Key in keyof AppliedCondition]: AppliedCondition[Key] }

/** True if the condition is open and blocks. */
export const isOpenBlocking = ({ severity, isMet }: AppliedCondition): boolean => severity === 'blocking' && !isMet

/** True if the condition is open and keeps a part of the stream from counting. */
export const blocksPart = (condition: AppliedCondition): boolean =>
  isOpenBlocking(condition) && condition.raised.partIndex !== null

/** True if the condition is open and leaves one document out. */
export const blocksDocument = (condition: AppliedCondition): boolean =>
  isOpenBlocking(condition) && isDocumentCondition(condition.raised.code)

/** True if the condition is open and keeps all of the stream from counting. */
export const blocksStream = (condition: AppliedCondition): boolean =>
  isOpenBlocking(condition) && !blocksPart(condition) && !blocksDocument(condition)

/** The names by which known facts may name a stream. */
export interface StreamNames {
  readonly key: string
  readonly category: string
  readonly name: string | null
}

/**
 * True if a known fact names this stream: by its key, its category, or by category and name. If several streams have the
 * same name, their keys are numbered, and the name means the first.
 */
export const isStreamNamed = (stream: string, { key, category, name }: StreamNames): boolean =>
  stream === key ||
  stream === category ||
  (name !== null && stream === `${category}:${name}` && !key.startsWith(`${stream} (`))

const MAX_CONDITIONS_TO_COMPARE = 12

/** Applies a policy and the conditions that the underwriter closed. */
export class ConditionApplier {
  readonly #conditionsMet: readonly ConditionMet[]
  readonly #conditionListCache = new LastListCache<AppliedCondition>()
  readonly #lastApplied = new Map<ConditionCode, AppliedCondition>()

  constructor(
    private readonly input: {
      readonly policy: UnderwritingPolicy
      readonly evidence: Evidence
      readonly borrower: Borrower
      readonly facts: TaxpayerFacts | null
      /** The as-of year. A condition without a tax year is about it. */
      readonly year: number
      readonly usedFacts: UsedFacts
    },
  ) {
    const { borrower, facts } = input
    this.#conditionsMet = facts?.conditionsMet.filter(condition => isAboutBorrower(condition, borrower)) ?? NO_ITEMS
  }

  /** True if the underwriter closed conditions of single streams that decide whether a document counts. */
  get hasDocumentClosedByStream(): boolean {
    return this.#conditionsMet.some(({ condition, stream }) => stream !== null && isDocumentCondition(condition))
  }

  /** Returns the severity under the policy. A doubt that only software causes about a document of the IRS never blocks. */
  findSeverity({ code, severity, document }: RaisedCondition): ConditionSeverity {
    const { evidence, policy } = this.input
    const setting = policy.conditions[code]
    if (typeof setting === 'object') {
      const isSoftwareOnly = document !== null && !evidence.isHeldByIrs(document)
      return isSoftwareOnly ? setting.softwareOnly : setting.heldByIrs
    }
    if (setting === 'by_rule') return severity ?? 'review'
    if (setting !== 'blocking') return setting
    if (document === null || !isDocumentCondition(code) || !evidence.isHeldByIrs(document)) return severity ?? setting
    return code === 'possible_duplicate' && evidence.isPossibleDuplicateInIrs(document) ? setting : 'review'
  }

  /** True if a known fact or the underwriter closed the condition. */
  isMet({ code, isMet, taxYear }: RaisedCondition, stream: StreamNames | null): boolean {
    // Income that does not recur stays excluded, so no known fact can close this condition.
    if (this.#conditionsMet.length === 0 || code === 'not_recurring') return isMet
    for (const condition of this.#conditionsMet) {
      if (condition.condition !== code) continue
      if (condition.taxYear !== null && condition.taxYear !== (taxYear ?? this.input.year)) continue
      if (condition.stream !== null && (stream === null || !isStreamNamed(condition.stream, stream))) continue
      this.input.usedFacts.add(condition)
      return true
    }
    return isMet
  }

  /**
   * Applies conditions, each once: with the gravest severity, and met only if all of them are. Conditions that the policy
   * ignores are left out.
   */
  apply(conditions: readonly RaisedCondition[], stream: StreamNames | null): readonly AppliedCondition[] {
    const applied: ConditionInProgress[] = []
    // Most streams have few conditions. An index pays only for a flood of them.
    const index = conditions.length > MAX_CONDITIONS_TO_COMPARE ? new Map<string, ConditionInProgress>() : null
    for (const raised of conditions) {
      const severity = this.findSeverity(raised)
      if (severity === 'ignore') continue
      const isMet = this.isMet(raised, stream)
      const key = index === null ? '' : toConditionKey(raised)
      const earlier =
        index === null ? applied.find(condition => isSameQuestion(condition.raised, raised)) : index.get(key)
      if (earlier === undefined) {
        const condition = { raised, severity, isMet }
        applied.push(condition)
        index?.set(key, condition)
      } else {
        if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(earlier.severity)) earlier.severity = severity
        earlier.isMet &&= isMet
      }
    }
    return this.#conditionListCache.reuseEqualOrCopy(applied.map(condition => this.#reuseEqual(condition)))
  }

  /** Returns the previous condition with this code if it is equal, so that streams share one object. */
  #reuseEqual(condition: AppliedCondition): AppliedCondition {
    const { raised, severity, isMet } = condition
    const last = this.#lastApplied.get(raised.code)
    if (last !== undefined && last.raised === raised && last.severity === severity && last.isMet === isMet) return last
    this.#lastApplied.set(raised.code, condition)
    return condition
  }
}

const isSameQuestion = (a: RaisedCondition, b: RaisedCondition): boolean =>
  a.code === b.code &&
  a.taxYear === b.taxYear &&
  a.about === b.about &&
  a.document === b.document &&
  a.partIndex === b.partIndex

/**
 * Gives each stream its key: the category, or `category:name` if the category has several streams. Streams with the same
 * name are numbered. Keys are in every output, so the masked identifier replaces the name of an issuer that may be a person.
 *
 * @param personIds The identifiers of the taxpayer and of recipients.
 */
export function nameStreams(
  streams: readonly Pick<EvaluatedStream, 'category' | 'name' | 'items'>[],
  personIds: ReadonlySet<Identifier>,
): StreamNames[] {
  const counts = new Map<string, number>()
  for (const { category } of streams) counts.set(category, (counts.get(category) ?? 0) + 1)
  const usedKeys = new Map<string, number>()
  return streams.map(stream => {
    const { category, name } = stream
    if (counts.get(category) === 1) return { key: category, category, name }
    const key = `${category}:${name === null ? UNNAMED : toKeyName(name, stream, personIds)}`
    const count = (usedKeys.get(key) ?? 0) + 1
    usedKeys.set(key, count)
    // `join` makes one text. A template would keep its four parts, which takes 80 bytes more.
    return { key: count === 1 ? key : [key, ' (', count, ')'].join(''), category, name }
  })
}

const UNNAMED = 'unnamed'

function toKeyName(
  name: string,
  { items }: Pick<EvaluatedStream, 'items'>,
  personIds: ReadonlySet<Identifier>,
): string {
  for (const { document } of items) {
    const { id, name: issuerName, mayBePerson } = document.document.issuer
    if (issuerName !== null && (mayBePerson || (id !== null && personIds.has(id))))
      return id === null ? UNNAMED : maskIdentifier(id)
  }
  return maskNineDigits(name)
}
