import { FORM_8821, type Form8821Request } from '../resources/form8821.js'
import { type RequestBody, requestSchema } from '../resources/layout.js'
import { readBody, refuse } from './requests.js'

const NEEDED = {
  personalInfo: { firstName: 'text', lastName: 'text', ssn: 'text' },
  address: { street: 'text', city: 'text', state: 'text', zip: 'text' },
} as const

/** A request for a Form 8821 in which the person and the address are whole. */
export type WholeForm8821Request = Form8821Request & RequestBody<typeof NEEDED>

const form8821Request = requestSchema(FORM_8821)

/**
 * Reads a request for a Form 8821.
 * Gap: which fields are required is not shown; the person and the address are, for there is no form without them.
 */
export async function readForm8821Request(request: Request): Promise<WholeForm8821Request> {
  const body = await readBody(request, form8821Request)
  const missing = Object.entries(NEEDED).flatMap(([part, needed]) => {
    const given: Readonly<Record<string, string | undefined>> = body[part as keyof typeof NEEDED] ?? {}
    return Object.keys(needed).flatMap(key => (given[key]?.trim() ? [] : [`$['${part}']['${key}']`]))
  })
  if (missing.length > 0) throw refuse(`Missing: ${missing.join(', ')}.`)
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(body.personalInfo?.ssn ?? ''))
    throw refuse("$['personalInfo']['ssn'] must be nine digits.")
  return body as WholeForm8821Request
}
