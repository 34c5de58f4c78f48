import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createReceiver, type HeaderSource, signWebhook, verifyWebhook } from '../../src/service/webhooks/index.js'
import { parseSignature } from '../../src/service/webhooks/signature.js'
import { newFolder } from '../cli/command.js'
import { requireFor } from '../support/requirements.mjs'
import { makeEvent, NOW, SECRET, signDelivery } from './webhooks-fake.js'

type Verified = Parameters<typeof verifyWebhook>

const verify = (body: Verified[0], headers: HeaderSource, secret: Verified[2] = SECRET, options = {}) =>
  verifyWebhook(body, headers, secret, { now: NOW, ...options })

/** Returns the reason why a webhook is rejected, or `ok` if it is accepted. */
async function readReason(body: string | Uint8Array, headers: HeaderSource): Promise<string> {
  const verified = await verify(body, headers)
  return verified.ok ? 'ok' : verified.reason
}

const openssl = requireFor('signatures compared with those of openssl', 'openssl')

describe('HMAC-SHA-256', () => {
  it('matches RFC 4231, section 4, case 2, and Node', async () => {
    const jefe = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    expect(createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex')).toBe(jefe)
    const sample = fc.record({
      secret: fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constant('x'.repeat(200))),
      body: fc.string({ unit: 'binary' }),
      now: fc.integer({ min: 0, max: 4e12 }),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ secret, body, now }) => {
        const hash = createHmac('sha256', secret).update(`${now}.${body}`, 'utf8').digest('hex')
        expect(await signWebhook(body, secret, now)).toBe(`t=${now},v1=${hash}`)
      }),
    )
  })

  it.skipIf(openssl === undefined)('matches openssl', async () => {
    const file = join(newFolder(), 'message')
    /** Returns the hash of a signed body that openssl computes with the given key options. */
    const computeHash = (body: string, ...key: string[]) => {
      writeFileSync(file, `${NOW}.${body}`)
      const printed = execFileSync('openssl', ['dgst', '-sha256', ...key, file], { encoding: 'utf8' })
      return /[0-9a-f]{64}/.exec(printed)?.[0]
    }
    const event = JSON.stringify(makeEvent('widget.opened', {}))
    for (const body of ['', '{"a":1}', '{"name":"Zoë ✓ 🧾"}', event])
      for (const secret of ['k', SECRET, 'sécret ✓', 'x'.repeat(200)]) {
        const key = `hexkey:${Buffer.from(secret).toString('hex')}`
        const hash = computeHash(body, '-mac', 'HMAC', '-macopt', key)
        expect(await signWebhook(body, secret, NOW)).toBe(`t=${NOW},v1=${hash}`)
      }
    const header = `t=${NOW},v1=${computeHash(event, '-hmac', SECRET)}`
    expect(await verify(event, { 'Service-Signature': header })).toMatchObject({ ok: true })
  })
})

