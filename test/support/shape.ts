import { FORMS } from '../reference/forms.js'

/** The keys of a form kind that generators need: those of its parties and of some of its money boxes. */
export interface Shape {
  readonly form: string
  readonly issuer: string
  readonly issuerId: string
  readonly recipient: string
  readonly recipientId: string
  readonly account: string | null
  readonly periodEnd: string | null
  readonly unique: string | null
  readonly money: readonly string[]
}

/** Returns the shape of a form kind with the given money boxes. */
export function shapeOf(form: string, ...money: readonly string[]): Shape {
  const { issuer, recipient, account, periodEnd } = FORMS[form]!
  return {
    ...{ form, account, periodEnd, money, issuer: issuer.key, issuerId: issuer.id },
    ...{ recipient: recipient.key, recipientId: recipient.id },
    unique: form === 'form_1042_s' ? 'unique_form_identifier' : null,
  }
}
