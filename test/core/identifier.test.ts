import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  getLastFour,
  hasEinFormat,
  hasSsnFormat,
  isFullIdentifier,
  maskIdentifier,
  maskNineDigits,
  readIdentifier,
} from '../../src/core/identifier.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { arbitrarySpelling, findNineDigits } from '../support/nine-digits.js'

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

describe('nine digits in a text', () => {
  test('are masked in every spelling, and the text around them stays', () => {
    const arbitraryNine = fc.integer({ min: 0, max: 999_999_999 }).map(number => String(number).padStart(9, '0'))
    const around = fc.constantFrom(
      '',
      'Café No. ',
      'Jose\u0323\u0301 ',
      '\u00ad❤\ufe0f\u200d',
      'Apt 4B ',
      'x',
      'я',
      '(',
    )
    fc.assert(
      fc.property(
        arbitraryNine.chain(nine => fc.tuple(fc.constant(nine), arbitrarySpelling(nine))),
        around,
        around,
        ([nine, spelling], before, after) => {
          expect(findNineDigits(before + spelling + after, nine)).not.toBeNull()
          const masked = maskNineDigits(before + spelling + after)
          expect(findNineDigits(masked, nine)).toBeNull()
          const lastFour = spelling.match(/\p{N}/gu)?.slice(-4).join('')
          expect(masked).toBe(`${before}XXXXX${lastFour}${after}`)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['Smith ９００-１２-３４５６', 'Smith XXXXX３４５６'],
    ['٩٠٠١٢٣٤٥٦', 'XXXXX٣٤٥٦'],
    ['Sp 9 0 0 1 2 3 4 5 6', 'Sp XXXXX3456'],
    ['Zwsp 9\u200b0\u200b0\u200b1\u200b2\u200b3\u200b4\u200b5\u200b6', 'Zwsp XXXXX3456'],
    ['9\ufeff0\ufeff0\ufeff1\ufeff2\ufeff3\ufeff4\ufeff5\ufeff6', 'XXXXX3456'],
    ['900,12,3456 and 900-12-3457', 'XXXXX3456 and XXXXX3457'],
    ['900-12-3456¹', 'XXXXX3456¹'],
    ['900\u30fc12\u30fc3456', 'XXXXX3456'],
    ['900\uff7012\uff703456', 'XXXXX3456'],
    ['900º12º3456', 'XXXXX3456'],
    ['900\u02bc12\u02bc3456', 'XXXXX3456'],
    ['900\u316412\u31643456', 'XXXXX3456'],
    [
      'Jo\u0323\u0301 900-12-3456 and 9\u200d00-12-3457\ufe0f\u20e3\u00ad',
      'Jo\u0323\u0301 XXXXX3456 and XXXXX3457\ufe0f\u20e3\u00ad',
    ],
    ['Jose\u0301 9\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e3-12-3456', 'Jose\u0301 XXXXX3456'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskNineDigits(text)).toBe(masked)
  })

  test.each([
    '12-3456789',
    '１２-３４５６７８９',
    'PO Box 1234, 30301',
    '900 #1, 30301-2345',
    '1,234,567.89',
    '900,123,456',
    '2024-01-15 10:30',
    '2024-12-31T23:59:59.999Z',
    '(555) 123-4567',
    '+1 555 123 4567',
    '$100 $50 $2000',
    '1234567890',
    '4111 1111 1111 1111',
    '900é12é3456',
    '900年12月3456',
    'Ünïcödé 日本語テキスト 12',
    '9\u200b0\u200b0\u200b-\u200b12 \ud83d\udc68\u200d\ud83d\udc69',
  ])('%j stays', text => {
    expect(maskNineDigits(text)).toBe(text)
  })

  test.each(['\u0301', '9\u200b', '9 ', '9', '900-12-', '9\u0301\u0301 ', '9\u200b00-12-3456 '])(
    'are masked in linear time in a long text that repeats %j',
    part =>
      expectNearLinear(
        count => {
          const text = `9${part.repeat(count)}`
          return () => maskNineDigits(text)
        },
        [25_000, 100_000],
      ),
  )
})
