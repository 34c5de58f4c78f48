// The playground runs the library with a substitute for `Buffer` from src/tools/playground/engine/node.ts. For each member
// that the bundle uses, a test makes the same calls to the substitute and to Node's `Buffer` and compares the results.
import { constants, isAscii, isUtf8 } from 'node:buffer'
import { isUint8Array } from 'node:util/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as standIns from '../../src/tools/playground/engine/node.js'
import { findBufferMembers } from './buffer-members.js'

type BufferClass = BufferConstructor

const StandIn = standIns.Buffer as unknown as BufferClass

const bytes = fc.uint8Array({ maxLength: 120 })
/** Generates text with any UTF-16 code units, including lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.integer({ max: 0xffff, min: 0 }), fc.integer({ max: 0xdfff, min: 0xd800 })), { maxLength: 60 })
  .map(units => String.fromCharCode(...units))
/** Generates bytes that are often UTF-8 text, complete or cut within a character. */
const textBytes = fc.oneof(
  bytes,
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(3), fc.nat(3))
    .map(([text, start, end]) => new Uint8Array(Buffer.from(text)).slice(start, -end || undefined)),
)
const encoding = fc.constantFrom('utf8' as const, 'latin1' as const, 'utf16le' as const)
/** Generates positions inside the generated buffers, before their start and after their end. */
const position = fc.integer({ min: -5, max: 130 })
const optionalPosition = fc.option(position, { nil: undefined })

/** Calls a function with a `Buffer` class. Returns its result with bytes as arrays of numbers, or 'an error'. */
function evaluate(run: (BufferType: BufferClass) => unknown, BufferType: BufferClass): unknown {
  const toPlain = (value: unknown): unknown =>
    value instanceof Uint8Array ? [...value] : Array.isArray(value) ? value.map(toPlain) : value
  try {
    return toPlain(run(BufferType))
  } catch {
    return 'an error'
  }
}

/** Expects a function to return the same result with Node's `Buffer` as with the substitute. */
function expectSame(run: (BufferType: BufferClass) => unknown): void {
  expect(evaluate(run, StandIn)).toEqual(evaluate(run, Buffer))
}

/** Converts two numbers to a start and an end within a buffer of the given length. */
const toRange = (length: number, [a, b]: readonly [number, number]): readonly [number, number] => {
  const [first, second] = [a % (length + 1), b % (length + 1)]
  return [Math.min(first, second), Math.max(first, second)]
}
const twoNumbers = fc.tuple(fc.nat(500), fc.nat(500))

/** Makes a test that compares the results of the calls that `makeCalls` returns for generated arguments. */
const compareCalls =
  <Values extends [unknown, ...unknown[]]>(
    generators: { [I in keyof Values]: fc.Arbitrary<Values[I]> },
    makeCalls: (...values: Values) => readonly ((BufferType: BufferClass) => unknown)[],
    numRuns = 100,
  ) =>
  (): void =>
    fc.assert(
      fc.property(fc.tuple<Values>(...generators), values => {
        for (const call of makeCalls(...values)) expectSame(call)
      }),
      { numRuns },
    )

