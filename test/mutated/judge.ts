/**
 * Checks an outcome against the rules in this library's documentation without using the library's code. If a rule can
 * be interpreted in several ways, the judge accepts each interpretation, and a comment explains them.
 */

import { normalizeStep, parsePath } from './issue-index.js'
import type { Json } from './json.js'
import { FORM_BY_SQUEEZED } from './keys.js'
import { addLeaks } from './leaks.js'
import { textOf } from './money.js'
import type { DocumentSeen, FactSeen, OutcomeSeen, TablesSeen, Violation } from './seen.js'
import { squeeze } from './vocabulary.js'
import { cellKey, type EntryLocation, Walk } from './walk.js'

const STATUSES = new Set(['counted', 'superseded', 'canceled', 'void', 'duplicate', 'conflict'])
const DERIVED = new Set(['derivedGain', 'derivedCredit'])

/** Compares the output with the facts, documents and issues that `Walk` expects for the input. */
class Judge extends Walk {
  judge(): void {
    this.checkTopLevel(this.root, [])
    this.checkUnexpectedOutput()
    this.checkStatuses()
    this.checkSums()
    this.checkUnreadBoxes()
    this.checkFalseAlarms()
    if (this.issueIndex.isLimitReached) this.addViolation('limit_within_bounds', 'limit_reached')
  }

  private checkUnexpectedOutput(): void {
    for (const [key, amounts] of this.facts) {
      if (amounts.length === 0) continue
      const [record = '', form = '', formIndex = '', entryIndex = '', field = ''] = key.split('/')
      const array = `${record}/${form}/${formIndex}`
      const isAmbiguous = this.ambiguousDocuments.has(`${array}/${entryIndex}`) || this.ambiguousFormArrays.has(array)
      if (!isAmbiguous && !DERIVED.has(field)) this.addViolation('fact_from_nowhere', `${key} ${amounts.join(' ')}`)
    }
    for (const [cell, count] of this.expectedDocuments) {
      const documentCount = this.documents.get(cell)?.length ?? 0
      if (documentCount !== count && !this.ambiguousFormArrays.has(cell.slice(0, cell.lastIndexOf('/'))))
        this.addViolation('documents_differ', `${cell}: ${documentCount} of ${count}`)
    }
    for (const [cell, list] of this.documents) {
      if (!this.expectedDocuments.has(cell) && !this.ambiguousFormArrays.has(cell.slice(0, cell.lastIndexOf('/'))))
        this.addViolation('document_from_nowhere', `${cell}: ${list.length}`)
    }
  }

  private checkStatuses(): void {
    for (const { form, status } of this.analysis.documents)
      if (!STATUSES.has(status)) this.addViolation('status_unknown', `${form} ${status}`)
    for (const fact of this.analysis.facts) {
      if (fact.counted !== (fact.reason === null))
        this.addViolation('reason_differs', `${fact.field} ${fact.counted} ${fact.reason}`)
      if (fact.counted && fact.taxYear === null) this.addViolation('counted_without_year', fact.field)
      if (!fact.counted) continue
      const list = this.documents.get(cellKey(fact)) ?? []
      const document = list.find(candidate => candidate.recordId === fact.recordId)
      if (document === undefined || document.status !== 'counted')
        this.addViolation('counted_in_uncounted', `${fact.field} ${document?.status}`)
    }
  }

  /** Returns the recipient of a fact as in the rows of income: `self`, last four digits, or `unknown`. */
  private findRecipient(fact: FactSeen): string {
    if (!fact.otherRecipient) return 'self'
    const documents = this.documents.get(cellKey(fact)) ?? []
    return documents.find(({ recordId }) => recordId === fact.recordId)?.document.recipient.last4 ?? 'unknown'
  }

