import { parse as parseDisposition } from 'content-disposition'
import { isObject } from '../../core/json-value.js'
import { isPathSegment } from './operations.js'
import { createBodyError, readJson } from './read-response.js'
import type { SuccessfulResponse } from './send-request.js'
import type { UnsignedForm } from './service-client.js'

/** Reads an unsigned form: a file, or JSON with the file in base64 or its URL. The API document does not show which. */
export function readUnsignedForm(response: SuccessfulResponse): UnsignedForm {
  const { headers, body } = response
  const contentType = headers.get('content-type')
  const fileName = readFileName(headers.get('content-disposition'))
  const isJson = JSON_TYPE_PATTERN.test(contentType?.trim() ?? '')
  // A page of text, such as the error page of a gateway, is not the form.
  const isTextPage = !isJson && /^\s*text\//i.test(contentType ?? '')
  const json = isJson ? readJson(response) : undefined
  const binaryFile = isTextPage ? null : body
  const file = isJson ? findInObjects(json, FILE_KEYS, readBase64) : binaryFile
  const url = file === null ? findInObjects(json, URL_KEYS, readUrl) : null
  if (url === null && (file === null || file.length === 0))
    throw createBodyError(response, 'the response contains no file')
  const documentId = findDocumentId(headers, json, url, fileName)
  return { file, url, headers, documentId, contentType: isJson ? null : contentType, fileName }
}

/** The JSON media types that the WHATWG lists: `application/json`, `text/json`, and any that ends in `+json`. */
const JSON_TYPE_PATTERN = /^(?:(?:application|text)\/json|[^\s;/]+\/[^\s;/]+\+json)(?:$|[\s;,])/i

/** Finds the first value that `read` accepts under one of the keys, in a body or in the objects that may wrap it. */
function findInObjects<T>(json: unknown, keys: readonly string[], read: (value: unknown) => T | null): T | null {
  const objects = isObject(json) ? [json, json['data'], json['document']].filter(isObject) : []
  for (const object of objects)
    for (const key of keys) {
      const result = read(object[key])
      if (result !== null) return result
    }
  return null
}

const URL_KEYS = ['url', 'fileUrl', 'file_url', 'downloadUrl', 'download_url', 'file', 'document']
const FILE_KEYS = ['file', 'content', 'pdf', 'document', 'data']
const ID_KEYS = ['documentId', 'document_id', 'docId', 'doc_id', 'id']

const readUrl = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null

const readId = (id: unknown): string | null =>
  typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : isPathSegment(id) ? id : null

function readBase64(text: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== 'string') return null
  const base64 = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s+/g, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    return Uint8Array.from(atob(base64), char => char.charCodeAt(0))
  } catch {
    return null
  }
}

const PLAIN_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/
const UUID_PATTERN = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const ID_HEADER_PATTERN = /^(?:x-)?(?:[a-z0-9]+-)?doc(?:ument)?[-_]?id$/i
const DOCUMENT_PATH_PATTERN = /(?:^|\/)(?:upload|documents?)\/([^/?#]+?)(?:\.pdf)?\/?(?:[?#].*)?$/i

/**
 * Finds the document id of a form in a header, a field of a JSON body, the Location header, the file's name, or the
 * file's URL. The API document does not show where it is.
 */
function findDocumentId(headers: Headers, json: unknown, url: string | null, fileName: string | null) {
  for (const [name, value] of headers) if (ID_HEADER_PATTERN.test(name) && PLAIN_ID_PATTERN.test(value)) return value
  return (
    findInObjects(json, ID_KEYS, readId) ??
    findIdInUrl(headers.get('location')) ??
    findIdInFileName(fileName ?? '') ??
    findIdInUrl(url)
  )
}

/** Matches parts of a file name that are not an id: the form's own number, years, and dates in eight digits. */
const COMMON_PART_PATTERN =
  /^(?:[a-z]*8821[a-z]*|(?:rev|v|y|ty)?(?:19|20)[0-9]{2}|(?:19|20)[0-9]{6}|[0-9]{4}(?:19|20)[0-9]{2})$/i

/**
 * Finds the document id in a file name: a UUID, a word that begins with `doc_`, or the only part with digits that
 * cannot be a person's name, a date or the form's number.
 */
function findIdInFileName(name: string): string | null {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const documentId = UUID_PATTERN.exec(stem)?.[0] ?? /(?:^|[^a-z0-9])(doc(?:ument)?_[a-z0-9]{4,})/i.exec(stem)?.[1]
  if (documentId !== undefined) return documentId
  const parts = stem.split(/[^A-Za-z0-9]+/).filter(part => !COMMON_PART_PATTERN.test(part))
  const ids = parts.filter(part => /^[0-9]{5,}$/.test(part) || /^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{8,}$/i.test(part))
  return ids.length === 1 ? (ids[0] as string) : null
}

function findIdInUrl(address: string | null): string | null {
  const id = DOCUMENT_PATH_PATTERN.exec(address ?? '')?.[1] ?? ''
  return PLAIN_ID_PATTERN.test(id) ? id : null
}

/** The longest file name that common file systems accept, in UTF-8 bytes. */
const MAX_FILE_NAME_BYTES = 255

/**
 * Reads the file name in a Content-Disposition header (RFC 6266). Removes folders and the drive, because a program may
 * save the file under this name.
 *
 * @returns null if the header has no name that can be decoded, or if the name consists of dots, is too long or has an
 * unprintable character.
 */
function readFileName(disposition: string | null): string | null {
  const path = parseDisposition(disposition ?? '').parameters['filename'] ?? ''
  const name = (path.split(/[/\\]/).at(-1) ?? '').replace(/^(?:\s*[a-z]:)+/i, '').trim()
  const isUnusable = /^\.*$/.test(name) || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)
  return isUnusable || new TextEncoder().encode(name).length > MAX_FILE_NAME_BYTES ? null : name
}
