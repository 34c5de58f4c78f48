import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getLastFour,
  hasEinFormat,
  hasSsnFormat,
  isFullIdentifier,
  maskIdentifier,
  readIdentifier,
} from '../../src/core/identifier.js'

fc.configureGlobal({ seed: 1040 })

describe('identifiers', () => {
  test('readIdentifier keeps digits and X and ignores separators', () => {
    const noise = fc.array(fc.constantFrom('-', ' ', '.', '/', '', '', ''), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), noise, fc.boolean(), (number, between, hide) => {
        const digits = String(number).padStart(9, '0')
        const visible = hide ? `XXXXX${digits.slice(5)}` : digits
        const withSeparators = [...visible].map((character, i) => character + between[i]).join('')
        expect(readIdentifier(withSeparators)).toBe(visible)
      }),
    )
  })

  test('the last four digits and the mask are the same for a full and a masked identifier', () => {
    expect([isFullIdentifier('123456789'), isFullIdentifier('XXXXX6789')]).toEqual([true, false])
    expect([getLastFour('123456789'), getLastFour('XXXXX6789')]).toEqual(['6789', '6789'])
    expect([maskIdentifier('123456789'), maskIdentifier('XXXXX6789')]).toEqual(['XXXXX6789', 'XXXXX6789'])
  })

  test('the position of the hyphens distinguishes an SSN from an EIN', () => {
    for (const text of ['123-45-6789', ' 123-45-6789 ']) expect(hasSsnFormat(text)).toBe(true)
    for (const text of [
      '12-3456789',
      'EIN 12-3456789',
      '123456789',
      'XXX-XX-6789',
      '123-45-67890',
      123456789,
      null,
      undefined,
    ])
      expect(hasSsnFormat(text)).toBe(false)
    expect(hasEinFormat('12-3456789')).toBe(true)
    for (const text of ['123-45-6789', '123456789', 'XX-XXX6789', '12-34567890', 123456789, null])
      expect(hasEinFormat(text)).toBe(false)
  })
})
