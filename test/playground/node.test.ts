// The stand-in for Node's Buffer, against Node's own.
import { isAscii as nodeIsAscii, isUtf8 as nodeIsUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAscii, isUint8Array, isUtf8, Buffer as Own } from '../../src/playground/engine/node.js'

const bytes = fc.uint8Array({ maxLength: 200 })
const text = fc.string({ unit: 'binary', maxLength: 100 })
const latin = fc.uint8Array({ maxLength: 100 }).map(each => Buffer.from(each).toString('latin1'))

/** One that is Node's, and one that is ours, of the same bytes. */
const both = (each: Uint8Array) => [Buffer.from(each), Own.from(each)] as const
const list = (each: Uint8Array): number[] => [...each]

describe('bytes as Node has them', () => {
  test('from text and back', () => {
    fc.assert(
      fc.property(text, latin, bytes, (any, narrow, raw) => {
        expect(list(Own.from(any))).toEqual(list(Buffer.from(any)))
        expect(list(Own.from(narrow, 'latin1'))).toEqual(list(Buffer.from(narrow, 'latin1')))
        const [node, own] = both(raw)
        for (const how of ['utf8', 'latin1', 'utf16le'] as const)
          if (how !== 'utf16le' || raw.length % 2 === 0) expect(own.toString(how)).toBe(node.toString(how))
        expect(own.latin1Slice(1, 5)).toBe(node.subarray(1, 5).toString('latin1'))
        expect(own.utf8Slice(1, 5)).toBe(node.subarray(1, 5).toString('utf8'))
        expect([isAscii(raw), isUtf8(raw), isUint8Array(raw)]).toEqual([
          nodeIsAscii(raw),
          nodeIsUtf8(raw),
          true,
        ])
      }),
    )
  })

  test('a mark of byte order stays, and a long text is whole', () => {
    expect(Own.from([0xef, 0xbb, 0xbf, 0x41]).toString()).toBe('\ufeffA')
    const long = 'é'.repeat(100_000)
    expect(Own.from(long, 'latin1').toString('latin1')).toBe(long)
    expect(Own.from(long).toString()).toBe(long)
  })

  test('copies, parts and numbers', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(220), (a, b, size) => {
        const [node, own] = both(a)
        expect(list(Own.concat([a, b]))).toEqual(list(Buffer.concat([a, b])))
        expect(list(Own.concat([a, b], size))).toEqual(list(Buffer.concat([a, b], size)))
        expect(own.equals(b)).toBe(node.equals(b))
        expect(own.equals(Own.from(a))).toBe(true)
        const [to, ownTo] = [Buffer.alloc(210), Own.alloc(210)]
        expect(own.copy(ownTo, 60)).toBe(node.copy(to, 60))
        expect(list(ownTo)).toEqual(list(to))
        if (a.length > 4) {
          expect(own.readInt32LE(1)).toBe(node.readInt32LE(1))
          expect(own.readUInt16BE(2)).toBe(node.readUInt16BE(2))
        }
        if (a.length % 2 === 0) expect(list(own.swap16())).toEqual(list(node.swap16()))
        expect(own.subarray(1, 3)).toBeInstanceOf(Own)
        const written = Own.alloc(8)
        expect(written.write('wörter!!!', 2)).toBe(6)
        expect(written.toString('latin1')).toBe('\0\0wörter')
      }),
    )
  })

  test('a part shares its bytes, a copy does not', () => {
    const whole = Own.from([1, 2, 3])
    whole.subarray(1)[0] = 9
    expect(list(whole)).toEqual([1, 9, 3])
    Own.from(whole)[0] = 7
    expect(whole[0]).toBe(1)
    const { buffer } = Uint8Array.of(5, 6, 7)
    expect(list(Own.from(buffer, 1, 2))).toEqual([6, 7])
  })
})
