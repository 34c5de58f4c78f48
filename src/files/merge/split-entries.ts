import { type Issue, makeIssue, type Origin } from '../../core/issues/issue.js'
import type { IssueCode } from '../../core/issues/issue-table.js'
import { extendPath, isObject } from '../../core/json-value.js'
import { classifyValue, findElementOwner } from '../../ingest/group/classify-value.js'
import {
  describeSimilarElements,
  type ParsedValue,
  type RawRecord,
  type RawValue,
} from '../../ingest/group/raw-dossier.js'
import { toIdentity } from '../../ingest/group/split-dossier.js'
import type { GroupedDossier } from '../../ingest/group/taxpayer-group.js'
import { DossierAssembler } from '../read/dossier-assembler.js'
import type { DossierOptions } from '../read/dossier-options.js'
import { type BrokenValue, findOriginalText, type InputResult, type ReadValue } from '../read/input-result.js'
import { ENTRY_KINDS, type MergeEntry } from './run-file.js'

/** One part of a value to be merged: an entry, a broken value, or an issue about the keys of a dossier. */
export type MergeItem =
  | { readonly entry: MergeEntry }
  | { readonly broken: BrokenValue }
  | { readonly note: Issue; readonly taxpayerId: string }

/** Splits a value into separate entries. The value may contain the same taxpayer several times. */
export function* splitIntoEntries(value: ReadValue, options: DossierOptions): Generator<MergeItem> {
  const results = assembleValue(value, options)
  const isSplit = results.some(result => 'issue' in result && result.issue.code === 'taxpayer_not_contiguous')
  const separateResults = isSplit && !('issue' in value) ? readElementsSeparately(value, options) : results
  for (const result of separateResults) {
    if ('issue' in result) yield { broken: result }
    else yield* splitDossier(result.dossier)
  }
}

function assembleValue(value: ReadValue, options: DossierOptions): readonly InputResult[] {
  const assembler = new DossierAssembler(options, true)
  assembler.add(value)
  return assembler.end()
}

/** Reads each element of an array as if it were a separate value. */
const readElementsSeparately = (parsed: ParsedValue, options: DossierOptions): InputResult[] =>
  (parsed.value as readonly unknown[]).flatMap((value, i) => {
    const element = { ...parsed, value, path: extendPath(parsed.path, i) }
    if (!Array.isArray(value))
      return assembleValue({ ...element, fileOwner: findElementOwner(classifyValue(value), parsed.fileOwner) }, options)
    return makeRejectedValue('record_not_object', element, null)
  })

/** Makes a broken value with the original text of a rejected value. */
const makeRejectedValue = (
  code: IssueCode,
  { path, origin }: Pick<RawValue, 'path' | 'origin'>,
  taxpayerId: string | null,
  explanation?: string,
  count = 1,
): BrokenValue => ({
  issue: makeIssue(code, path, { origin, ...(explanation === undefined ? {} : { explanation }) }),
  taxpayerId,
  text: findOriginalText(origin, path),
  unreadable: false,
  count,
})

const NO_ORIGIN: Origin = { source: '', line: null }

function* splitDossier(dossier: GroupedDossier): Generator<MergeItem> {
  const { identity: id, taxpayerId, taxpayer, taxpayerPath, origin, unusedTaxpayers, records } = dossier
  for (const note of dossier.earlierIssues ?? []) yield { note, taxpayerId }
  const makeEntry = (kind: MergeEntry['kind'], text: string, { source, line } = NO_ORIGIN): MergeItem => ({
    entry: { id, kind, source, line, text },
  })
  const hasTaxpayer = taxpayer !== undefined && taxpayer !== null
  for (const taxpayerValue of hasTaxpayer ? [{ raw: taxpayer, path: taxpayerPath, origin }, ...unusedTaxpayers] : [])
    yield makeEntry(ENTRY_KINDS.taxpayer, findEntryText(taxpayerValue), taxpayerValue.origin ?? NO_ORIGIN)
  let isUnnamed = false
  for (const record of records) {
    const rejectedValue = findRejection(record, taxpayerId)
    if (rejectedValue !== null) {
      yield { broken: rejectedValue }
      continue
    }
    const recordTaxpayerId = isObject(record.raw) ? toIdentity(record.raw['taxpayer_id']) : null
    if (recordTaxpayerId !== id && !isUnnamed) {
      isUnnamed = true
      yield makeEntry(ENTRY_KINDS.unnamed, '')
    }
    yield makeEntry(ENTRY_KINDS.record, findEntryText(record))
  }
}

/** Returns a broken value if a record of a dossier was rejected, or null if it was accepted. */
function findRejection(record: RawRecord, taxpayerId: string): BrokenValue | null {
  const { similarElements } = record
  const code = record.code ?? similarElements?.code
  if (code === undefined) return null
  const explanation = similarElements === undefined ? record.explanation : describeSimilarElements(similarElements)
  return makeRejectedValue(code, record, taxpayerId, explanation, similarElements?.count)
}

const findEntryText = ({ raw, path, origin }: RawValue): string => findOriginalText(origin, path) ?? JSON.stringify(raw)
