import { addCents, type Cents, subtractCents } from '../../core/money.js'
import { findCell } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { FormUses } from '../../schema/form.js'
import { addKnownCents, largerOf, smallerOf } from './formulas.js'
import { type InputSelection, readMoneyBox, type StreamItem } from './stream.js'

/** The pay of one W-2. Units: cents per year. */
export interface PayDocument {
  readonly document: ResolvedDocument
  readonly year: number
  /** Null if a box that gross pay needs is unreadable. */
  readonly pay: Cents | null
  readonly untaxed: Cents
  readonly field: string
  readonly isSickPay: boolean
  readonly hasCombatPay: boolean
}

type EmploymentUse = FormUses['employment']

const NO_FIELDS: readonly string[] = []

/** Reads a box that the form may not have. */
const readOptionalCents = ({ document }: ResolvedDocument, field: string | undefined): number =>
  field === undefined ? 0 : (readMoneyBox(document, field) ?? 0)

function sumBoxes({ document }: ResolvedDocument, fields: readonly string[] = NO_FIELDS): Cents {
  let sum: Cents = 0
  for (const field of fields) sum = addCents(sum, readMoneyBox(document, field) ?? 0)
  return sum
}

/** True if a box that is subtracted from pay, or box 5, is unreadable, or if box 1 is unknown and box 5 does not replace it. */
function isPayUnreadable({ document }: ResolvedDocument, use: EmploymentUse, medicareWages: number | null): boolean {
  const { unreadableFields } = document
  if (unreadableFields.length === 0) return false
  const isUnreadable = (field: string | undefined): boolean => field !== undefined && unreadableFields.includes(field)
  return (
    isUnreadable(use.medicareWages) ||
    isUnreadable(use.nonqualifiedPlans) ||
    isUnreadable(use.failedDeferrals) ||
    use.equityPay?.some(isUnreadable) === true ||
    (!medicareWages && (isUnreadable(use.wages) || use.outsideWages?.some(isUnreadable) === true))
  )
}

/**
 * Computes the gross pay of a W-2. With box 5: the larger of box 5 and box 1 less box 11. Without: box 1 less box 11, plus
 * the pay of box 12 that box 1 does not include. Equity pay and failed deferrals are streams of their own, so they are
 * subtracted.
 */
export function readPay(document: ResolvedDocument, use: EmploymentUse): PayDocument {
  const { document: source } = document
  const medicareWages = readMoneyBox(source, use.medicareWages)
  const fromPlans = readOptionalCents(document, use.nonqualifiedPlans)
  const wages: Cents = subtractCents(readMoneyBox(source, use.wages) ?? 0, fromPlans)
  const separatePay = addCents(sumBoxes(document, use.equityPay), readOptionalCents(document, use.failedDeferrals))
  const gross: Cents = medicareWages
    ? largerOf(medicareWages, wages)
    : addCents(wages, sumBoxes(document, use.outsideWages))
  const untaxed = readOptionalCents(document, use.untaxed)
  const outsideWages = subtractCents(gross, wages)
  return {
    document,
    year: source.year as number,
    pay: isPayUnreadable(document, use, medicareWages) ? null : subtractCents(gross, separatePay),
    untaxed: untaxed === 0 ? 0 : largerOf(0, smallerOf(untaxed, outsideWages)),
    field: medicareWages && medicareWages >= wages ? use.medicareWages : use.wages,
    isSickPay: use.sickPay !== undefined && findCell(source, use.sickPay) === true,
    hasCombatPay: readOptionalCents(document, use.combatPay) !== 0,
  }
}

/** True for a W-2 of a statutory employee, whose pay is business income. */
export const isStatutory = ({ document }: ResolvedDocument, { statutory }: EmploymentUse): boolean =>
  findCell(document, statutory) === true

export const toPayItem = ({ document, year, pay, untaxed, field }: PayDocument): StreamItem => ({
  document,
  year,
  field,
  cents: pay ?? 0,
  untaxed,
  exclusion: null,
  flag: null,
})

/** Adds up the pay of a year in a selection. Null if there is none. */
export function sumPay(payDocuments: readonly PayDocument[], year: number, { includes }: InputSelection): Cents | null {
  let sum: Cents | null = null
  for (const { pay, document, year: payYear } of payDocuments)
    if (payYear === year && pay !== 0 && includes(document)) sum = addKnownCents(sum, pay)
  return sum
}

/** Lists the pay of a W-2 that is a stream of its own: equity pay, or deferred pay that was paid out. */
export function listSeparatePay(
  document: ResolvedDocument,
  fields: readonly (string | undefined)[] = NO_FIELDS,
): StreamItem[] {
  const items: StreamItem[] = []
  const { unreadableFields, year } = document.document
  for (const field of fields) {
    if (field === undefined) continue
    const cents = readMoneyBox(document.document, field) ?? 0
    if (cents !== 0 || unreadableFields.includes(field))
      items.push({ document, year: year as number, field, cents, untaxed: 0, exclusion: null, flag: null })
  }
  return items
}
