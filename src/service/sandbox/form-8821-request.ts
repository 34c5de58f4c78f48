import {
  FORM_8821,
  type Form8821Address,
  type Form8821Request,
  type PersonalInfo,
} from '../resources/form8821.js'
import { requestSchema } from '../resources/layout.js'
import { readBody, refuse } from './requests.js'

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
