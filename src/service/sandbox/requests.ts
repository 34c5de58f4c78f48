import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import {
  FORM_8821,
  type Form8821Address,
  type Form8821Request,
  type PersonalInfo,
} from '../resources/form8821.js'
import { requestSchema } from '../resources/layout.js'
import { checkValue } from '../resources/resource.js'

/**
 * An answer that says no. Shape of its body: `{ message, code }`.
 * Gap: the interface shows only `message`, for the Form 8821 operations; `code` is an addition.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The answer to an error. A message that is not the sandbox's own is not shown. */
export function errorResponse(cause: unknown): Response {
  const error = cause instanceof HttpError ? cause : new HttpError(500, 'internal', 'The sandbox failed.')
  return Response.json({ message: error.message, code: error.code }, { status: error.status })
}

const refuse = (text: string) => new HttpError(400, 'invalid_request', text)

const MAX_JSON_BYTES = 1 << 20

/** Stands before whatever reads a JSON body: a larger one is refused, and not read. */
export const jsonLimit = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: () => {
    throw new HttpError(413, 'body_too_large', `The body may have ${MAX_JSON_BYTES} bytes at most.`)
  },
})

/** Reads a JSON body by its schema. Throws 400; the message names a place, never what stood there. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  let value: unknown
  try {
    value = await request.json()
  } catch {
    throw refuse('The body is no JSON.')
  }
  const checked = checkValue(schema, value)
  if (checked.ok) return checked.value
  throw refuse(`${checked.path} must be ${checked.expected}, not ${checked.received}.`)
}

type Whole<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }

/** A request for a Form 8821 in which the person and the address are whole. */
export interface WholeForm8821Request extends Form8821Request {
  readonly personalInfo: Whole<PersonalInfo>
  readonly address: Form8821Address & Whole<Omit<Form8821Address, 'other'>>
}

const form8821Request = requestSchema(FORM_8821)

const NEEDED = {
  personalInfo: ['firstName', 'lastName', 'ssn'],
  address: ['street', 'city', 'state', 'zip'],
} as const

/**
 * Reads a request for a Form 8821.
 * Gap: which fields are required is not shown; the person and the address are, for there is no form without them.
 */
export async function readForm8821Request(request: Request): Promise<WholeForm8821Request> {
  const body = await readBody(request, form8821Request)
  const missing = Object.entries(NEEDED).flatMap(([part, keys]) => {
    const fields: { readonly [key in (typeof keys)[number]]?: string | undefined } =
      body[part as keyof typeof NEEDED] ?? {}
    return keys.flatMap(key => (fields[key]?.trim() ? [] : [`$['${part}']['${key}']`]))
  })
  if (missing.length > 0) throw refuse(`Missing: ${missing.join(', ')}.`)
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(body.personalInfo?.ssn ?? ''))
    throw refuse("$['personalInfo']['ssn'] must be nine digits.")
  return body as WholeForm8821Request
}
