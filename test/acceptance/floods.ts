/** A large input: the kind of the repeated unit and the number of repetitions. */
export interface Flood {
  readonly kind: keyof typeof KINDS
  readonly count: number
  readonly gzip?: boolean
}

const HEAD =
  '{"taxpayer":{"id":"t"},"records":[{"id":"r","tax_year":"2023","provider_id":"turbotax","date":"2024-02-01T00:00:00Z","forms":[{"year":"2023","form_w2":['
const TAIL = ']}]}]}'
const UNREADABLE = '{"employer":{"ein":"00-1234567"},"wages_tips_other_compensation":"5x"}'

/** The head, the repeated unit, the separator and the tail. The tail is null if it depends on the count. */
const KINDS = {
  empty_entries: [HEAD, '{}', ',', TAIL],
  unreadable_boxes: [HEAD, UNREADABLE, ',', TAIL],
  ndjson_ones: ['', '1', '\n', ''],
  spaces_then_record: ['', ' ', '', HEAD + TAIL],
  blank_lines_then_record: ['', '\n', '', HEAD + TAIL],
  nested: [`${HEAD}{"deep":`, '[', '', null],
} as const

/** Generates the input in chunks of about one megabyte. */
export function* floodOf({ kind, count }: Flood): Generator<Buffer> {
  const [head, unit, between, tail] = KINDS[kind]
  yield Buffer.from(head + unit)
  const unitsPerChunk = Math.ceil((1 << 20) / (unit.length + between.length))
  const chunk = Buffer.from((between + unit).repeat(unitsPerChunk))
  let remaining = count - 1
  for (; remaining >= unitsPerChunk; remaining -= unitsPerChunk) yield chunk
  yield Buffer.from((between + unit).repeat(remaining))
  yield Buffer.from(tail ?? `${']'.repeat(count)}}${TAIL}`)
}
