import { isAscii, isUtf8 } from 'node:buffer'
import { checkResult } from '../../src/check/run-checks.js'
import { printPath } from '../../src/core/json-path.js'
import { readLimits } from '../../src/core/limits.js'
import { DossierBuilder } from '../../src/normalize/dossier-builder.js'
import { listFormsByKey, type ReadingOptions, readSourceDossier } from '../../src/normalize/read-dossier.js'
import type { SourceDocument, SourceRecord } from '../../src/normalize/source.js'
import type { SourceDossier } from '../../src/normalize/source-dossier.js'
import { listRejections } from '../../src/normalize/source-dossier.js'
import type { AssemblyResult } from '../../src/normalize/taxpayer-group.js'
import { FastJsonReader } from '../../src/stream/reader/fast-json-reader.js'
import { JsonText } from '../../src/stream/reader/json-scanner.js'
import { computeResult } from '../../src/summarize/taxpayer-result.js'
import { mutate, sampleRecords, seeded } from '../support/mutate.js'
import { randomDossier } from '../support/random-dossier.js'

type Raw = Record<string, unknown>

/** Wraps the bytes in the reader's text type. Returns null if they are not UTF-8. */
const toJsonText = (bytes: Buffer): JsonText | null =>
  isUtf8(bytes) ? new JsonText(bytes.toString('latin1'), isAscii(bytes)) : null

/** Reads a line with the fast reader. Returns undefined if that reader does not accept the line. */
export function readAhead(line: Buffer): unknown {
  const json = toJsonText(line)
  return json === null ? undefined : FastJsonReader.forForms(listFormsByKey()).read(json)
}

const describeDocument = (document: SourceDocument) => {
  const { compiledForm, record, formIndex, entryIndex, year, submission, cells, unreadable } = document
  const { unreadAmountCount, issuer, recipient, raw } = document
  const position = [record.id, compiledForm.key, formIndex, entryIndex]
  return {
    place: position,
    year,
    submission,
    cells,
    lost: unreadable,
    unread: unreadAmountCount,
    issuer,
    recipient,
    raw,
  }
}

const describeRecord = (record: SourceRecord) => ({
  ...record,
  lostEntries: record.unreadableEntries.map(({ form, year }) => [form.key, year]),
  documents: record.documents.map(describeDocument),
  raw: record.raw,
})

/** Runs the checks. Some checks look at the raw value of a box if its entry has an issue. */
const describeFindings = (dossier: SourceDossier) =>
  checkResult(computeResult(dossier)).map(({ document, ...finding }) => ({
    ...finding,
    place: document === null ? null : describeDocument(document.document).place,
  }))

const describeDossier = (dossier: SourceDossier) => ({
  ...dossier,
  records: dossier.records.map(describeRecord),
  findings: describeFindings(dossier),
  rejections: listRejections(dossier).map(({ path, value }) => [printPath(path), value]),
})

/** Assembles the values of lines into dossiers, reads them and returns descriptions in order. */
export function readAll(values: readonly unknown[], options: ReadingOptions = {}): unknown[] {
  const results: unknown[] = []
  const grouper = new DossierBuilder(
    null,
    (grouped: AssemblyResult) => {
      if ('dossier' in grouped) results.push(describeDossier(readSourceDossier(grouped.dossier, options)))
      else results.push([grouped.issue, grouped.taxpayerId])
    },
    readLimits(options),
  )
  for (const [i, value] of values.entries()) {
    const origin = { source: 'lines', line: i + 1 }
    grouper.add({ value, origin, path: null, name: null, isSingleValue: false })
  }
  grouper.finish()
  return results
}

/** Converts results to text that can be compared. Distinguishes values that JSON does not, such as -0. */
export const toText = (results: unknown): string =>
  JSON.stringify(results, (_, value: unknown) => {
    if (Object.is(value, -0)) return 'minus zero'
    if (value === undefined) return 'undefined'
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Map || value instanceof Set) return [...value]
    return value
  })

