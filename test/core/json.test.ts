import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ISSUES } from '../../src/core/issues/issue-table.js'
import { isTooDeep, MAX_JSON_DEPTH, toCanonicalJson } from '../../src/core/json.js'
import { replaceJsonControls } from '../../src/ingest/fields/cell-readers.js'
import { reverseKeys } from '../support/turned.js'

fc.configureGlobal({ seed: 1040 })

const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }).map(roundTrip)

describe('canonical JSON', () => {
  test('parses to the same value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, value => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(value)
        expect(toCanonicalJson(reverseKeys(value))).toBe(toCanonicalJson(value))
      }),
    )
  })

  test('differs for different values', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(toCanonicalJson(a) === toCanonicalJson(b)).toBe(isDeepStrictEqual(a, b))
      }),
    )
    for (const [a, b] of [
      [{ a: 1 }, { a: '1' }],
      [{ a: null }, {}],
      [[], {}],
      [
        [1, [2]],
        [[1], 2],
      ],
      [{ 'a,b': 1 }, { a: 1, b: 1 }],
      ['', null],
    ])
      expect(toCanonicalJson(a)).not.toBe(toCanonicalJson(b))
  })

  test('has its keys in byte order', () => {
    expect(toCanonicalJson({ b: 1, a: [{ d: 2, c: 3 }], é: 0, Z: 9 })).toBe('{"Z":9,"a":[{"c":3,"d":2}],"b":1,"é":0}')
    expect(toCanonicalJson({ '\uffff': 1, '🐎': 2 })).toBe('{"\uffff":1,"🐎":2}')
  })

  test('omits undefined properties, and has null for undefined elements and NaN', () => {
    expect(toCanonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
    expect(toCanonicalJson([undefined])).toBe('[null]')
    expect(toCanonicalJson(Number.NaN)).toBe('null')
  })
})

describe('depth', () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = wrap(0)
    for (let i = 1; i < levels; i++) value = wrap(value)
    return value
  }

  test.each([
    ['objects', (inner: unknown) => ({ a: inner })],
    ['arrays', (inner: unknown) => [inner]],
    ['objects with other values', (inner: unknown) => ({ a: 1, d: inner, e: 'text' })],
  ] as const)('64 levels are not too deep and 65 are: %s', (_, wrap) => {
    expect(MAX_JSON_DEPTH).toBe(64)
    expect(ISSUES.nesting_too_deep[1]).toContain(` ${MAX_JSON_DEPTH} levels`)
    expect(isTooDeep(nested(64, wrap))).toBe(false)
    expect(isTooDeep(nested(65, wrap))).toBe(true)
  })

  test('a million levels do not overflow the stack', () => {
    expect(isTooDeep(nested(1_000_000, inner => [inner]))).toBe(true)
  })

  test('the number of keys does not count as depth', () => {
    expect(isTooDeep(Array.from({ length: 200_000 }, () => ({ a: [1] })))).toBe(false)
    for (const value of [null, 1, 'text', true, undefined]) expect(isTooDeep(value, 0)).toBe(false)
  })
})

describe('control characters in JSON', () => {
  test('are replaced in texts and keys at every level, and nothing else changes', () => {
    const value = JSON.parse(
      '{"a\\u0000":["\\u009b31m",1,null,{"__proto__":"\\u202e"}],"b":"Zoë\\n\\ud83d\\udc0e"}',
    ) as unknown
    expect(JSON.stringify(replaceJsonControls(value))).toBe(
      '{"a\ufffd":["\ufffd31m",1,null,{"__proto__":"\ufffd"}],"b":"Zoë\\n🐎"}',
    )
  })
})
