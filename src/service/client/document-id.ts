import { isObject } from '../../core/shape-of.js'

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const NAME = /^(?:x-)?(?:[a-z0-9]+-)?document[-_]?id$/i
const FORM_WORDS = /(?:un)?signed|form[-_ ]?8821|f-?8821|irs/gi

/**
 * The identifier of a form's document, from wherever the service puts it: a header named for it, a field of a JSON
 * body, the Location, or the name of the file. Missing: null where no place has one.
 * Gap: the interface does not show the place.
 */
export function findDocumentId(headers: Headers, json: unknown): string | null {
  for (const [name, value] of headers) if (NAME.test(name) && PLAIN.test(value)) return value
  return (
    inJson(json) ?? inLocation(headers.get('location')) ?? inDisposition(headers.get('content-disposition'))
  )
}

function inJson(json: unknown): string | null {
  if (!isObject(json)) return null
  for (const holder of [json, json['data'], json['document']]) {
    if (!isObject(holder)) continue
    for (const key of ['documentId', 'document_id', 'id']) {
      const id = holder[key]
      if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
      if (typeof id === 'string' && id !== '') return id
    }
  }
  return null
}

function inLocation(location: string | null): string | null {
  const path = location?.replace(/[?#].*$/, '').replace(/\/+$/, '') ?? ''
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.pdf$/i, '')
  return PLAIN.test(last) && /[0-9]/.test(last) ? last : null
}

/** The name of the file in a Content-Disposition. */
export function fileNameIn(disposition: string | null): string | null {
  const match = /(?:^|;)\s*filename="?([^";]{1,255})"?/i.exec(disposition ?? '')
  return match?.[1]?.trim() ?? null
}

function inDisposition(disposition: string | null): string | null {
  const name = fileNameIn(disposition)
  if (name === null) return null
  const uuid = UUID.exec(name)
  if (uuid !== null) return uuid[0]
  const rest = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(FORM_WORDS, '')
    .replace(/^[-_. ]+|[-_. ]+$/g, '')
  return PLAIN.test(rest) && rest.length >= 6 && /[0-9]/.test(rest) ? rest : null
}
