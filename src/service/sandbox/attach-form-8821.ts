import { newId } from './new-id.js'
import { findProvider } from './providers.js'
import type { Connection, Raw, State } from './state.js'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {})

/** Gives a connection to a tax authority the form that stands behind it, of what is known of the taxpayer. */
export function attachForm8821(state: State, connection: Connection): void {
  if (findProvider(connection.providerId)?.authority !== true || connection.form8821 !== null) return
  const { taxpayer } = connection
  const [firstName = '', ...rest] = taxpayer.name.split(' ')
  const place = objectOf(objectOf(taxpayer.person.taxpayer['details'])['address'])
  const id = newId()
  connection.form8821 = {
    id,
    client: taxpayer.client,
    request: {
      personalInfo: {
        firstName,
        lastName: rest.join(' '),
        ssn: textOf(objectOf(taxpayer.person.taxpayer['analysis'])['tin']),
      },
      address: {
        street: textOf(place['street_address']),
        city: textOf(place['city']),
        state: textOf(place['state']),
        zip: textOf(place['zip_code']),
      },
    },
    unsigned: null,
    signed: null,
    token: null,
  }
  state.forms8821.set(id, connection.form8821)
}