const samples = sampleRecords()
const employment = [{ type: 'W2', year: '2023', employer: { name: 'A', ein: '00-1234567' } }]
const taxpayer = { id: 't', name: 'N N', status: 'COMPLETED', analysis: { employment_history: employment } }

/** Generates a value from a seed: a dossier (usually mutated), the list of its records, or one of its records. */
function mutatedValue(seed: number): unknown {
  const randomBelow = seeded(seed)
  const dossier: Raw =
    randomBelow(2) === 0
      ? randomDossier(randomBelow(5000), { documents: 4 })
      : {
          taxpayer: { ...taxpayer, id: `t${randomBelow(1000)}` },
          records: [samples[randomBelow(samples.length)], samples[randomBelow(samples.length)]],
        }
  const mutated = randomBelow(5) === 0 ? dossier : (mutate(dossier, seed) as Raw)
  if (randomBelow(12) > 0) return mutated
  const [record] = Array.isArray(mutated['records']) ? (mutated['records'] as unknown[]) : []
  return randomBelow(2) === 0 ? record : mutated['records']
}

/** Prints a value as JSON with random white space, escapes, repeated or misspelled keys and number formats. */
function printWithVariants(value: unknown, randomBelow: (limit: number) => number, rarity: number): string {
  const space = (): string => {
    if (randomBelow(rarity) > 0) return ''
    return [' ', '\n', '\t', '  '][randomBelow(4)] as string
  }
  // The reader may accept a misspelled key as the intended one, or report that it resembles a known key.
  const respell = (key: string): string =>
    randomBelow(rarity * 8) > 0
      ? key
      : ([key.toUpperCase(), key.replace('_', ' '), key.slice(1), `${key}s`, '__proto__'][randomBelow(5)] as string)
  const visit = (item: unknown): string => {
    if (Array.isArray(item)) return `[${space()}${item.map(visit).join(`${space()},${space()}`)}${space()}]`
    if (typeof item === 'object' && item !== null) {
      const members = Object.entries(item).map(
        ([key, item]) => `${visit(respell(key))}${space()}:${space()}${visit(item)}`,
      )
      if (randomBelow(rarity * 8) === 0 && members.length > 0)
        members.push(members[randomBelow(members.length)] as string)
      return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`
    }
    const text = JSON.stringify(item) ?? 'null'
    if (randomBelow(rarity) > 0) return text
    if (typeof item === 'string') return text.replace(/[A-Za-z]/, letter => `\\u00${letter.charCodeAt(0).toString(16)}`)
    if (typeof item !== 'number' || /[eE]/.test(text)) return text
    const grouped = item.toLocaleString('en-US', { maximumFractionDigits: 12 })
    const decimal = text.includes('.') ? `${text}0` : `${text}.0`
    return [`${text}e0`, decimal, `${text}E+00`, `"${text}"`, `"${grouped}"`][randomBelow(5)] as string
  }
  return space() + visit(value) + space()
}

const FRAGMENTS = ['0', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', '-', '.', 'e1', 'null', '\u00e9', '\x01', '01']

/** Creates a line of NDJSON from a seed. Some lines contain invalid bytes. */
export function makeLine(seed: number): Buffer {
  const randomBelow = seeded(seed ^ 0x5eed)
  const text = printWithVariants(
    mutatedValue(seed),
    randomBelow,
    [20, 200, 100_000][randomBelow(3)] as number,
  ).replaceAll('\n', ' ')
  const bytes = Buffer.from(text)
  if (randomBelow(8) > 0) return bytes
  const index = randomBelow(bytes.length)
  if (randomBelow(2) === 0) {
    bytes[index] = randomBelow(256)
    return bytes
  }
  const fragment = Buffer.from(FRAGMENTS[randomBelow(FRAGMENTS.length)] as string)
  return Buffer.concat([bytes.subarray(0, index), fragment, bytes.subarray(index + randomBelow(3))])
}

/** Creates lines with records of all form kinds, without random variants. */
export const makePlainLines = (): Buffer[] =>
  [{ taxpayer, records: samples }, ...samples.map(record => ({ ...record, taxpayer_id: 'u' }))].map(value =>
    Buffer.from(JSON.stringify(value)),
  )
