import { isObject } from '../../core/shape-of.js'
import { isPathSegment } from './operations.js'
import { bodyError, readJson } from './read-answer.js'
import type { ServiceAnswer } from './send-request.js'
import type { UnsignedForm } from './service-client.js'

/** Reads the unsigned form: the file itself or, as the interface leaves the shape open, JSON that holds it in base64. */
export function readUnsignedForm(answer: ServiceAnswer): UnsignedForm {
  const { headers, body } = answer
  const contentType = headers.get('content-type')
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType?.trim() ?? '')
  const json = isJson ? readJson(answer) : undefined
  // A page of text, such as a gateway's, is not the form.
  const file = isJson ? fileIn(json) : /^text\//i.test(contentType?.trim() ?? '') ? null : body
  if (file === null || file.length === 0) throw bodyError(answer, 'the answer holds no file')
  return {
    file,
    documentId: findDocumentId(headers, json),
    contentType: isJson ? null : contentType,
    fileName: fileNameIn(headers.get('content-disposition')),
  }
}

function fileIn(json: unknown): Uint8Array<ArrayBuffer> | null {
  if (!isObject(json)) return null
  for (const holder of [json, json['data'], json['document']]) {
    if (!isObject(holder)) continue
    for (const key of ['file', 'content', 'pdf', 'document', 'data']) {
      const text = holder[key]
      const file = typeof text === 'string' ? fromBase64(text) : null
      if (file !== null) return file
    }
  }
  return null
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bare = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s+/g, '')
  if (bare === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) return null
  try {
    return Uint8Array.from(atob(bare), char => char.charCodeAt(0))
  } catch {
    return null
  }
}

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
function findDocumentId(headers: Headers, json: unknown): string | null {
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
      if (isPathSegment(id)) return id
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
function fileNameIn(disposition: string | null): string | null {
  const name = givenName(disposition).split(/[/\\]/).at(-1)?.trim() ?? ''
  return /^\.*$/.test(name) || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) ? null : name
}
