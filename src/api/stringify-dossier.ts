import type { Privacy } from '../ingest/privacy.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { toNormalizedDocument, toNormalizedDossier, toNormalizedRecord } from './dossier.js'

/**
 * Yields the text that `JSON.stringify` makes of a dossier, in chunks. A document is made for its text and then
 * released, because all documents of a large dossier take several times the memory of its text.
 */
export function* stringifyDossier(source: SourceDossier, privacy: Privacy): Generator<string> {
  const masking = { privacy, people: source.personIds }
  yield JSON.stringify(toNormalizedDossier({ ...source, records: [] }, privacy)).slice(0, -2)
  for (const [i, record] of source.records.entries()) {
    const recordText = JSON.stringify(toNormalizedRecord({ ...record, documents: [] }, masking))
    yield `${i === 0 ? '' : ','}${recordText.slice(0, -2)}`
    for (const [k, document] of record.documents.entries())
      yield `${k === 0 ? '' : ','}${JSON.stringify(toNormalizedDocument(document, masking))}`
    yield ']}'
  }
  yield ']}'
}
