import { expect } from 'vitest'
import { announcesLink, clears, fileAddressExpires, startsRefresh, textOf } from './sandbox-rows-data.js'
import {
  announcesDisconnect,
  announcesFailure,
  announcesVisit,
  retriesForThreeDays,
} from './sandbox-rows-events.js'
import { answersToken, introspects, takesAllowedRedirects } from './sandbox-rows-tokens.js'
import { type Row, rowsOf, type World } from './sandbox-world.js'

const text = expect.any(String)

/** The taxpayer of the first person. */
const taxpayerOf = async (world: World) => world.get('/tax-payer', (await world.connect()).token)

/** Every text inside a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]

/** A Form 56 is shown with all its fields, and one with another type is refused. */
async function showsForm56(world: World, form56: object, wrong?: object) {
  const { status, bytes } = await world.form({ form56 })
  expect(status).toBe(200)
  const shown = await textOf(bytes)
  for (const part of ['Form 56', ...textsIn(form56)]) expect(shown).toContain(part)
  if (wrong !== undefined) expect((await world.form({ form56: wrong })).status).toBe(400)
}

/** Fields of resources, payloads of events, and limits. */
export const FIELD_ROWS: readonly Row[] = [
  ...rowsOf('Resources: Token response', {
    'Service identifier of the taxpayer': answersToken,
    'One of the provider identifiers': answersToken,
    'Bearer credential for data endpoints': answersToken,
  }),
  ...rowsOf('Resources: Introspection result', {
    'Client id of the application associated with the token': introspects,
    'Account name retrieved from the tax record provider': introspects,
    'Provider associated with the token': introspects,
  }),
  ...rowsOf('Resources: Taxpayer', {
    'Aggregated analysis across all tax records': async world => {
      expect((await taxpayerOf(world)).analysis).toMatchObject({
        total_liabilities: text,
        liabilities_with_lien_filed: text,
        tin: expect.stringMatching(/^X/),
      })
    },
    'Each has `type` (string), `year` (string) and `employer` (`ein`, `name`, `address`, all strings)':
      async world => {
        const history = (await taxpayerOf(world)).analysis.employment_history
        expect(history.length).toBeGreaterThan(0)
        for (const each of history)
          expect(each).toEqual({ type: text, year: text, employer: { ein: text, name: text, address: text } })
      },
    '`street_address`, `city`, `state`, `zip_code` (strings)': async world => {
      const address = { street_address: text, city: text, state: text, zip_code: text }
      expect((await taxpayerOf(world)).details.address).toEqual(address)
    },
    '`balance_due` (number) and `tax_years`, an array of `{amount: number, year: string}`': async world => {
      expect((await taxpayerOf(world)).details.balance_summary).toEqual({
        balance_due: expect.any(Number),
        tax_years: expect.any(Array),
      })
    },
    'The URL expires after 12 hours.': fileAddressExpires,
  }),
  ...rowsOf('Resources: Refresh job', {
    'Created by the refresh operation: `jobId`, `taxpayerId`, `name` (all strings).': startsRefresh,
  }),
  ...rowsOf('Endpoints: POST /tax-payer/clear-records', {
    '200: object with `status` (string; value `success`).': clears,
  }),
  ...rowsOf('Endpoints: POST /providers/irs/f8821/unsigned', {
    'object, only required when the signer of the form is the fiduciary and not the taxpayer':
      async world => {
        const { status, bytes } = await world.form()
        expect(status).toBe(200)
        expect(await textOf(bytes)).not.toContain('Form 56')
        await showsForm56(world, { title: 'Executor' })
      },
    'object: 1gDesc, 2a, 2b (strings)': async world => {
      const authority = { '1gDesc': 'By will', '2a': 'May 2', '2b': 'May 3' }
      await showsForm56(world, { authority }, { authority: { '2a': 7 } })
    },
    'object: `5` (string), types (array), typeDesc (string), forms (array), formDesc (string)':
      async world => {
        const lists = { types: ['Income'], forms: ['1041'] }
        const tax = { '5': '2023 only', ...lists, typeDesc: 'Kind', formDesc: 'Paper' }
        await showsForm56(world, { tax }, { tax: { types: 'Income' } })
      },
    'object: name, date, initiationDate, docketNumber, placeOfOtherProceedings (strings); address (object: street, other, city, state, zip); time (object with text, a string)':
      async world => {
        const proceedings = {
          name: 'Probate Court',
          date: '05-02-2024',
          initiationDate: '05-01-2024',
          docketNumber: 'D-17',
          placeOfOtherProceedings: 'Marlow',
          address: { street: '1 Court Square', other: 'Room 3', city: 'Brook', state: 'OH', zip: '43990' },
          time: { text: '9:00' },
        }
        await showsForm56(world, { proceedings })
      },
  }),
  ...rowsOf('Events', {
    'taxpayer_id, name, provider_id': announcesDisconnect,
    'empty object': announcesVisit,
    'error: {code (string), message (string)}': announcesFailure,
    'url (string)': announcesLink,
    'error: {code, message}': announcesLink,
    provider_id: announcesLink,
    'Other event names mentioned for the connect flow: `taxpayer.consent_accepted`, `taxpayer.provider_selected`, `taxpayer.provider_connected`.':
      announcesVisit,
  }),
  ...rowsOf('Limits', {
    '12 attempts, exponential back-off over 3 days': retriesForThreeDays,
    '`http://` localhost or `https://` only': takesAllowedRedirects,
  }),
]
