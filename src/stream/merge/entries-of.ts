import { type Issue, makeIssue } from '../../core/issue.js'
import type { IssueCode } from '../../core/issue-table.js'
import { isObject } from '../../core/json-value.js'
import { step } from '../../core/path.js'
import { RecordAhead } from '../../normalize/ahead.js'
import { nameOfElement } from '../../normalize/elements.js'
import { identityOf } from '../../normalize/envelope.js'
import { kindOfValue } from '../../normalize/kind-of-value.js'
import { type ParsedValue, type RawRecord, type RawValue, wordsOfAlike } from '../../normalize/raw-dossier.js'
import type { GroupedDossier } from '../../normalize/taxpayer-group.js'
import { DossierAssembler } from '../dossier-assembler.js'
import type { DossierOptions } from '../dossier-options.js'
import { type BrokenValue, type Found, type ReadValue, textAt } from '../found.js'
import { type Entry, KINDS } from './run-file.js'

/** One part of a value to be merged: an entry of a taxpayer, a broken value, or an issue about keys. */
export type Sorted =
  | { readonly entry: Entry }
  | { readonly broken: BrokenValue }
  | { readonly note: Issue; readonly taxpayerId: string }

/** Splits a value into separate entries. A taxpayer may occur several times in it. */
export function* entriesOf(value: ReadValue, options: DossierOptions): Generator<Sorted> {
  if ('values' in value) {
    for (const each of value.values) yield* entriesOf(each, options)
    return
  }
  const found = foundIn(value, options)
  const isSplit = found.some(each => 'issue' in each && each.issue.code === 'taxpayer_not_contiguous')
  const all = isSplit && !('issue' in value) ? elementsApart(value, options) : found
  for (const each of all) {
    if ('issue' in each) yield { broken: each }
    else yield* partsOf(each.dossier)
  }
}

function foundIn(value: ReadValue, options: DossierOptions): readonly Found[] {
  const assembler = new DossierAssembler(options, true)
  assembler.add(value)
  return assembler.end()
}

/** Reads each element of an array separately. */
const elementsApart = (parsed: ParsedValue, options: DossierOptions): Found[] =>
  (parsed.value as readonly unknown[]).flatMap((value, i) => {
    const element = { ...parsed, value, at: step(parsed.at, i) }
    if (!Array.isArray(value))
      return foundIn({ ...element, name: nameOfElement(kindOfValue(value), parsed.name) }, options)
    return brokenAt('record_not_object', element, null)
  })

/** Makes the broken value of a rejected value, with its text. */
const brokenAt = (
  code: IssueCode,
  { at, origin }: Pick<RawValue, 'at' | 'origin'>,
  taxpayerId: string | null,
  more?: string,
  count = 1,
): BrokenValue => ({
  issue: makeIssue(code, at, { origin, ...(more === undefined ? {} : { more }) }),
  taxpayerId,
  text: textAt(origin, at),
  unreadable: false,
  count,
})

function* partsOf(dossier: GroupedDossier): Generator<Sorted> {
  const { identity: id, taxpayerId, taxpayer, taxpayerAt, origin, superseded, records, notes = [] } = dossier
  for (const note of notes) yield { note, taxpayerId }
  const entryOf = (kind: Entry['kind'], raw: RawValue): Sorted => ({
    entry: {
      id,
      kind,
      source: kind === KINDS.taxpayer ? (raw.origin?.source ?? '') : '',
      line: kind === KINDS.taxpayer ? (raw.origin?.line ?? null) : null,
      text: textOf(raw),
    },
  })
  const isThere = taxpayer !== undefined && taxpayer !== null
  for (const each of isThere ? [{ raw: taxpayer, at: taxpayerAt, origin }, ...superseded] : [])
    yield entryOf(KINDS.taxpayer, each)
  let isUnnamed = false
  for (const record of records) {
    const broken = brokenOf(record, taxpayerId)
    if (broken !== null) {
      yield { broken }
      continue
    }
    const own = isObject(record.raw) ? identityOf(record.raw['taxpayer_id']) : null
    if (own !== id && !isUnnamed) {
      isUnnamed = true
      yield { entry: { id, kind: KINDS.unnamed, source: '', line: null, text: '' } }
    }
    yield entryOf(KINDS.record, record)
  }
}

/** Returns the broken value of a rejected record. Null if the record is accepted into its dossier. */
function brokenOf(record: RawRecord, taxpayerId: string): BrokenValue | null {
  const { similar } = record
  const code = record.code ?? similar?.code
  if (code === undefined) return null
  const more = similar === undefined ? record.more : wordsOfAlike(similar)
  return brokenAt(code, record, taxpayerId, more, similar?.count)
}

const textOf = ({ raw, at, origin }: RawValue): string =>
  textAt(origin, at) ?? JSON.stringify(RecordAhead.wholeOf(raw))
