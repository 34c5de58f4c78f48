import { type Identifier, maskIdentifier, maskNineDigits } from '../../core/identifier.js'
import type { StreamNames } from '../conditions/apply-conditions.js'
import type { EvaluatedStream } from './stream.js'

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
