import { afterAll, describe, expect, test } from 'vitest'
import { type AccessToken, ServiceError } from '../../src/service/client/index.js'
import { createSandbox, type FaultKind, generateDossiers } from '../../src/service/sandbox/index.js'
import { makeClient } from './sandbox-world.js'

// 200 people authorize at the same time over the local network while the sandbox injects many kinds of faults.

const PEOPLE = 200
const people = generateDossiers(PEOPLE, 7)
const sandbox = createSandbox({ dossiers: people, delays: { parsing: 0, refresh: 0, authorization: 0 } })
const { url, close } = await sandbox.listen()
afterAll(close)

/** Injects faults that affect some requests throughout the run. */
function injectFaults(faults: readonly FaultKind[], requestFilter: { method?: string; path?: RegExp }, rounds: number) {
  for (let round = 0; round < rounds; round++)
    for (const [i, fault] of faults.entries())
      sandbox.inject({ ...fault, ...requestFilter, skip: round * faults.length * 3 + i * 3, times: 1 })
}

describe('200 people at once', () => {
  test('each get one token and all of their records despite 429, 5xx, resets and truncated bodies', async () => {
    const client = makeClient(sandbox, url, { retry: { attempts: 8, firstMs: 5, longestMs: 50 }, deadlineMs: 110_000 })
    const READS: readonly FaultKind[] = [
      { kind: 'status', status: 429, retryAfter: 0 },
      { kind: 'status', status: 408 },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503, retryAfter: 0 },
      { kind: 'reset' },
      { kind: 'reset', after: true },
      { kind: 'truncated' },
      { kind: 'malformed' },
    ]
    injectFaults(READS, { method: 'GET' }, 15)
    // The client retries a rejected exchange. It does not retry if a response is lost, because the code may be used up.
    const EXCHANGES: readonly FaultKind[] = [
      { kind: 'status', status: 429, retryAfter: 0 },
      { kind: 'status', status: 408 },
      { kind: 'reset', after: true },
      { kind: 'truncated' },
    ]
    injectFaults(EXCHANGES, { method: 'POST', path: /^\/auth\/token$/ }, 8)
    let recovered = 0
    const tokens = new Set<string>()

    const exchangeForToken = async (code: string, taxpayerId: string): Promise<AccessToken> => {
      try {
        return (await client.exchangeCode({ code })).access_token
      } catch (error) {
        // The client does not retry a request that the service may have processed, so the test retrieves the token.
        expect(error).toBeInstanceOf(ServiceError)
        expect(error).toMatchObject({ operation: 'exchangeCode', retryable: false })
        recovered++
        return (await client.retrieveToken(taxpayerId)).access_token
      }
    }

    const dossiers = await Promise.all(
      people.map(async (_, person) => {
        const { code, taxpayerId } = sandbox.authorize({ person })
        const token = await exchangeForToken(code, taxpayerId)
        tokens.add(token.reveal())
        await client.waitForCompletion(token, { pace: { firstMs: 5, longestMs: 20 } })
        return client.collect(token)
      }),
    )
    expect(recovered).toBeGreaterThan(5)
    expect(tokens.size).toBe(PEOPLE)
    for (const [person, { taxpayer, records }] of dossiers.entries()) {
      expect(taxpayer['name']).toBe(people[person]?.taxpayer['name'])
      expect(records).toEqual(people[person]?.records)
    }
    sandbox.clearFaults()
  })
})