/** A comparison for each member of `Buffer` that the bundle uses. */
const COMPARISONS: Readonly<Record<string, () => void>> = {
  'Buffer.alloc': compareCalls([fc.integer({ min: -2, max: 300 })], size => [B => B.alloc(size)]),
  'Buffer.concat': compareCalls(
    [fc.array(bytes, { maxLength: 4 }), fc.option(fc.nat(300), { nil: undefined })],
    (parts, size) => [
      B => B.concat(parts, size),
      B =>
        B.concat(
          parts.map(part => B.from(part)),
          size,
        ),
    ],
  ),
  'Buffer.from': () => {
    compareCalls([anyText, encoding], (text, name) => [B => B.from(text), B => B.from(text, name)], 1000)()
    compareCalls([bytes, fc.nat(130), fc.nat(130)], (value, offset, length) => [
      B => B.from(value),
      B => B.from([...value]),
      B => B.from(value.buffer),
      B => B.from(value.buffer, offset),
      B => B.from(value.buffer, offset, length),
      // `Buffer.from` copies a typed array but shares the memory of an `ArrayBuffer`.
      B => {
        const source = value.slice()
        const [copied, shared] = [B.from(source), B.from(source.buffer)]
        source.fill(7)
        return [copied, shared]
      },
    ])()
  },
  'Buffer.of': compareCalls([bytes], value => [B => B.of(...value)]),
  compare: compareCalls([bytes, bytes, twoNumbers, twoNumbers], (one, second, range, otherRange) => {
    const [start, end] = toRange(one.length, range)
    const [otherStart, otherEnd] = toRange(second.length, otherRange)
    return [
      B => B.from(one).compare(second),
      B => B.from(one).compare(B.from(second), otherStart, otherEnd, start, end),
      B => {
        const buffer = B.from(one)
        return buffer.compare(buffer, start, end, start, end)
      },
    ]
  }),
  copy: compareCalls([bytes, fc.nat(130), twoNumbers], (source, index, range) => [
    B => {
      const [start, end] = toRange(source.length, range)
      const [full, part] = [B.alloc(130), B.alloc(130)]
      return [B.from(source).copy(full, index), full, B.from(source).copy(part, index, start, end), part]
    },
  ]),
  fill: compareCalls([bytes, fc.nat(255), twoNumbers], (value, byte, range) => [
    B => [B.from(value).fill(byte), B.from(value).fill(byte, ...toRange(value.length, range))],
  ]),
  includes: compareCalls([bytes, fc.nat(255), optionalPosition], (value, byte, start) => [
    B => B.from(value).includes(byte, start),
  ]),
  indexOf: compareCalls([bytes, fc.nat(255), optionalPosition], (value, byte, start) => [
    B => B.from(value).indexOf(byte, start),
    B => B.from(value).indexOf(value.at(-1) ?? 0, start),
  ]),
  readUInt16BE: compareCalls([bytes, position], (value, offset) => [B => B.from(value).readUInt16BE(offset)]),
  slice: compareCalls([bytes, optionalPosition, optionalPosition], (value, start, end) => [
    B => B.from(value).slice(start, end),
  ]),
  subarray: compareCalls([bytes, optionalPosition, optionalPosition], (value, start, end) => [
    B => {
      const buffer = B.from(value)
      const part = buffer.subarray(start, end)
      // A subarray is also a buffer and shares the bytes.
      if (part.length > 0) part[0] = (part[0] as number) ^ 1
      return [part, buffer, part.toString('latin1', 1), part.byteOffset - buffer.byteOffset]
    },
  ]),
  swap16: compareCalls([bytes], value => [
    B => {
      const buffer = B.from(value)
      return [buffer.swap16(), buffer]
    },
  ]),
  toString: compareCalls(
    [textBytes, encoding, position, position],
    (value, name, start, end) => [
      B => B.from(value).toString(),
      B => B.from(value).toString(name),
      B => B.from(value).toString(name, start),
      B => B.from(value).toString(name, start, end),
      B => B.from(value).subarray(start).toString(name, start, end),
    ],
    1000,
  ),
}

describe('the Buffer of the playground behaves like the Buffer of Node', () => {
  for (const [member, compare] of Object.entries(COMPARISONS)) test(member, compare)

  test('keeps a byte order mark, and decodes a long text to its end', () => {
    const long = 'é'.repeat(100_000)
    expectSame(B => B.from([0xef, 0xbb, 0xbf, 0x41]).toString())
    expectSame(B => [B.from(long, 'latin1').toString('latin1'), B.from(long).toString()])
  })
})

test('the tests above cover exactly the members of Buffer that the bundle uses', async () => {
  const members = await findBufferMembers()
  expect([...members.keys()].toSorted()).toEqual(Object.keys(COMPARISONS).toSorted())
})

test("the substitutes for other functions give the results of Node's functions", () => {
  fc.assert(
    fc.property(textBytes, fc.anything(), (value, anything) => {
      expect(standIns.isAscii(value)).toBe(isAscii(value))
      expect(standIns.isUtf8(value)).toBe(isUtf8(value))
      for (const candidate of [value, Buffer.from(value), value.buffer, anything])
        expect(standIns.isUint8Array(candidate)).toBe(isUint8Array(candidate))
    }),
  )
  expect(standIns.isUint8Array(StandIn.alloc(1))).toBe(true)
  expect(standIns.constants.MAX_STRING_LENGTH).toBeLessThanOrEqual(constants.MAX_STRING_LENGTH)
})
