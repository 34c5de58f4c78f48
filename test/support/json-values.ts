import fc from 'fast-check'

/** Generates short text, often a character that has a meaning in JSON or that JSON splitters must handle. */
export const jsonText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('"', '\\', '\\"', '{', '}', '[', ']', ',', 'é', '🐎', '\n', '\u2028', '\\u0022', ' '),
)

/** Generates JSON objects of up to four levels, with `jsonText` in keys and values. */
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
