// Decides whose document each one is: the taxpayer's or another recipient's. The recipient's identifier decides. A
// software document without one is compared by name. For example, a joint return in software has W-2s for ROBIN EXAMPLE
// and CASEY EXAMPLE without numbers: CASEY's wages are another recipient's.
import type { Dossier } from './documents.js'
import { areCompatibleNames, chooseName, type PersonName, readPersonName } from './names.js'
import type { Resolved } from './resolve.js'
import { lastFour } from './values.js'

/** What the lender states about the people and employers of a dossier, with the key names of the file. */
export interface StatedIdentities {
  /** The taxpayer's identifiers, in full or as the last four digits. */
  readonly identifiers?: readonly string[]
  /** Lists of identifiers, each of which belong to one employer. */
  readonly same_employer?: readonly (readonly string[])[]
}

/**
 * Returns the identifier of a document's recipient, or null if there is none. The recipient of an IRS copy, or of an IRS
 * total, comes before the one that a software document states.
 */
export const findRecipient = ({ doc, recipientOfCopy, recipientOfMatch }: Resolved): string | null =>
  recipientOfCopy ?? recipientOfMatch ?? doc.originalRecipientId ?? doc.recipient.id

const recipientLastFour = (item: Resolved): string | null => {
  const recipient = findRecipient(item)
  return recipient === null ? null : lastFour(recipient)
}

/**
 * Names the recipient of a document as the tables do: `self`, the last four digits of another recipient, or `unknown`.
 * If only the name says that it is another recipient, the identifier of the form object is not that recipient's.
 */
export const nameRecipient = (item: Resolved): string => {
  if (!item.otherRecipient) return 'self'
  return (item.otherRecipientName === null ? recipientLastFour(item) : null) ?? 'unknown'
}

// Returns true for a software document without a recipient identifier, not counting the form object's SSN.
const isComparedByName = ({ doc, recipientOfCopy, recipientOfMatch }: Resolved): boolean =>
  !doc.authority && (doc.originalRecipientId ?? recipientOfCopy ?? recipientOfMatch) === null

const nameOf = ({ doc }: Resolved): PersonName | null => readPersonName(doc.recipient.name)

const namesOf = (items: readonly Resolved[]): PersonName[] =>
  items.map(nameOf).filter((name): name is PersonName => name !== null)

// Returns the name on most counted documents with these last four digits.
const nameOfIdentifiers = (ordered: readonly Resolved[], identifiers: ReadonlySet<string>): PersonName | null =>
  chooseName(
    namesOf(
      ordered.filter(
        item =>
          item.status === 'counted' && !isComparedByName(item) && identifiers.has(recipientLastFour(item) ?? 'absent'),
      ),
    ),
  ).name

/**
 * Finds the last four digits of the taxpayer's identifiers, and those of them that may be another person's. `majority`
 * is on most form objects.
 */
function findIdentifiers(
  ordered: readonly Resolved[],
  { tin }: Dossier,
  majority: string | null,
  identities: ReadonlySet<string>,
): { identifiers: ReadonlySet<string>; uncertain: ReadonlySet<string> } {
  const analysis = tin === null ? null : lastFour(tin)
  const identifiers = new Set([...identities, ...(majority === null ? [] : [majority])])
  if (analysis === null || analysis === majority) return { identifiers, uncertain: new Set() }
  if (majority === null) return { identifiers: identifiers.add(analysis), uncertain: new Set() }
  const [a, b] = [majority, analysis].map(four => nameOfIdentifiers(ordered, new Set([four])))
  if (a && b && areCompatibleNames(a, b)) identifiers.add(analysis)
  return { identifiers, uncertain: new Set([majority, analysis].filter(four => !identities.has(four))) }
}

// Compares a source's documents without an identifier with the taxpayer's name, or else with the source's own one.
function compareByName(items: readonly Resolved[], taxpayerName: PersonName | null): void {
  const documents = items.filter(isComparedByName)
  const choice = taxpayerName === null ? chooseName(namesOf(documents)) : { name: taxpayerName, isTie: false }
  const isSeveral = namesOf(items).some(a => namesOf(items).some(b => !areCompatibleNames(a, b)))
  for (const item of documents) {
    const name = nameOf(item)
    if (choice.isTie || (name === null && isSeveral)) item.doubts.add('recipient_uncertain')
    // Without a name, the form object's SSN decides.
    if (name === null || choice.name === null) continue
    item.otherRecipient = !areCompatibleNames(name, choice.name)
    item.otherRecipientName = item.otherRecipient ? item.doc.recipient.name : null
  }
}

/** Marks documents of other recipients, and documents whose recipient is uncertain. */
export function markRecipients(
  ordered: readonly Resolved[],
  dossier: Dossier,
  majority: string | null,
  identities: StatedIdentities,
): void {
  const statedFours = new Set((identities.identifiers ?? []).map(lastFour))
  const { identifiers, uncertain } = findIdentifiers(ordered, dossier, majority, statedFours)
  for (const item of ordered) {
    const recipient = recipientLastFour(item)
    if (recipient === null) continue
    item.otherRecipient = identifiers.size > 0 && !identifiers.has(recipient)
    if (uncertain.has(recipient)) item.doubts.add('recipient_uncertain')
  }
  const taxpayerName = readPersonName(dossier.taxpayerName) ?? nameOfIdentifiers(ordered, identifiers)
  for (const record of new Set(ordered.map(({ doc }) => doc.record))) {
    compareByName(
      ordered.filter(({ doc }) => doc.record === record),
      taxpayerName,
    )
  }
}
