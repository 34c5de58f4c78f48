import { isObject } from '../../core/shape-of.js'
import { bodyError, readJson } from './call-operation.js'
import { fileNameIn, findDocumentId } from './document-id.js'
import type { ServiceAnswer, ServiceRequest } from './send-request.js'

/** An unsigned Form 8821. */
export interface UnsignedForm {
  readonly file: Uint8Array<ArrayBuffer>
  /** What the upload of the signed form asks for; null where the service did not say it in any known place. */
  readonly documentId: string | null
  readonly contentType: string | null
  /**
   * As the service says it, the last segment alone: no name of a folder, no control characters, not only dots; null where
   * nothing of that is left. It may name a person.
   */
  readonly fileName: string | null
}

/** Reads the unsigned form: the file itself or, as the interface leaves the shape open, JSON that holds it in base64. */
export function readUnsignedForm(request: ServiceRequest, answer: ServiceAnswer): UnsignedForm {
  const { headers, body } = answer
  const contentType = headers.get('content-type')
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType?.trim() ?? '')
  const json = isJson ? readJson(request, answer) : undefined
  // A page of text, such as a gateway's, is not the form.
  const file = isJson ? fileIn(json) : /^text\//i.test(contentType?.trim() ?? '') ? null : body
  if (file === null || file.length === 0) throw bodyError(request, answer, 'the answer holds no file')
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
