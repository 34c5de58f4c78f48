import fc from 'fast-check'

/** Text with the characters that JSON syntax and its splitting depend on. */
export const jsonText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('"', '\\', '\\"', '{', '}', '[', ']', ',', 'é', '🐎', '\n', '\u2028', '\\u0022', ' '),
)

/** JSON objects of a few levels, with such text in keys and values. */
export const { object: jsonObject } = fc.letrec<{ value: unknown; object: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    jsonText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(jsonText, tie('value'), { maxKeys: 3 }),
}))
