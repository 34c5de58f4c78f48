import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ClientOptions } from '../../src/service/client/index.js'
import { readRetryAfter } from '../../src/service/client/send-request.js'
import {
  CALLS,
  catchError,
  getTaxpayer,
  makeFakeService,
  neverRespond,
  runCall,
  TAXPAYER,
  toJsonResponse,
} from './client-fake.js'

const FAULTS = [
  ['network', () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })],
  ['408', () => toJsonResponse({}, 408)],
  ['429', () => toJsonResponse({}, 429)],
  ['500', () => toJsonResponse({}, 500)],
  ['503', () => toJsonResponse({}, 503)],
  ['cut off', () => new Response('{"id": "t-')],
] as const

describe('the repetition of a request', () => {
  for (const call of CALLS) {
    for (const [fault, make] of FAULTS) {
      // Any request is safe to repeat if the status says that the service did not accept it.
      const isRepeated = call.isRepeatable || fault === '408' || fault === '429'
      it(`${call.name} after ${fault}: ${isRepeated ? 'repeated within limits' : 'not repeated'}`, async () => {
        const recoveringService = makeFakeService([make(), make(), toJsonResponse(call.answer)])
        if (isRepeated) {
          await call.run(recoveringService)
          expect(recoveringService.seen).toHaveLength(3)
          expect(recoveringService.clock.sleeps).toEqual([375, 750])
        } else {
          const error = await catchError(call.run(recoveringService))
          expect(error).toMatchObject({ name: 'ServiceError', retryable: false })
          expect(recoveringService.seen).toHaveLength(1)
        }
        const failingService = makeFakeService([make()])
        await catchError(call.run(failingService))
        expect(failingService.seen).toHaveLength(isRepeated ? 4 : 1)
        expect(failingService.clock.pending).toBe(0)
      })
    }
  }

  it.each([400, 401, 403, 404, 409, 422, 301, 307])('does not happen after status %d', async status => {
    const { error, sent } = await runCall([toJsonResponse({}, status)], getTaxpayer)
    expect(error).toMatchObject({ kind: 'status', status, retryable: false })
    expect(sent).toHaveLength(1)
  })

  it.each([
    [
      'uses the default for an option that is undefined',
      { attempts: undefined, firstMs: undefined, longestMs: undefined },
      [375, 750, 1500],
    ],
    ['can be turned off', { attempts: 1 }, []],
  ])('%s', async (_, retry, waits) => {
    const options = { retry } as Partial<ClientOptions>
    const { error, sent, sleeps } = await runCall([toJsonResponse({}, 503)], getTaxpayer, options)
    expect(error).toMatchObject({ status: 503 })
    expect([sent.length, sleeps]).toEqual([waits.length + 1, waits])
  })
})

