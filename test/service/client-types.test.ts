import { describe, expectTypeOf, it } from 'vitest'
import {
  AccessToken,
  type BalanceSummary,
  type BalanceYear,
  ClientCredentials,
  type CollectedDossier,
  createClient,
  type Employer,
  type Employment,
  type Maybe,
  type ProviderId,
  type ServiceClient,
  type Taxpayer,
  type TaxpayerAnalysis,
  type TaxpayerStatus,
  type TaxRecord,
  type TokenGrant,
} from '../../src/service/client/index.js'
import type { SandboxEvent } from '../../src/service/sandbox/index.js'
import { type EventOf, isEventOf, type ServiceEvent } from '../../src/service/webhooks/index.js'

// The compiler checks this file. It fails if a line marked `@ts-expect-error` has no error.
const compileOnly = (_: (client: ServiceClient) => unknown) => {}

describe('the two credential kinds', () => {
  it('cannot be confused', () => {
    compileOnly(async client => {
      const credentials = new ClientCredentials('id', 'secret')
      const token = new AccessToken('token')
      await client.getTaxpayer(token)
      // @ts-expect-error the application's credentials cannot read taxpayers
      await client.getTaxpayer(credentials)
      // @ts-expect-error a string is not a token
      await client.getTaxpayer('token')
      // @ts-expect-error an object that looks like a token is not one
      await client.getTaxpayer({ reveal: () => 'x', bearer: () => 'x', secrets: () => [] })
      // @ts-expect-error a grant contains a token and is not one
      await client.getTaxpayer(await client.exchangeCode({ code: 'c' }))
      createClient({ baseUrl: 'https://x.test', credentials })
      // @ts-expect-error a token cannot replace the application's credentials
      createClient({ baseUrl: 'https://x.test', credentials: token })
      // @ts-expect-error an application's credentials are an object of a separate class
      createClient({ baseUrl: 'https://x.test', credentials: { clientId: 'a', clientSecret: 'b' } })
      const either: AccessToken | ClientCredentials = credentials
      // @ts-expect-error a value that may be either kind of credential is not a token
      const wrong: AccessToken = either
      return wrong
    })
  })

  it('have private secrets', () => {
    compileOnly(() => {
      const token = new AccessToken('token')
      // @ts-expect-error there is no such property
      return token.value
    })
  })
})

describe('the types', () => {
  it('describe the service API, and allow additional values', () => {
    expectTypeOf<ReturnType<ServiceClient['getTaxpayer']>>().resolves.toEqualTypeOf<Taxpayer>()
    expectTypeOf<ReturnType<ServiceClient['exchangeCode']>>().resolves.toEqualTypeOf<TokenGrant>()
    expectTypeOf<ReturnType<ServiceClient['collect']>>().resolves.toEqualTypeOf<CollectedDossier>()
    expectTypeOf<ReturnType<ServiceClient['getRecord']>>().resolves.toBeUnknown()
    expectTypeOf<ReturnType<ServiceClient['listProviders']>>().resolves.toBeUnknown()
    expectTypeOf<'turbotax'>().toExtend<ProviderId>()
    expectTypeOf<string>().toExtend<ProviderId>()
    expectTypeOf<Taxpayer['a_new_field']>().toBeUnknown()
    expectTypeOf<Taxpayer['id']>().toBeString()
    expectTypeOf<Taxpayer['status']>().toEqualTypeOf<Maybe<TaxpayerStatus>>()
    expectTypeOf<NonNullable<Taxpayer['analysis']>>().toEqualTypeOf<TaxpayerAnalysis>()
    expectTypeOf<TaxpayerAnalysis['total_liabilities']>().toEqualTypeOf<Maybe<string>>()
    expectTypeOf<Employment['employer']>().toEqualTypeOf<Maybe<Employer>>()
    expectTypeOf<BalanceSummary['balance_due']>().toEqualTypeOf<Maybe<number>>()
    expectTypeOf<BalanceSummary['tax_years']>().toEqualTypeOf<Maybe<readonly BalanceYear[]>>()
    expectTypeOf<TaxRecord['provider_id']>().toEqualTypeOf<Maybe<ProviderId>>()
    expectTypeOf<TaxRecord['tax_year']>().toEqualTypeOf<Maybe<string>>()
  })

  it('of events narrow by event type, and keep unknown payloads unknown', () => {
    const narrow = (event: ServiceEvent) => {
      if (!isEventOf(event, 'taxpayer.status_changed')) return
      expectTypeOf(event.data.taxpayer_id).toBeString()
      expectTypeOf(event).toExtend<EventOf<'taxpayer.status_changed'>>()
    }
    expectTypeOf(narrow).parameter(0).toEqualTypeOf<ServiceEvent>()
    expectTypeOf<EventOf<'taxpayer.consent_accepted'>['data']>().toBeUnknown()
  })

  it('of sandbox events are assignable to the types of webhook events', () => {
    expectTypeOf<SandboxEvent>().toExtend<ServiceEvent>()
    expectTypeOf<SandboxEvent['data']['any_field']>().toBeUnknown()
  })

  it('of events and statuses narrow in a switch, and the default case has all other values', () => {
    const narrow = (event: ServiceEvent): string => {
      switch (event.event) {
        case 'taxpayer.records_synced':
          expectTypeOf(event.data.records).toExtend<readonly { readonly record_id: string }[]>()
          return event.data.taxpayer_id
        case 'taxpayer.status_changed': {
          const { status } = event.data
          if (status === 'COMPLETED' || status === 'REJECTED')
            expectTypeOf(status).toEqualTypeOf<'COMPLETED' | 'REJECTED'>()
          return status
        }
        default:
          expectTypeOf(event.id).toBeString()
          return String(event.event)
      }
    }
    expectTypeOf(narrow).returns.toBeString()
  })

  it('of form entries have the keys of their form', () => {
    compileOnly(async client => {
      const [record] = await client.listRecords(new AccessToken('token'))
      const entry = record?.forms?.[0]?.form_w2?.[0]
      expectTypeOf(entry?.wages_tips_other_compensation).toEqualTypeOf<number | string | null | undefined>()
      // @ts-expect-error there is no such box
      return entry?.wages_tips
    })
  })

  it('of requests reject unknown fields', () => {
    compileOnly(client => {
      client.createClientLink({ settings: { transcripts: { '1095-A': ['2023'] } } })
      // @ts-expect-error no such transcript
      client.createClientLink({ settings: { transcripts: { W3: ['2023'] } } })
      // @ts-expect-error a misspelled field
      client.createUnsignedForm({ personalinfo: {} })
    })
  })
})
