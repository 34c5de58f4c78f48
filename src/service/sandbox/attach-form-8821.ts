import { isAuthority } from '../resources/provider.js'
import { newId } from './clients.js'
import type { Connection, JsonObject, State } from './state.js'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}

/** Gives a connection to a tax authority the form that stands behind it, of what is known of the taxpayer. */
export function attachForm8821(state: State, connection: Connection): void {
  if (!isAuthority(connection.providerId) || connection.form8821 !== null) return
  const { name, client, person } = connection.taxpayer
  const [firstName = '', ...rest] = name.split(' ')
  const place = objectOf(objectOf(person.taxpayer['details'])['address'])
  const ssn = textOf(objectOf(person.taxpayer['analysis'])['tin'])
  const request = {
    personalInfo: { firstName, lastName: rest.join(' '), ssn },
    address: {
      street: textOf(place['street_address']),
      city: textOf(place['city']),
      state: textOf(place['state']),
      zip: textOf(place['zip_code']),
    },
  }
  connection.form8821 = { id: newId(), client, request, unsigned: null, signed: null, token: null }
  state.forms8821.set(connection.form8821.id, connection.form8821)
}
