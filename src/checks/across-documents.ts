import { areDifferentIdentifiers, getLastFour } from '../core/identifier.js'
import { addCents, type Cents, subtractCents } from '../core/money.js'
import { createFieldReader } from '../figures/box-meaning.js'
import { findFormObject, findRecipientId, type SourceDocument, type SourceParty } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { readDistributionCodes } from '../schema/forms/1099-r.js'
import type { AcrossBreach } from './check.js'
import { defineChecks, requireStatement, sumBoxes } from './check-rules.js'
import { BoxPositions, CheckableDocument } from './checkable-document.js'
import { findLimits } from './limits.js'
import { computeAllowance, ONE_AMOUNT_TOLERANCE, pickLarger } from './tolerance.js'

/** Returns the recipient's last four digits, or those of the form object for an IRS document without a recipient. */
function findPersonLast4(document: SourceDocument): string | null {
  const { recipient, record } = document
  const id = recipient.id ?? (record.isFromIrs ? findFormObject(document).ssn : null)
  return id === null ? null : getLastFour(id)
}

/** Returns true if two issuers are known to be different. */
const areKnownToDiffer = (a: SourceParty, b: SourceParty): boolean =>
  a.id === null || b.id === null ? a.id !== b.id || a.name !== b.name : areDifferentIdentifiers(a.id, b.id)

/** The Social Security wages on all counted W-2s of one person and year. */
interface PersonYearWages {
  readonly year: number
  readonly person: string
  readonly employers: SourceParty[]
  /** True if two of the employers are different. */
  hasSeveralEmployers: boolean
  sum: Cents
  largest: Cents
}

const SOCIAL_SECURITY_WAGE_BOXES = new BoxPositions(['socialSecurityWages', 'socialSecurityTips'])

/** Returns a breach for each person and year if the counted W-2s of several employers exceed the wage base in total. */
export function checkSocialSecurityWageBase(documents: readonly ResolvedDocument[]): AcrossBreach[] {
  const groups: PersonYearWages[] = []
  for (const resolvedDocument of documents) {
    const { document, status } = resolvedDocument
    const { year } = document
    if (document.compiledForm.key !== 'form_w2' || status !== 'counted' || year === null) continue
    const wages = sumBoxes(new CheckableDocument(resolvedDocument), SOCIAL_SECURITY_WAGE_BOXES)
    if (wages === null || wages <= 0) continue
    const person = findPersonLast4(document)
    const { issuer } = document
    if (person === null || (issuer.id ?? issuer.name) === null) continue
    const newGroup: PersonYearWages = { year, person, employers: [], hasSeveralEmployers: false, sum: 0, largest: 0 }
    const group = groups.find(candidate => candidate.year === year && candidate.person === person) ?? newGroup
    if (group === newGroup) groups.push(group)
    group.sum = addCents(group.sum, wages)
    group.largest = pickLarger(group.largest, wages)
    // The comparison is skipped after two different employers were found.
    const { id, name } = issuer
    if (
      group.hasSeveralEmployers ||
      group.employers.some(employer => employer.id === id && (id !== null || employer.name === name))
    )
      continue
    group.hasSeveralEmployers = group.employers.some(employer => areKnownToDiffer(employer, issuer))
    group.employers.push(issuer)
  }
  const breaches: AcrossBreach[] = []
  for (const { year, sum, largest, hasSeveralEmployers } of groups) {
    const limits = hasSeveralEmployers ? findLimits(year) : null
    if (limits === null) continue
    const difference = subtractCents(sum, limits.oasdiBase)
    if (difference <= computeAllowance(ONE_AMOUNT_TOLERANCE)) continue
    const isEachWithinBase = subtractCents(largest, limits.oasdiBase) <= computeAllowance(ONE_AMOUNT_TOLERANCE)
    const note = `The sum is over several employers${isEachWithinBase ? ', each of which obeys it' : ''}.`
    breaches.push({ document: null, form: 'form_w2', year, difference, severity: 'info', note })
  }
  return breaches
}

const toYearAndPersonKey = (document: SourceDocument): string => {
  const id = findRecipientId(document)
  return `${document.year} ${id === null ? '' : getLastFour(id)}`
}

const ROLLOVER_BOXES = new BoxPositions(['rolloverContributions', 'rothConversionAmount'])

/**
 * Returns one breach for each Form 1099-R with an ordinary code if a Form 5498 of the same person and year shows a
 * rollover or a conversion.
 */
function checkPossibleRollovers(documents: readonly ResolvedDocument[]): AcrossBreach[] {
  const keysWithRollover = new Set<string>()
  for (const resolvedDocument of documents) {
    if (resolvedDocument.document.compiledForm.key !== 'form_5498' || resolvedDocument.status !== 'counted') continue
    const sum = sumBoxes(new CheckableDocument(resolvedDocument), ROLLOVER_BOXES)
    if (sum !== null && sum > 0) keysWithRollover.add(toYearAndPersonKey(resolvedDocument.document))
  }
  if (keysWithRollover.size === 0) return []
  const breaches: AcrossBreach[] = []
  for (const resolvedDocument of documents) {
    const { document } = resolvedDocument
    if (document.compiledForm.key !== 'form_1099_r' || document.year === null) continue
    if (
      !keysWithRollover.has(toYearAndPersonKey(document)) ||
      !/[127]/.test(readDistributionCodes(createFieldReader(document)))
    )
      continue
    breaches.push({ document: resolvedDocument, form: 'form_1099_r', year: document.year, difference: null })
  }
  return breaches
}

/** The checks that look at several documents, or at a document together with its record. */
export const ACROSS_CHECKS = defineChecks('all', [
  {
    id: 'R-10',
    forms: ['form_1099_r', 'form_5498'],
    doc: 'If box 7 of Form 1099-R has code 1, 2 or 7, no Form 5498 of the same year and person shows a rollover or a conversion.',
    interpretation:
      'This is reported for each such Form 1099-R. Only counted Forms 5498 are used. The person is the recipient, or else the person of the form object.',
    boxes: ['distributionCodes', 'rolloverContributions', 'rothConversionAmount'],
    severity: 'info',
    exceptions:
      'The rollover may come from an earlier distribution or another plan. Perhaps only a part of the distribution was rolled over.',
    source: 'Instructions for Forms 1099-R and 5498 (2024), Form 5498 boxes 2 and 3; IRC 402(c), 408(d)(3)',
    runAcross: checkPossibleRollovers,
  },
  {
    id: 'X-02',
    doc: "The last four digits of the recipient's identifier are the taxpayer's.",
    interpretation:
      "The taxpayer's digits are those of most form objects in the dossier. Every document of another recipient has this finding.",
    ...requireStatement([], document => !document.resolvedDocument.isOtherRecipient),
    severity: 'warning',
    exceptions:
      "The document belongs to a spouse on a joint return, or to the taxpayer's business, under the same authorization.",
    source: 'Interface, Record, form object `ssn`',
  },
  {
    id: 'X-03',
    doc: "The form object's year is the record's tax year.",
    interpretation: 'This is not tested if either year is absent.',
    ...requireStatement([], ({ source: { record, formIndex } }) => {
      const year = record.forms[formIndex]?.year ?? null
      return year === null || record.taxYear === null || year === record.taxYear
    }),
    severity: 'warning',
    source: 'Interface, Record, `tax_year` and form object `year`',
  },
])
