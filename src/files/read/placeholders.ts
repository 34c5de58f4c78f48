// Makes records from values that cannot be read as records. Forms of the Financial Data Exchange (FDX) are converted to
// records. A value with too many entries to be parsed gets a *placeholder*: a record without forms that keeps the taxpayer
// and the year, so that the rejection is reported for the right taxpayer. For example,
// `{"id":"r1","tax_year":"2024","forms":[... millions ...]}` becomes `{"id":"r1","tax_year":"2024","forms":[]}`.
import type { ConvertedOrigin, Origin } from '../../core/issues/issue.js'
import { isObject, type JsonPath, parseJson } from '../../core/json-value.js'
import { CLOSE_BRACKET, isCloser, isOpener, Nesting, OPEN_BRACKET } from '../../core/scan-json.js'
import { readFdxRecords } from '../../fdx/from-fdx.js'
import { findInputPath, type RecordLocations } from '../../fdx/input-locations.js'
import { classifyValue } from '../../ingest/group/classify-value.js'
import type { FileOwner, ParsedValue } from '../../ingest/group/raw-dossier.js'
import { findDossierPart, toUsableId } from '../../ingest/group/split-dossier.js'
import type { ReadingOptions } from '../../ingest/read-dossier.js'
import { TextOrigin } from './input-result.js'

/** The origin of records that were converted from FDX forms. It maps paths in the records to paths in the forms. */
class FdxOrigin extends TextOrigin implements ConvertedOrigin {
  readonly #locations: readonly RecordLocations[]

  constructor(origin: Origin, text: string, locations: readonly RecordLocations[]) {
    super(origin, text, null)
    this.#locations = locations
  }

  toInputPath(path: JsonPath | null): JsonPath | null {
    return findInputPath(this.#locations, null, path)
  }

  override findText(path: JsonPath | null): string | null {
    return super.findText(this.toInputPath(path))
  }
}

/** Converts a value with FDX forms to records. Returns null if it has no forms. */
export function readFdxValue(
  value: unknown,
  text: string,
  origin: Origin,
  fileOwner: FileOwner | null,
  { forms }: Pick<ReadingOptions, 'forms'>,
): ParsedValue | null {
  const { source, line } = origin
  // Each line is a separate pull, so the ids of its records must differ from those of other lines.
  const recordId = line === null ? source : `${source}#${line}`
  const { records, locations } = readFdxRecords(value, { forms, recordId })
  if (records.length === 0) return null
  return {
    value: records.length === 1 ? records[0] : records,
    origin: new FdxOrigin(origin, text, locations),
    path: null,
    fileOwner,
    isFromSingleValue: line === null,
  }
}

/** The maximum length of an outline, in characters. */
const MAX_OUTLINE_LENGTH = 1 << 16

/**
 * Returns the text of a value without its deep content: non-empty arrays become `[0]`, and third-level objects become
 * `{}`. Returns null if the result is still too long.
 */
function makeOutline(text: string): string | null {
  let outline = ''
  let from = 0
  const nesting = new Nesting()
  // The depth of the array or third-level object whose content is being omitted, or 0.
  let omittedDepth = 0
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    nesting.processByte(character)
    if (nesting.isInString) continue
    const { depth } = nesting
    if (isOpener(character) && omittedDepth === 0 && (character === OPEN_BRACKET || depth > 2)) {
      outline += text.slice(from, i + 1)
      from = i
      omittedDepth = depth
    } else if (isCloser(character) && depth + 1 === omittedDepth) {
      if (character === CLOSE_BRACKET && i > from + 1) outline += '0'
      from = i
      omittedDepth = 0
    }
    if (outline.length > MAX_OUTLINE_LENGTH || (omittedDepth === 0 && i - from > MAX_OUTLINE_LENGTH)) return null
  }
  return omittedDepth === 0 ? outline + text.slice(from) : null
}

/**
 * Makes the placeholder of a value with too many entries to be parsed. It has the taxpayer and, for a record, the year.
 *
 * @returns undefined if the value is an array, or if its outline is not a recognizable object.
 */
export function makePlaceholder(text: string): object | undefined {
  const value = parseJson(makeOutline(text) ?? '')
  if (!isObject(value)) return undefined
  const forms: readonly unknown[] = []
  const { id, taxpayer_id, tax_year, provider_id, date } = value
  const kind = classifyValue(value)
  // The placeholder of a taxpayer or a dossier has no year, because its records may have different years.
  if (kind === 'taxpayer') return { taxpayer_id: id, forms }
  const taxpayer = findDossierPart(value, 'taxpayer')
  if (kind === 'dossier') return { taxpayer_id: isObject(taxpayer) ? taxpayer['id'] : null, forms }
  return { id: toUsableId(id), taxpayer_id, tax_year, provider_id, date, forms }
}