  private checkSums(): void {
    const sums = new Map<string, bigint>()
    for (const fact of this.analysis.facts) {
      if (!fact.counted || !fact.role.startsWith('income.')) continue
      const key = `${fact.taxYear}/${this.findRecipient(fact)}/${fact.role.slice(7)}`
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(fact.amount.toFixed(2).replace('.', '')))
    }
    const outside = this.outcome.issues.some(issue => issue.code === 'out_of_range')
    const totals = new Map<string, { cents: bigint; complete: boolean; hasAmount: boolean }>()
    for (const row of this.analysis.income) {
      const part = `${row.taxYear}/${row.recipient}`
      const key = `${part}/${row.category}`
      const sum = sums.get(key)
      sums.delete(key)
      const total = totals.get(part) ?? { cents: 0n, complete: true, hasAmount: false }
      totals.set(part, total)
      if (row.category !== 'allocated_tips') total.complete &&= row.complete
      if (row.amount === null) {
        if (outside) continue
        if (row.complete) this.addViolation('null_though_complete', key)
        if (sum !== undefined) this.addViolation('null_though_counted', `${key} ${textOf(sum)}`)
        continue
      }
      const amount = row.amount.toFixed(2)
      if (amount !== textOf(sum ?? 0n))
        this.addViolation('income_differs', `${key}: ${amount}, facts ${textOf(sum ?? 0n)}`)
      if (row.category !== 'allocated_tips') {
        // Repaid benefits do not reduce other income.
        const cents = BigInt(amount.replace('.', ''))
        if (row.category !== 'social_security' || cents > 0n) total.cents += cents
        total.hasAmount = true
      }
    }
    for (const [key, sum] of sums) this.addViolation('income_row_missing', `${key} ${textOf(sum)}`)
    for (const year of this.analysis.years) {
      const total = totals.get(`${year.taxYear}/${year.recipient}`)
      if (year.complete && total !== undefined && !total.complete)
        this.addViolation('year_complete_though_not', String(year.taxYear))
      if (year.totalIncome === null) {
        if (year.complete && !outside) this.addViolation('null_though_complete', `${year.taxYear} total`)
      } else if (total?.hasAmount !== false || total === undefined) {
        const cents = total?.cents ?? 0n
        if (year.totalIncome.toFixed(2) !== textOf(cents))
          this.addViolation('total_differs', `${year.taxYear}: ${year.totalIncome.toFixed(2)}, rows ${textOf(cents)}`)
      }
      if (this.strangeYears.has(year.taxYear) && year.complete)
        this.addViolation('strange_form_complete', String(year.taxYear))
    }
  }

  /** Returns the document of an entry, or null unless there is exactly one. */
  private documentOf(box: EntryLocation): DocumentSeen | null {
    const list = this.documents.get(box.cell) ?? []
    return list.length === 1 ? (list[0] as DocumentSeen) : null
  }

  private checkUnreadBoxes(): void {
    const readRows = new Set<string>()
    for (const { box, money } of this.read) {
      const document = this.documentOf(box)
      if (document === null) continue
      readRows.add(`${document.taxYear}/${money.role}`)
      // On these two forms, other boxes may change the category of an amount.
      if (box.form.key === 'form_1099_b') readRows.add(`${document.taxYear}/income.capital_gains`)
      if (box.form.key === 'form_1042_s') readRows.add(`${document.taxYear}/any`)
    }
    for (const { box, money } of this.unreadableAmounts) {
      // The judge does not know how distribution codes and income codes change the meaning of a box.
      if (!money.role.startsWith('income.') || money.sum !== 'add') continue
      if (box.form.key === 'form_1099_r' || box.form.key === 'form_1042_s') continue
      const document = this.documentOf(box)
      if (document === null || document.status !== 'counted' || document.taxYear === null) continue
      const categories = [money.role.slice(7)]
      if (money.key === 'wages_tips_other_compensation') categories.push('self_employment')
      const rows = this.analysis.income.filter(
        row => row.taxYear === document.taxYear && categories.includes(row.category) && !row.complete,
      )
      const description = `${box.form.key} ${money.key} ${document.taxYear}`
      if (rows.length === 0) this.addViolation('lost_but_complete', description)
      const year = this.analysis.years.find(candidate => candidate.taxYear === document.taxYear)
      if (year?.complete && !categories.includes('allocated_tips'))
        this.addViolation('lost_but_year_complete', description)
      const someRead =
        readRows.has(`${document.taxYear}/any`) ||
        categories.some(category => readRows.has(`${document.taxYear}/income.${category}`))
      if (!someRead && rows.length > 0 && rows.every(row => row.amount !== null && row.documents === 0))
        this.addViolation('zero_for_unread', description)
    }
    for (const box of this.unread) {
      const document = this.documentOf(box)
      if (document === null || document.status !== 'counted' || document.taxYear === null) continue
      const years = this.analysis.years.filter(({ taxYear }) => taxYear === document.taxYear)
      if (years.length > 0 && !years.some(({ unreadAmounts }) => Number(unreadAmounts) > 0))
        this.addViolation('unread_not_counted', `${box.form.key} ${document.taxYear}`)
    }
  }

  private checkFalseAlarms(): void {
    for (const issue of this.outcome.issues) {
      if (!['field_misspelled', 'field_respelled', 'amount_unread'].includes(issue.code)) continue
      const steps = parsePath(issue.path ?? '') ?? []
      const [form, , key] = steps.slice(-3)
      // The judge cannot check keys of party objects, or keys that the path prints as `[*]`.
      if (typeof form !== 'string' || typeof key !== 'string' || key === '*') continue
      const shape = FORM_BY_SQUEEZED.get(squeeze(form))
      if (shape === undefined) continue
      if (shape.keySet.has(key)) {
        if (issue.code !== 'field_respelled')
          this.addViolation('known_key_accused', `${issue.code} ${shape.key} ${key}`)
        continue
      }
      const spot = `${shape.key}/${squeeze(key)}`
      const allowedKeys = issue.code === 'amount_unread' ? this.mayBeUnread : this.mayBeMisspelled
      const location = steps.map(normalizeStep).join('')
      if (!allowedKeys.has(spot) && !this.notWalked.some(prefix => location.startsWith(prefix)))
        this.addViolation('false_alarm', `${issue.code} ${spot}`)
    }
  }
}

/** Checks the outcome and, if not null, the table sizes of an input. Returns every violation. */
export const judge = (input: Json, outcome: OutcomeSeen, tables: TablesSeen | null): Violation[] => {
  const violations: Violation[] = []
  addLeaks(input, outcome.issues, violations)
  const analysis = outcome.value
  if (analysis === undefined) {
    if (outcome.issues.length === 0) violations.push({ rule: 'rejected_silent', detail: outcome.status })
    return violations
  }
  const checker = new Judge(input, outcome, analysis)
  checker.judge()
  violations.push(...checker.violations)
  if (tables !== null) {
    for (const name of ['facts', 'documents'] as const)
      if (tables[name] !== analysis[name].length)
        violations.push({ rule: `${name}_table_differs`, detail: `${tables[name]} of ${analysis[name].length}` })
    // If the input is an array, an issue about one of its elements may not belong to the dossier.
    if (tables.issues !== outcome.issues.length && !Array.isArray(input))
      violations.push({ rule: 'issues_table_differs', detail: `${tables.issues} of ${outcome.issues.length}` })
  }
  return violations
}
