import type { SourceDocument } from '../normalize/source.js'

/** Larger sets go the ordinary way, whose indexes do not look at every pair. */
const MAX_UNRELATED = 24

/**
 * True where no document of one form and year can have to do with another, so that all of them count: all are originals,
 * those of one source differ in an amount, and those of two sources name issuers that cannot be one. Most sets are so;
 * this says of them what the rules would say, and costs less.
 */
export function areUnrelated(block: readonly SourceDocument[]): boolean {
  if (block.length > MAX_UNRELATED) return false
  for (let i = 0; i < block.length; i++) {
    const a = block[i] as SourceDocument
    if (a.submission !== 'original') return false
    for (let j = 0; j < i; j++) {
      const b = block[j] as SourceDocument
      if (a.record !== b.record ? !cannotBeOne(a.issuer.id, b.issuer.id) : !differ(a, b)) return false
    }
  }
  return true
}

/** True for two identifiers that contradict each other by their last four, full or masked. */
export function cannotBeOne(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false
  for (let i = 5; i < 9; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) return true
  return false
}

/** One amount that both have differs; of a kind that is listed many times, equal documents are ordinary. */
function differ(a: SourceDocument, b: SourceDocument): boolean {
  const { money, form } = a.plan
  if (form.repeats === true) return true
  for (let i = 0; i < money.length; i++) {
    const x = a.cells[money[i] as number] as number | null
    const y = b.cells[money[i] as number] as number | null
    if (x !== null && y !== null && x !== y) return true
  }
  return false
}
