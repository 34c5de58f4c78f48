// Converts the amounts of a stream to the boxes that they are computed from.

import { getOrCreate, NO_ITEMS } from '../../core/lists.js'
import { type Cents, subtractCents, sumCents } from '../../core/money.js'
import { findCell } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Borrower } from '../borrowers/borrower.js'
import { readPay } from '../streams/gross-pay.js'
import { readMoneyBox, type StreamItem } from '../streams/stream.js'
import { excludeInput, inputOf, type TraceExclusion, type TraceInput } from './trace.js'

/** The boxes behind amounts, and the amounts that are left out. */
export interface ItemBoxes {
  readonly inputs: TraceInput[]
  readonly excluded: TraceExclusion[]
  /** The fields in `inputs`, by their document. */
  readonly fields: Map<ResolvedDocument, Set<string>>
}

export const startItemBoxes = (): ItemBoxes => ({ inputs: [], excluded: [], fields: new Map() })

function addInput({ inputs, fields }: ItemBoxes, document: ResolvedDocument, input: TraceInput): void {
  inputs.push(input)
  getOrCreate(fields, document, () => new Set()).add(input.field)
}

/** The part of a box that a rule leaves out has this flag as its reason. */
const PART_FLAGS: ReadonlySet<string> = new Set(['rolled_or_converted', 'lump_sum_excluded'])

export function addItemBoxes(boxes: ItemBoxes, item: StreamItem): void {
  const { document, field, cents, exclusion, flag } = item
  const { excluded } = boxes
  const source = document.document
  if (exclusion !== null) {
    excluded.push(excludeInput(inputOf(source, field, cents), exclusion))
    return
  }
  if (cents === 0 && source.unreadableFields.length > 0) {
    addUnreadableBoxes(boxes, document)
    return
  }
  for (const input of listPayBoxes(item) ?? [inputOf(source, field, cents)]) addInput(boxes, document, input)
  if (flag === null || !PART_FLAGS.has(flag)) return
  const boxAmount = readMoneyBox(source, field)
  if (boxAmount !== null && boxAmount !== cents)
    excluded.push(excludeInput(inputOf(source, field, subtractCents(boxAmount, cents)), flag))
}

/** Adds the boxes of a document that could not be read. Their amounts are null. */
export function addUnreadableBoxes(boxes: ItemBoxes, resolved: ResolvedDocument): void {
  const { document } = resolved
  for (const field of document.unreadableFields)
    if (boxes.fields.get(resolved)?.has(field) !== true) addInput(boxes, resolved, inputOf(document, field, null))
}

/**
 * Lists the boxes that gross pay adds up and subtracts. Null if the amount is that of a single box, such as box 1 of a
 * statutory employee, or if the form has no employment boxes.
 */
function listPayBoxes({ document, field, cents }: StreamItem): TraceInput[] | null {
  const source = document.document
  const { employment } = source.compiledForm.uses
  if (employment === null || (field !== employment.wages && field !== employment.medicareWages)) return null
  const inputs = [inputOf(source, field, readMoneyBox(source, field) ?? 0)]
  const addBox = (name: string | undefined, sign: 1 | -1): void => {
    if (name === undefined) return
    const amount = readMoneyBox(source, name)
    if (amount !== null && amount !== 0) inputs.push(inputOf(source, name, sign * amount))
  }
  if (field === employment.wages) {
    addBox(employment.nonqualifiedPlans, -1)
    if (!readMoneyBox(source, employment.medicareWages))
      for (const name of employment.outsideWages ?? NO_ITEMS) addBox(name, 1)
  }
  for (const name of employment.equityPay ?? NO_ITEMS) addBox(name, -1)
  addBox(employment.failedDeferrals, -1)
  return sumInputs(inputs) === cents ? inputs : null
}

/** Lists the boxes of sick pay of a year that a third party, such as an insurer, paid. */
export function listSickPayBoxes({ documents }: Borrower, year: number, items: readonly StreamItem[]): TraceInput[] {
  const documentsOfStream = new Set(items.map(({ document }) => document))
  return documents.flatMap(document => {
    const { employment } = document.document.compiledForm.uses
    if (document.document.year !== year || employment === null) return []
    const { sickPay } = employment
    if (sickPay === undefined || findCell(document.document, sickPay) !== true) return []
    if (documentsOfStream.has(document)) return []
    const { pay, field } = readPay(document, employment)
    return pay === null || pay === 0 ? [] : [inputOf(document.document, field, pay)]
  })
}

export const sumInputs = (inputs: readonly TraceInput[]): Cents => sumCents(inputs.map(({ cents }) => cents ?? 0))
