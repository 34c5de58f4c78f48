import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { checkValue } from '../resources/check-value.js'
import { type Form8821Request, form8821RequestSchema } from '../resources/form8821.js'
import { Refusal } from './refusal.js'

const refuse = (text: string) => new Refusal(400, 'invalid_request', text)

const LARGEST_JSON = 1 << 20

/** Stands before whatever reads a JSON body: a larger one is refused, and not read. */
export const jsonLimit = bodyLimit({
  maxSize: LARGEST_JSON,
  onError: () => {
    throw new Refusal(413, 'body_too_large', `The body may have ${LARGEST_JSON} bytes at most.`)
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

/** A request for a Form 8821 in which the person and the address are whole. */
export interface WholeForm8821Request extends Form8821Request {
  readonly personalInfo: { readonly firstName: string; readonly lastName: string; readonly ssn: string }
  readonly address: {
    readonly street: string
    readonly city: string
    readonly state: string
    readonly zip: string
    readonly other?: string | undefined
  }
}

/**
 * Reads a request for a Form 8821.
 * Gap: which fields are required is not shown; the person and the address are, for there is no form without them.
 */
export async function readForm8821Request(request: Request): Promise<WholeForm8821Request> {
  const body = await readBody(request, form8821RequestSchema)
  const { personalInfo, address } = body
  const needed = {
    "$['personalInfo']['firstName']": personalInfo?.firstName,
    "$['personalInfo']['lastName']": personalInfo?.lastName,
    "$['personalInfo']['ssn']": personalInfo?.ssn,
    "$['address']['street']": address?.street,
    "$['address']['city']": address?.city,
    "$['address']['state']": address?.state,
    "$['address']['zip']": address?.zip,
  }
  const missing = Object.entries(needed).flatMap(([path, value]) => (value?.trim() ? [] : [path]))
  if (missing.length > 0) throw refuse(`Missing: ${missing.join(', ')}.`)
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(personalInfo?.ssn ?? ''))
    throw refuse("$['personalInfo']['ssn'] must be nine digits.")
  return body as WholeForm8821Request
}