describe('Retry-After', () => {
  it.each([
    // The client adds up to a quarter to the wait in the header, at random. The fake random number is 0.5.
    ['7', 7875],
    ['Sat, 01 Jun 2024 00:00:30 GMT', 33_750],
    ['Saturday, 01-Jun-24 00:00:30 GMT', 33_750],
    ['Fri, 31 May 2024 00:00:00 GMT', 375],
    ['0', 375],
    ['soon', 375],
    ['-5', 375],
  ])('%s', async (header, wait) => {
    const responses = [toJsonResponse({}, 429, { 'retry-after': header }), toJsonResponse(TAXPAYER)]
    expect(await runCall(responses, getTaxpayer)).toMatchObject({ result: TAXPAYER, sleeps: [wait] })
  })

  it('is never shortened, and clients do not all retry at the same time', async () => {
    const waits = await Promise.all(
      [0, 0.25, 0.5, 0.75, 0.999].map(async chance => {
        const { client, clock } = makeFakeService([
          toJsonResponse({}, 429, { 'retry-after': '8' }),
          toJsonResponse({ url: 'u', id: 'l' }),
        ])
        clock.chance = chance
        await client.createClientLink()
        return clock.sleeps[0] ?? 0
      }),
    )
    expect(waits[0]).toBe(8000)
    expect(new Set(waits).size).toBe(5)
    for (const wait of waits) expect(wait >= 8000 && wait <= 10_000).toBe(true)
  })

  it('ends the call immediately if it is later than the deadline', async () => {
    const call = await runCall([toJsonResponse({}, 503, { 'retry-after': '120' })], getTaxpayer)
    const error = { kind: 'status', status: 503, retryAfterMs: 120_000, retryable: true }
    expect(call).toMatchObject({ error, sleeps: [], sent: ['GET /tax-payer'] })
  })

  it.each([
    'Sun, 06 Nov 1994 08:50:37 GMT',
    'Sunday, 06-Nov-94 08:50:37 GMT',
    'Sun Nov  6 08:50:37 1994',
    'Sun, 06 Nov 1994 08:50:37',
    'Sun, 06 Nov 1994 03:50:37 -0500',
    'Sun, 06 Nov 1994 03:50:37 EST',
  ])('is read from every format of an HTTP date, in any local time zone: %s', text => {
    const now = Date.UTC(1994, 10, 6, 8, 49, 37)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const timeZone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      vi.stubEnv('TZ', timeZone)
      expect([timeZone, readRetryAfter(text, now)]).toEqual([timeZone, 60_000])
    }
  })

  it('is never negative and always a number', () => {
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
  it('grow and stay within their limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 2, max: 8 }),
        async (chance, attempts) => {
          const { client, token, clock, seen } = makeFakeService([toJsonResponse({}, 500)], {
            deadlineMs: 1e9,
            retry: { attempts, firstMs: 100, longestMs: 1000 },
          })
          clock.chance = chance
          await catchError(client.getTaxpayer(token))
          expect(seen).toHaveLength(attempts)
          clock.sleeps.forEach((ms, i) => {
            const maxMs = Math.min(1000, 100 * 2 ** i)
            expect(ms).toBeGreaterThanOrEqual(maxMs / 2)
            expect(ms).toBeLessThanOrEqual(maxMs)
          })
        },
      ),
    )
  })
})

describe('an attempt', () => {
  it('that hangs is abandoned and repeated within the deadline', async () => {
    const { client, token, clock, seen } = makeFakeService([neverRespond, neverRespond, toJsonResponse(TAXPAYER)])
    const call = client.getTaxpayer(token)
    await clock.pass(29_999)
    expect(seen).toHaveLength(1)
    await clock.pass(1)
    expect([seen.length, seen[0]?.init.signal?.aborted]).toEqual([2, true])
    await clock.pass(20_000)
    expect(seen).toHaveLength(2)
    // Less than one attempt's time is left before the deadline of one minute, so the deadline ends the call.
    clock.advance(10_000)
    expect(await catchError(call)).toMatchObject({ kind: 'timeout', message: 'getTaxpayer: not done by its deadline' })
  })

  it('has the time limit set in the options of the client or the call', async () => {
    for (const [options, callOptions] of [
      [{ attemptMs: 100 }, { attemptMs: undefined }],
      [{ attemptMs: 5000 }, { attemptMs: 100 }],
    ] as const) {
      const { client, token, clock, seen } = makeFakeService([neverRespond, toJsonResponse(TAXPAYER)], options)
      const call = client.getTaxpayer(token, callOptions)
      await clock.pass(100)
      expect(await call).toEqual(TAXPAYER)
      expect([seen.length, clock.pending]).toEqual([2, 0])
    }
  })

  it('that must not be repeated may run until the deadline, and its error names any shorter limit', async () => {
    const { client, clock, seen } = makeFakeService([neverRespond])
    const call = catchError(client.createClientLink())
    await clock.pass(59_999)
    expect(seen[0]?.init.signal?.aborted).toBe(false)
    clock.advance(1)
    expect(await call).toMatchObject({ kind: 'timeout', retryable: false })
    const short = catchError(client.createClientLink({}, { attemptMs: 100 }))
    await clock.pass(100)
    expect(await short).toMatchObject({ kind: 'timeout', retryable: false, message: expect.stringContaining('100 ms') })
    expect(seen).toHaveLength(2)
    for (const attemptMs of [0, -1, Number.NaN])
      await expect(client.createClientLink({}, { attemptMs })).rejects.toThrow(TypeError)
  })
})
