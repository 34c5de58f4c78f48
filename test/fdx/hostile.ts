import fc from 'fast-check'

/** Keys that objects inherit, that JavaScript handles specially, or that the library's tables have. */
export const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'description',
  'royalties',
  'form_w2',
  'fdx_wages',
] as const

/** Generates shallow JSON values with the given keys. Some of the values are `text`. */
export const jsonValues = (keys: fc.Arbitrary<string>, text: string): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.constantFrom<unknown>(null, true, false, 0, 12.34, -1e21, Number.MAX_VALUE, '', '12.34', text),
        fc.double(),
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  })).value
