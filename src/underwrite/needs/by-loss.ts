import { nameOfForm } from '../../model/form.js'
import { unparsedRecords } from '../../normalize/missing-years.js'
import type { TaxpayerResult } from '../../summarize/result.js'
import type { Flag } from '../flag.js'
import type { BorrowerIncome } from '../qualifying-income.js'
import type { Need } from './need.js'

const LOST: readonly Flag[] = ['incomplete', 'income_unreadable']

/** What was refused, or is of a kind that nobody reads, of nobody in particular. */
export function needsOfRefusals({ dossier, lostEntries }: TaxpayerResult, household: string): Need[] {
  const needs: Need[] = []
  const known = new Set<string>()
  // Millions of values that are refused alike need one document.
  const add = (need: 'refused_record' | 'unread_form', about: string | null, year: number | null): void => {
    const key = `${need}\n${year}\n${about}`
    if (known.has(key)) return
    known.add(key)
    needs.push({ borrower: household, issuer: null, cents: null, need, about, year })
  }
  for (const { id, taxYear, repeated } of dossier.rejected) if (!repeated) add('refused_record', id, taxYear)
  for (const { id, taxYear } of unparsedRecords(dossier)) add('refused_record', id, taxYear)
  for (const { form, year } of lostEntries) add('refused_record', nameOfForm(form), year)
  for (const { id, forms, unknownForms, taxYear } of dossier.records) {
    for (const { name, year } of unknownForms) add('unread_form', name, year)
    for (const { unreadable, year } of forms) if (unreadable) add('refused_record', id, year ?? taxYear)
  }
  return needs
}

/** Documents of a borrower's two years of which a box could not be read, or holds amounts under keys that nobody reads. */
export function needsOfBoxes({ view }: BorrowerIncome, year: number): Need[] {
  const needs: Need[] = []
  // The ordinary case.
  if (view.flawed.length === 0 && view.unread.length === 0) return needs
  const known = new Set<string>()
  for (const document of view.documents) {
    const { unreadable, unread, plan, year: of } = document
    if (unreadable.length === 0 && unread === 0) continue
    if (of === null || of < year - 1 || of > year) continue
    const key = `${of} ${plan.key}`
    if (known.has(key)) continue
    known.add(key)
    needs.push({
      borrower: view.borrower,
      need: 'unread_form',
      issuer: null,
      about: nameOfForm(plan.form),
      year: of,
      cents: null,
    })
  }
  return needs
}

/** True where a borrower's rows say that something was lost. */
export const isIncomplete = ({ streams, total }: BorrowerIncome): boolean =>
  hasLost(total.flags) || streams.some(({ row }) => hasLost(row.flags))

const hasLost = (flags: readonly Flag[]): boolean =>
  flags.length > 0 && LOST.some(flag => flags.includes(flag))
