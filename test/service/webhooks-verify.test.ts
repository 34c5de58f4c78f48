import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HeaderSource, signWebhook, verifyWebhook } from '../../src/service/webhooks/index.js'
import { parseSignature } from '../../src/service/webhooks/signature.js'
import { deliver, event, NOW, SECRET } from './webhooks-fake.js'

const verify = (
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | string[] = SECRET,
  more = {},
) => verifyWebhook(body, headers, secret, { now: NOW, ...more })

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl)
  console.warn('SKIPPED: openssl is not installed, so signatures were not compared with its own')

describe('HMAC-SHA-256', () => {
  it('is that of RFC 4231, section 4, case 2, and what Node computes', async () => {
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

  it.skipIf(!hasOpenssl)('is what openssl computes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signature-'))
    try {
      const bodies = ['', '{"a":1}', '{"name":"Zoë ✓ 🧾"}', JSON.stringify(event('widget.opened', {}))]
      for (const body of bodies) {
        for (const secret of ['k', SECRET, 'sécret ✓', 'x'.repeat(200)]) {
          const file = join(folder, 'message')
          writeFileSync(file, `${NOW}.${body}`)
          const key = `hexkey:${Buffer.from(secret).toString('hex')}`
          const arguments_ = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, file]
          const theirs = execFileSync('openssl', arguments_, { encoding: 'utf8' })
          const hash = /[0-9a-f]{64}/.exec(theirs)?.[0]
          expect(await signWebhook(body, secret, NOW)).toBe(`t=${NOW},v1=${hash}`)
        }
      }
      const body = JSON.stringify(event('widget.opened', {}))
      writeFileSync(join(folder, 'message'), `${NOW}.${body}`)
      const signed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET, join(folder, 'message')], {
        encoding: 'utf8',
      })
      const header = `t=${NOW},v1=${/[0-9a-f]{64}/.exec(signed)?.[0]}`
      expect(await verify(body, { 'Service-Signature': header })).toMatchObject({ ok: true })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('verifyWebhook', () => {
  it('gives the event, with all its fields', async () => {
    const sent = event(
      'taxpayer.disconnected',
      { taxpayer_id: 't', name: 'n', provider_id: 'irs', new: 1 },
      { x: 1 },
    )
    const { body, headers } = await deliver(sent)
    expect(await verify(body, headers)).toEqual({ ok: true, event: sent })
  })

  it('takes the body as text, bytes or a buffer', async () => {
    const { body, headers } = await deliver(event('a.b', { name: 'Zoë ✓' }))
    const bytes = new TextEncoder().encode(body)
    for (const each of [body, bytes, bytes.buffer, Buffer.from(body)])
      expect(await verifyWebhook(each, headers, SECRET, { now: () => NOW })).toMatchObject({ ok: true })
  })

  it('takes bytes whose buffer is shared with others, and of another realm', async () => {
    const { body, headers } = await deliver(event('a.b', { name: 'Zoë ✓' }))
    const bytes = new TextEncoder().encode(body)
    const pool = new Uint8Array(bytes.length + 20)
    pool.set(bytes, 7)
    expect(await verify(pool.subarray(7, 7 + bytes.length), headers)).toMatchObject({ ok: true })
    const foreign = runInNewContext('Uint8Array.from(bytes)', { bytes }) as Uint8Array
    expect(await verify(foreign, headers)).toMatchObject({ ok: true })
  })

  it('takes a secret in bytes by what is in them, whatever was in them before', async () => {
    const { body, headers } = await deliver(event('widget.opened', {}))
    const secret = new TextEncoder().encode(SECRET)
    const check = async () => (await verifyWebhook(body, headers, secret, { now: NOW })).ok
    expect(await check()).toBe(true)
    secret[0] = 0
    expect(await check()).toBe(false)
    secret.set(new TextEncoder().encode(SECRET))
    expect(await check()).toBe(true)
  })

  it('is not confused by more secrets than it keeps ready, nor by one that is the bytes of another', async () => {
    const { body, headers } = await deliver(event('widget.opened', {}))
    for (let i = 0; i < 200; i++)
      expect((await verify(body, headers, `${SECRET}${i}`)).ok, String(i)).toBe(false)
    expect((await verify(body, headers)).ok).toBe(true)
    const latin = new Uint8Array([0xe9])
    const signed = { 'service-signature': await signWebhook(body, latin, NOW) }
    expect((await verifyWebhook(body, signed, latin, { now: NOW })).ok).toBe(true)
    expect((await verify(body, signed, 'é')).ok).toBe(false)
  })

  it('says what to change where the body was parsed before', async () => {
    const { body, headers } = await deliver(event('widget.opened', {}))
    await expect(verify(JSON.parse(body), headers)).rejects.toThrow(/parsed before its signature/)
  })

  it('takes any of several secrets, and no empty one', async () => {
    const { body, headers } = await deliver(event('widget.opened', {}))
    expect(await verify(body, headers, ['new', SECRET])).toMatchObject({ ok: true })
    expect(await verify(body, headers, [SECRET, 'new', ''])).toMatchObject({ ok: true })
    expect(await verify(body, headers, ['new'])).toMatchObject({ reason: 'signature_mismatch' })
    for (const none of ['', [], [''], undefined, null] as string[])
      expect(await verifyWebhook(body, headers, none as string, { now: NOW })).toMatchObject({
        reason: 'secret_missing',
      })
    expect(await verifyWebhook(body, headers, new TextEncoder().encode(SECRET), { now: NOW })).toMatchObject({
      ok: true,
    })
  })

  it('has a tolerance that can be set, and that nothing passes where it is no number', async () => {
    const { body, headers } = await deliver(event('widget.opened', {}), SECRET, NOW - 10)
    expect(await verify(body, headers, SECRET, { toleranceMs: 10 })).toMatchObject({ ok: true })
    expect(await verify(body, headers, SECRET, { toleranceMs: 9 })).toMatchObject({
      reason: 'timestamp_too_old',
    })
    expect(await verify(body, headers, SECRET, { toleranceMs: Number.NaN })).toMatchObject({ ok: false })
    expect(await verify(body, headers, SECRET, { now: Number.NaN })).toMatchObject({ ok: false })
  })

  it('refuses a signed body that is no event', async () => {
    for (const [value, reason] of [
      ['', 'body_not_json'],
      ['{', 'body_not_json'],
      ['null', 'event_malformed'],
      ['[]', 'event_malformed'],
      ['{"event":"a.b","created_at":""}', 'event_malformed'],
      [JSON.stringify(event('taxpayer.status_changed', { taxpayer_id: 7 })), 'event_malformed'],
      [JSON.stringify(event('widget.failed', {})), 'event_malformed'],
    ] as const) {
      const { body, headers } = await deliver(value)
      expect(await verify(body, headers), value).toMatchObject({ ok: false, reason })
    }
    const { body, headers } = await deliver(event('taxpayer.disconnected', { taxpayer_id: 7 }))
    expect(await verify(body, headers)).toEqual({
      ok: false,
      reason: 'event_malformed',
      path: "$['data']['taxpayer_id']",
    })
    const bytes = new Uint8Array([0x22, 0xff, 0x22])
    const signed = { 'service-signature': await signWebhook(bytes, SECRET, NOW) }
    expect(await verify(bytes, signed)).toMatchObject({ reason: 'body_not_json' })
  })

  it('never throws on any header or body', async () => {
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
