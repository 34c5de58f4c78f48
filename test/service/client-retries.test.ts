import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../src/service/client/index.js'
import { readRetryAfter } from '../../src/service/client/send-request.js'
import { CALLS, errorOf, fakeService, json, TAXPAYER } from './client-fake.js'

const FAULTS = [
  ['network', () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })],
  ['429', () => json({}, 429)],
  ['500', () => json({}, 500)],
  ['503', () => json({}, 503)],
  ['cut off', () => new Response('{"id": "t-')],
] as const

describe('repetition', () => {
  for (const call of CALLS) {
    for (const [fault, make] of FAULTS) {
      const repeats = call.method === 'GET'
      it(`${call.name} after ${fault}: ${repeats ? 'repeated, within limits' : 'never'}`, async () => {
        const well = fakeService([make(), make(), json(call.answer)])
        if (repeats) {
          await call.run(well)
          expect(well.seen).toHaveLength(3)
          expect(well.clock.sleeps).toEqual([375, 750])
        } else {
          const error = await errorOf(call.run(well))
          expect(error).toMatchObject({ name: 'ServiceError', retryable: fault === '429' })
          expect(well.seen).toHaveLength(1)
        }
        const ill = fakeService([make()])
        await errorOf(call.run(ill))
        expect(ill.seen).toHaveLength(repeats ? 4 : 1)
        expect(ill.clock.pending).toBe(0)
      })
    }
  }

  it.each([400, 401, 403, 404, 409, 422, 301, 307])('never after %d', async status => {
    const { client, token, seen } = fakeService([json({}, status)])
    expect(await errorOf(client.getTaxpayer(token))).toMatchObject({
      kind: 'status',
      status,
      retryable: false,
    })
    expect(seen).toHaveLength(1)
  })

  it('is the usual where an option is undefined', async () => {
    const retry = { attempts: undefined, firstMs: undefined, longestMs: undefined }
    const options = { retry } as unknown as Partial<ClientOptions>
    const { client, token, clock, seen } = fakeService([json({}, 503)], options)
    await errorOf(client.getTaxpayer(token))
    expect(seen).toHaveLength(4)
    expect(clock.sleeps).toEqual([375, 750, 1500])
  })

  it('can be turned off', async () => {
    const { client, token, seen } = fakeService([json({}, 503)], { retry: { attempts: 1 } })
    await errorOf(client.getTaxpayer(token))
    expect(seen).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  it.each([
    ['7', 7000],
    ['Sat, 01 Jun 2024 00:00:30 GMT', 30_000],
    ['Saturday, 01-Jun-24 00:00:30 GMT', 30_000],
    ['Fri, 31 May 2024 00:00:00 GMT', 375],
    ['0', 375],
    ['soon', 375],
    ['-5', 375],
  ])('%s', async (header, wait) => {
    const { client, token, clock } = fakeService([json({}, 429, { 'retry-after': header }), json(TAXPAYER)])
    await client.getTaxpayer(token)
    expect(clock.sleeps).toEqual([wait])
  })

  it('past the deadline is not waited for', async () => {
    const { client, token, clock, seen } = fakeService([json({}, 503, { 'retry-after': '120' })])
    const error = await errorOf(client.getTaxpayer(token))
    expect(error).toMatchObject({ kind: 'status', status: 503, retryAfterMs: 120_000, retryable: true })
    expect([clock.sleeps, seen.length]).toEqual([[], 1])
  })

  it('is never below zero and never not a number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.date({ noInvalidDate: true }).map(d => d.toUTCString()),
        ),
        text => {
          const wait = readRetryAfter(text, 1_717_200_000_000)
          expect(wait === undefined || (Number.isFinite(wait) && wait >= 0)).toBe(true)
        },
      ),
    )
  })
})

describe('waits between attempts', () => {
  it('grow, and keep within their bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 2, max: 8 }),
        async (chance, attempts) => {
          const { client, token, clock, seen } = fakeService([json({}, 500)], {
            deadlineMs: 1e9,
            retry: { attempts, firstMs: 100, longestMs: 1000 },
          })
          clock.chance = chance
          await errorOf(client.getTaxpayer(token))
          expect(seen).toHaveLength(attempts)
          clock.sleeps.forEach((ms, i) => {
            const most = Math.min(1000, 100 * 2 ** i)
            expect(ms).toBeGreaterThanOrEqual(most / 2)
            expect(ms).toBeLessThanOrEqual(most)
          })
        },
      ),
    )
  })
})
