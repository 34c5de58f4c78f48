import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeIssue } from '../../src/core/issues/issue.js'
import { extendByUnknownKey, extendPath, findCommonPath, type JsonPath, printPath } from '../../src/core/json-value.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { recordWith, resultOfRecords } from '../support/records.js'
import type { Raw } from '../support/run.js'

fc.configureGlobal({ seed: 1040 })

const pathOf = (...keys: (string | number)[]): JsonPath | null =>
  keys.reduce<JsonPath | null>((path, key) => extendPath(path, key), null)

/** Builds a path from unknown keys, which may be data. */
const unknownPathOf = (...keys: (string | number)[]): JsonPath | null =>
  keys.reduce<JsonPath | null>(
    (path, key) => (typeof key === 'number' ? extendPath(path, key) : extendByUnknownKey(path, key)),
    null,
  )

/** A normalized path of RFC 9535, section 2.7, except that `[*]` replaces a key that may be data. */
const NORMALIZED = /^\$(?:\['(?:[^\p{Cc}\p{Cs}'\\]|\\[bfnrt'\\]|\\u00[01][0-9a-f])*'\]|\[(?:0|[1-9][0-9]*)\]|\[\*\])*$/u

describe('paths', () => {
  test('are normalized paths of RFC 9535', () => {
    expect(printPath(null)).toBe('$')
    expect(printPath(pathOf('forms', 0, 'form_w2', 12, 'Tax Withheld'))).toBe(
      "$['forms'][0]['form_w2'][12]['Tax Withheld']",
    )
    expect(printPath(pathOf('SSA/RRB Payments'))).toBe("$['SSA/RRB Payments']")
  })

  test('share an innermost path, which findCommonPath returns', () => {
    const [a, b] = [pathOf('forms', 0, 'form_w2', 12), pathOf('forms', 0, 'form_w2', 3, 'wages')]
    expect(printPath(findCommonPath(a, b))).toBe("$['forms'][0]['form_w2']")
    expect(printPath(findCommonPath(a, a))).toBe(printPath(a))
    expect(printPath(findCommonPath(a, pathOf('forms', 0)))).toBe("$['forms'][0]")
    for (const none of [null, pathOf('records', 0)]) expect(findCommonPath(a, none)).toBeNull()
  })

  test('do not print a key that may be data', () => {
    const data = ['123-45-6789', 'ssn 1234', 'acct 123-456-789', 'SSN 900-12-345-6', 'born 03/14/75', 'a1b2c3d4']
    const notWords = ["it's", 'a"b', 'a\\b', '', ' x', '1a', 'é', '__proto__', 'a'.repeat(65), 'a\nb', '[0]']
    for (const key of [...data, ...notWords])
      expect(printPath(unknownPathOf('records', key, 0)), key).toBe("$['records'][*][0]")
    for (const key of ['a', 'a-b', 'A_1 /x', 'a'.repeat(64), 'year2', 'box 12/7b'])
      expect(printPath(unknownPathOf(key)), key).toBe(`$['${key}']`)
  })

  test('are normalized and never show four digits of an unknown key', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat(),
      fc.string({ unit: fc.constantFrom('a', '1', '2', "'", '\\', ' ', '-', '\n') }),
    )
    fc.assert(
      fc.property(fc.array(key, { maxLength: 5 }), keys => {
        const path = printPath(unknownPathOf(...keys))
        expect(path).toMatch(NORMALIZED)
        for (const [, shownKey = ''] of path.matchAll(/'([^']*)'/g)) expect(shownKey).not.toMatch(/(?:[0-9].*){4}/)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('issues', () => {
  const pathsOf = (form: Raw): string[] => {
    return resultOfRecords(recordWith(form)).issues.map(({ path }) => path)
  }

  test('print every key of the tables, even with digits', () => {
    for (const { key, fields, issuer, recipient } of FORMS) {
      for (const field of fields) {
        if (field.type === 'flag' || field.type === 'identifier') continue
        // An object is never a valid value, so the box is unreadable.
        expect(pathsOf({ [key]: [{ [field.key]: { lost: 1 } }] })).toContain(
          `$['forms'][0]['${key}'][0]['${field.key}']`,
        )
      }
      for (const party of [issuer, recipient])
        expect(pathsOf({ [key]: [{}, { [party.key]: { [party.id]: '12' } }] })).toContain(
          `$['forms'][0]['${key}'][1]['${party.key}']['${party.id}']`,
        )
    }
  })

  test('print a simple unknown key, but never one that may be data', () => {
    expect(pathsOf({ form_1099_r: [{ 'plain key': 'one' }] })).toEqual(["$['forms'][0]['form_1099_r'][0]['plain key']"])
    for (const key of ['900-11-3333', 'ssn 3333', 'Ann O’Hara', "it's"])
      expect(pathsOf({ form_w2: [{ [key]: 'one' }] }), key).toEqual(["$['forms'][0]['form_w2'][0][*]"])
    // A key that looks like a form key is printed, unless it has nine digits and may be a Social Security number.
    expect(pathsOf({ form_2439: [{}] })).toEqual(["$['forms'][0]['form_2439']"])
    for (const key of ['form_900_11_3333', 'Form 2439', 'form_2439!', `form_${'a'.repeat(25)}3333`])
      expect(pathsOf({ [key]: [{}] }), key).toEqual(["$['forms'][0][*]"])
  })

  test('describe the expected and the received type but never the value', () => {
    const issue = makeIssue('money_unreadable', pathOf('a'), { value: '900-11-3333', expected: 'an amount' })
    expect(issue).toEqual({
      code: 'money_unreadable',
      severity: 'error',
      path: "$['a']",
      message: 'The amount cannot be read. Expected an amount; got text of 11 characters.',
      expected: 'an amount',
      received: 'text of 11 characters',
    })
    expect(JSON.stringify(issue)).not.toContain('3333')
  })
})