describe('verifyWebhook', () => {
  it('returns the event with all of its fields', async () => {
    const data = { taxpayer_id: 't', name: 'n', provider_id: 'irs', new: 1 }
    const sent = makeEvent('taxpayer.disconnected', data, { x: 1 })
    const { body, headers } = await signDelivery(sent)
    expect(await verify(body, headers)).toEqual({ ok: true, event: sent })
  })

  it('accepts the body as text, or as bytes from any kind of buffer and from another realm', async () => {
    const { body, headers } = await signDelivery(makeEvent('a.b', { name: 'Zoë ✓' }))
    const bytes = new TextEncoder().encode(body)
    const pool = new Uint8Array(bytes.length + 20)
    pool.set(bytes, 7)
    const foreign = runInNewContext('Uint8Array.from(bytes)', { bytes }) as Uint8Array
    for (const input of [body, bytes, bytes.buffer, Buffer.from(body), pool.subarray(7, 7 + bytes.length), foreign])
      expect(await verify(input, headers, SECRET, { now: () => NOW })).toMatchObject({ ok: true })
  })

  it('uses the current bytes of a secret even if its buffer had other bytes before', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    const secret = new TextEncoder().encode(SECRET)
    const check = async () => (await verify(body, headers, secret)).ok
    expect(await check()).toBe(true)
    secret[0] = 0
    expect(await check()).toBe(false)
    secret.set(new TextEncoder().encode(SECRET))
    expect(await check()).toBe(true)
  })

  it('handles more secrets than it caches and two secrets with the same bytes', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    for (let i = 0; i < 200; i++) expect((await verify(body, headers, `${SECRET}${i}`)).ok, String(i)).toBe(false)
    expect((await verify(body, headers)).ok).toBe(true)
    const latin = new Uint8Array([0xe9])
    const signed = { 'service-signature': await signWebhook(body, latin, NOW) }
    expect((await verify(body, signed, latin)).ok).toBe(true)
    expect((await verify(body, signed, 'é')).ok).toBe(false)
  })

  it('returns advice if the body was already parsed', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    await expect(verify(JSON.parse(body), headers)).rejects.toThrow(/parsed before its signature/)
  })

  it('accepts any of several secrets, and rejects an empty one', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    expect(await verify(body, headers, ['new', SECRET])).toMatchObject({ ok: true })
    expect(await verify(body, headers, [SECRET, 'new', ''])).toMatchObject({ ok: true })
    expect(await verify(body, headers, ['new'])).toMatchObject({ reason: 'signature_mismatch' })
    for (const none of ['', [], [''], undefined, null] as string[])
      expect(await verifyWebhook(body, headers, none as string, { now: NOW })).toMatchObject({
        reason: 'secret_missing',
      })
    expect(await verify(body, headers, new TextEncoder().encode(SECRET))).toMatchObject({ ok: true })
  })

  it('accepts a custom tolerance and rejects every webhook if the tolerance is not a number', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}), SECRET, NOW - 10)
    expect(await verify(body, headers, SECRET, { toleranceMs: 10 })).toMatchObject({ ok: true })
    expect(await verify(body, headers, SECRET, { toleranceMs: 9 })).toMatchObject({ reason: 'timestamp_too_old' })
    expect(await verify(body, headers, SECRET, { toleranceMs: Number.NaN })).toMatchObject({ ok: false })
    expect(await verify(body, headers, SECRET, { now: Number.NaN })).toMatchObject({ ok: false })
  })

  it('rejects a signed body that is not an event', async () => {
    for (const [value, reason] of [
      ['', 'body_not_json'],
      ['{', 'body_not_json'],
      ['null', 'event_malformed'],
      ['[]', 'event_malformed'],
      ['{"event":"a.b","created_at":""}', 'event_malformed'],
      [JSON.stringify(makeEvent('taxpayer.status_changed', { taxpayer_id: 7 })), 'event_malformed'],
      [JSON.stringify(makeEvent('widget.failed', {})), 'event_malformed'],
    ] as const) {
      const { body, headers } = await signDelivery(value)
      expect(await verify(body, headers), value).toMatchObject({ ok: false, reason })
    }
    const { body, headers } = await signDelivery(makeEvent('taxpayer.disconnected', { taxpayer_id: 7 }))
    expect(await verify(body, headers)).toEqual({
      ok: false,
      reason: 'event_malformed',
      path: "$['data']['taxpayer_id']",
    })
    const bytes = new Uint8Array([0x22, 0xff, 0x22])
    const signed = { 'service-signature': await signWebhook(bytes, SECRET, NOW) }
    expect(await verify(bytes, signed)).toMatchObject({ reason: 'body_not_json' })
  })

  it('never throws for any header or body', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('t=', 'v1=', ',', '=', ' ', '\u0000', 't=1e3', 'v1==='),
      fc.constantFrom(`t=${NOW}`, `v1=${'a'.repeat(64)}`),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 8 }).map(parts => parts.join('')),
        fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
        async (header, body) => {
          const result = await verify(body, { 'service-signature': header })
          expect(result.ok).toBe(false)
          const parsed = parseSignature(header)
          if (parsed !== null) {
            expect(parsed.timestamp).toMatch(/^[0-9]{1,15}$/)
            expect(parsed.hashes.every(hash => hash.length === 32)).toBe(true)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the signature', () => {
  it('is accepted in a header of any case and in every format that servers use for headers', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    const value = headers['service-signature']
    for (const shape of [
      new Headers({ 'Service-Signature': value }),
      { 'service-signature': value },
      { 'Service-Signature': value },
      { 'SERVICE-SIGNATURE': [value] },
      { 'service-signature': value.split(',') },
      ['Host', 'x', 'Service-Signature', value],
    ])
      expect(await readReason(body, shape)).toBe('ok')
    for (const none of [{}, { 'service-signature': undefined }, new Headers()])
      expect(await verify(body, none)).toEqual({ ok: false, reason: 'header_missing' })
  })

  it('consists of a timestamp and hashes in any order and may have other parts', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    const [t = '', v1 = ''] = headers['service-signature'].split(',')
    const wrong = `v1=${'0'.repeat(64)}`
    expect(t).toMatch(/^t=\d{13}$/)
    expect(v1).toMatch(/^v1=[0-9a-f]{64}$/)
    const accepted = [`${t},${v1}`, `${v1},${t}`, ` ${t} , ${v1} `, `${t},${wrong},${v1}`, `${t},${v1},${wrong}`]
    const headersWithOtherParts = [`${t},v0=abc,${v1},v2=,x`, `${t},v1=${v1.slice(3).toUpperCase()}`]
    for (const header of [...accepted, ...headersWithOtherParts, `${t},${t},${v1}`, `${t},v1=short,${v1}`])
      expect(await readReason(body, { 'service-signature': header }), header).toBe('ok')
    const malformed = ['', 't', t, v1, `${t};${v1}`, `${t},v1=`, `${t},v1=${'g'.repeat(64)}`]
    const wrongTime = [`t=1,${t},${v1}`, `t=${NOW}.0,${v1}`, `t=-${NOW},${v1}`, `t=,${v1}`]
    const tooLong = [`${t},${v1}${' '.repeat(5000)}`, `${t},${Array(17).fill(v1).join()}`]
    for (const header of [...malformed, ...wrongTime, ...tooLong])
      expect(await readReason(body, { 'service-signature': header }), header).toBe('header_malformed')
  })

  it('depends on the body, the time and the secret, and an event with a wrong one reaches no handler', async () => {
    const { body, headers } = await signDelivery(makeEvent('widget.opened', {}))
    const header = headers['service-signature']
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const bytes = new TextEncoder().encode(body)
        bytes[index] = (bytes[index] ?? 0) ^ change
        expect(await readReason(bytes, headers)).toBe('signature_mismatch')
      }),
      { numRuns: 50 },
    )
    const forged = [header.replace(String(NOW), String(NOW + 1)), await signWebhook(body, 'other', NOW)]
    for (let i = header.indexOf('v1=') + 3; i < header.length; i += 7)
      forged.push(header.slice(0, i) + (header[i] === '0' ? '1' : '0') + header.slice(i + 1))
    for (const signature of forged)
      expect(await readReason(body, { 'service-signature': signature })).toBe('signature_mismatch')
    expect(await readReason(` ${body}`, headers)).toBe('signature_mismatch')
    const handler = vi.fn()
    const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers: { otherEvent: handler } })
    expect(await receiver.receive(`${body} `, headers)).toMatchObject({ reason: 'signature_mismatch' })
    expect(handler).not.toHaveBeenCalled()
    expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'handled' })
  })

  it('is accepted only if its timestamp, in milliseconds, is near the current time', async () => {
    for (const [age, reason] of [
      [0, 'ok'],
      [300_000, 'ok'],
      [-300_000, 'ok'],
      [300_001, 'timestamp_too_old'],
      [-300_001, 'timestamp_too_new'],
      [4 * 86_400_000, 'timestamp_too_old'],
      [NOW - Math.floor(NOW / 1000), 'timestamp_in_seconds'],
      [NOW, 'timestamp_too_old'],
    ] as const) {
      const { body, headers } = await signDelivery(makeEvent('widget.opened', {}), SECRET, NOW - age)
      expect(await readReason(body, headers), String(age)).toBe(reason)
      const receiver = createReceiver({ secrets: SECRET, now: NOW, toleranceMs: 300_000, handlers: {} })
      const refused = { status: 400, outcome: 'refused', reason }
      const receipt = reason === 'ok' ? { status: 200, outcome: 'ignored' } : refused
      expect(await receiver.receive(body, headers)).toEqual(receipt)
    }
  })
})
