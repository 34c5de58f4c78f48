import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonTextIndex, sliceJson, toOneLine } from '../../src/core/scan-json.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { jsonObject } from '../support/json-values.js'

fc.configureGlobal({ seed: 1040 })

const blank = fc.constantFrom('', ' ', '\t', '  ')

describe('the text of a value inside a JSON text', () => {
  /** Lists every path inside a value. */
  function* listPaths(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
    yield path
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const [i, element] of value.entries()) yield* listPaths(element, [...path, i])
    else for (const key of Object.keys(value)) yield* listPaths((value as Record<string, unknown>)[key], [...path, key])
  }
  const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

  test('is the text of the value that JSON.parse finds, or null if there is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(jsonObject, fc.jsonValue({ maxDepth: 5 })),
        fc.constantFrom<(string | number)[]>(0, 1, 3, '\t'),
        blank,
        (input, indent, around) => {
          const jsonText = around + JSON.stringify(input, null, indent) + around
          const value: unknown = JSON.parse(jsonText)
          const places = new JsonTextIndex()
          for (const path of [...listPaths(value), ...[...listPaths(value)].reverse()]) {
            const slice = sliceJson(jsonText, path)
            // Cached positions give the same slice in any order.
            expect(sliceJson(jsonText, path, places)).toBe(slice)
            expect(slice).not.toBeNull()
            expect(JSON.parse(slice as string)).toEqual(valueAt(value, path))
            expect((slice as string).trim()).toBe(slice)
            expect(JSON.parse(toOneLine(slice as string))).toEqual(valueAt(value, path))
            expect(toOneLine(slice as string)).not.toMatch(/[\r\n]/)
            expect(sliceJson(jsonText, [...path, 'no such key, ever'])).toBeNull()
            expect(sliceJson(jsonText, [...path, 1_000_000])).toBeNull()
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('ten times the elements, read from last to first, take about ten times the time', () =>
    expectNearLinear(
      count => {
        const written = JSON.stringify(Array.from({ length: count }, (_, i) => ({ id: i, name: 'x'.repeat(50) })))
        const places = new JsonTextIndex()
        return () => {
          for (let i = count - 1; i >= 0; i--) expect(sliceJson(written, [i, 'id'], places)).toBe(String(i))
        }
      },
      [2000, 20_000],
    ))

  test('is the original text, with its number format and escapes', () => {
    const written = '{ "a" : [ 1.150, 1E2 , {"b":"\\u0041\\"]}"} ] }'
    expect(sliceJson(written, ['a', 0])).toBe('1.150')
    expect(sliceJson(written, ['a', 1])).toBe('1E2')
    expect(sliceJson(written, ['a', 2])).toBe('{"b":"\\u0041\\"]}"}')
    expect(sliceJson(written, ['a', 2, 'b'])).toBe('"\\u0041\\"]}"')
  })

  test('is found under escaped keys, and under the last of two equal keys', () => {
    expect(sliceJson('{"\\u0061":1}', ['a'])).toBe('1')
    expect(sliceJson('{"a":1,"a":{"b":2}}', ['a', 'b'])).toBe('2')
    expect(sliceJson('{"__proto__":5}', ['__proto__'])).toBe('5')
  })

  test('is found after any JSON white space and ends with the value', () => {
    const written = '\r\n\t{\t"a"\r:\n[\t1\r,\n-2.5e+3\t,true\n]\r,"b":null}\n'
    expect(sliceJson(written, [])).toBe(written.trim())
    expect(sliceJson(written, ['a'])).toBe('[\t1\r,\n-2.5e+3\t,true\n]')
    expect([0, 1, 2].map(i => sliceJson(written, ['a', i]))).toEqual(['1', '-2.5e+3', 'true'])
    expect(sliceJson(written, ['b'])).toBe('null')
    expect(sliceJson(' 12 ', [])).toBe('12')
    expect(sliceJson('12', [])).toBe('12')
  })

  test('is null if an index is too large, the path leads into a string, or a key takes the place of an index', () => {
    const written = '{"a":[1,"[2]"],"0":3}'
    for (const path of [['a', 2], ['a', -1], ['a', 1, 0], ['a', '0'], [0], ['0', 0], ['b'], ['b', 'c']])
      expect(sliceJson(written, path)).toBeNull()
    for (const empty of ['[]', '{}', '[ ]', '{ }', '""', '0'])
      expect([sliceJson(empty, [0]), sliceJson(empty, ['a'])]).toEqual([null, null])
  })
})
