import { isObject } from '../../core/shape-of.js'
import { fitsPath } from './operation.js'

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const NAME = /^(?:x-)?(?:[a-z0-9]+-)?document[-_]?id$/i
const PLACE = /(?:^|\/)(?:upload|documents?)\/([^/?#]+?)(?:\.pdf)?\/?(?:[?#].*)?$/i

/**
 * The identifier of a form's document, from wherever the service says it: a header named for it, a field of a JSON
 * body, a Location of an upload or a document, or a UUID in the name of the file. Missing: null where no place has one;
 * the rest of a name may be a date or a person.
 * Gap: the interface does not show the place.
 */
export function findDocumentId(headers: Headers, json: unknown): string | null {
  for (const [name, value] of headers) if (NAME.test(name) && PLAIN.test(value)) return value
  return (
    inJson(json) ??
    inLocation(headers.get('location')) ??
    UUID.exec(givenName(headers.get('content-disposition')))?.[0] ??
    null
  )
}

function inJson(json: unknown): string | null {
  if (!isObject(json)) return null
  for (const holder of [json, json['data'], json['document']]) {
    if (!isObject(holder)) continue
    for (const key of ['documentId', 'document_id', 'id']) {
      const id = holder[key]
      if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
      if (fitsPath(id)) return id
    }
  }
  return null
}

function inLocation(location: string | null): string | null {
  const id = PLACE.exec(location ?? '')?.[1] ?? ''
  return PLAIN.test(id) ? id : null
}

/** What a Content-Disposition gives as the name of its file; empty where there is none. */
const givenName = (disposition: string | null): string =>
  /(?:^|;)\s*filename="?([^";]{1,255})"?/i.exec(disposition ?? '')?.[1] ?? ''

/**
 * The name of the file in a Content-Disposition, without folders. Missing: null where there is none, and where it is
 * only dots or has a character that cannot be printed.
 */
export function fileNameIn(disposition: string | null): string | null {
  const name = givenName(disposition).split(/[/\\]/).at(-1)?.trim() ?? ''
  return /^\.*$/.test(name) || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) ? null : name
}
