// Describes an input that has no record, taxpayer or dossier: for example CSV, a PDF, an error response, an envelope,
// or an empty file. The description depends only on the first bytes and the first value, so memory does not grow with
// the input. The library and all commands use the same sentences.
import { isOpener } from '../../core/scan-json.js'
import { replaceControls } from '../../core/text.js'
import { type Description, describeUnrecognized } from '../../ingest/group/unrecognized.js'
import { InputError } from '../errors.js'
import type { SourcePiece } from '../split/split.js'
import { LINE_FEED } from './bytes.js'
import { describeByFirstLine, describeByMagicNumber, FOREIGN_HEAD_BYTES } from './detect-format.js'
import type { BrokenValue, Counts, ReadValue } from './input-result.js'

/** True if an input has a record, taxpayer or dossier. Otherwise, a sentence without its subject, the input's name. */
type InputFinding = true | string

/** The sentences about a run's inputs that have no record, taxpayer or dossier. */
export interface InputReport {
  /** A sentence for each input that has values but no record, taxpayer or dossier. */
  readonly wrongInputs: readonly string[]
  /** A sentence for each input without any value. */
  readonly emptyInputs: readonly string[]
}

/** Thrown if no input has a record, taxpayer or dossier. The message has a line per input, up to a limit. */
export class NoRecordsError extends InputError {
  constructor({ wrongInputs, emptyInputs }: InputReport) {
    const hint = wrongInputs.length === 0 ? ['If empty inputs are expected, add --allow-empty (`allowEmpty`).'] : []
    super([...wrongInputs, ...emptyInputs, ...hint])
  }
}

/** The maximum number of inputs that a message names. Further inputs are only counted. */
const MAX_INPUTS_NAMED = 20

/** Keeps track of which inputs of a run have a record, taxpayer or dossier. */
export class InputWatch {
  /** The findings by input index. An input without any value has no finding. */
  readonly #findings = new Map<number, InputFinding>()

  /** Updates the finding about a value's input. `recordsAt` is the JSON pointer to the records. */
  observe(sourcePiece: SourcePiece, value: ReadValue, recordsAt = ''): void {
    const { index } = sourcePiece.input
    if (index === undefined) return
    const earlier = this.#findings.get(index)
    // Only the first finding is shown, so a further malformed line is not described.
    if (earlier === true || (earlier !== undefined && isMalformed(value))) return
    const finding = judgeValue(sourcePiece, value, recordsAt)
    if (finding !== null) this.add(new Map([[index, finding]]))
  }

  /** The findings by input index. As plain data, they can be sent from a thread to the main thread. */
  get findings(): ReadonlyMap<number, InputFinding> {
    return this.#findings
  }

  /** Adds findings about later values, such as those from a thread. */
  add(findings: ReadonlyMap<number, InputFinding>): void {
    for (const [index, finding] of findings)
      if (finding === true || !this.#findings.has(index)) this.#findings.set(index, finding)
  }

  /** Returns the paths of inputs without any value. */
  listEmpty(paths: readonly string[]): readonly string[] {
    return paths.filter((_, index) => !this.#findings.has(index))
  }

  /** True if no input has any value. */
  get isEmpty(): boolean {
    return this.#findings.size === 0
  }

  /** True if no input has a record, a taxpayer or a dossier. */
  get hasNoRecords(): boolean {
    return ![...this.#findings.values()].includes(true)
  }

  /** Returns the report about the inputs without records. `paths` has all paths of the run, in order. */
  describeAll(paths: readonly string[]): InputReport {
    const formatInputName = (path: string): string => (path === '-' ? 'Standard input' : replaceControls(path))
    const emptyInputs = this.listEmpty(paths).map(
      path => `${formatInputName(path)} is empty: it contains no record and no taxpayer.`,
    )
    const wrongInputs = paths.flatMap((path, index) => {
      const finding = this.#findings.get(index) ?? true
      return finding === true ? [] : [`${formatInputName(path)} ${finding}`]
    })
    return {
      wrongInputs: shorten(wrongInputs, 'inputs do not contain records.'),
      emptyInputs: shorten(emptyInputs, 'inputs are empty.'),
    }
  }

  /** Returns the report of `describeAll`. Throws NoRecordsError if no input has records and `allowEmpty` is false. */
  finish(paths: readonly string[], allowEmpty = false): InputReport {
    const messages = this.describeAll(paths)
    if (this.hasNoRecords && !allowEmpty) throw new NoRecordsError(messages)
    return messages
  }
}

/** Makes the report of a run. An input with values but no records counts as unreadable, unless `allowEmpty` is set. */
export const makeReport = <T extends Counts>(counts: T, inputs: InputReport, allowEmpty = false): T & InputReport => ({
  ...counts,
  ...inputs,
  unreadable: counts.unreadable || (inputs.wrongInputs.length > 0 && !allowEmpty),
})

const shorten = (messages: readonly string[], suffix: string): readonly string[] =>
  messages.length <= MAX_INPUTS_NAMED
    ? messages
    : [...messages.slice(0, MAX_INPUTS_NAMED), `${messages.length - MAX_INPUTS_NAMED} more ${suffix}`]

const isMalformed = (value: ReadValue): boolean => 'issue' in value && value.issue.code === 'json_malformed'

/** Returns the finding that follows from a value of an input, or null for an empty array. */
function judgeValue(sourcePiece: SourcePiece, value: ReadValue, prefix: string): InputFinding | null {
  if ('issue' in value) return judgeBrokenValue(sourcePiece, value)
  // A value that exceeded a limit may be a record.
  if (value.unparsedReason !== undefined) return true
  if (Array.isArray(value.value) && value.value.length === 0) return null
  const description = describeUnrecognized(value.value)
  return description === null ? true : writeFinding(sourcePiece, description, prefix)
}

/** Returns the finding that follows from a broken value. A value that is too large or too deep counts as a record. */
function judgeBrokenValue(sourcePiece: SourcePiece, { issue }: BrokenValue): InputFinding {
  if (issue.code === 'json_malformed') {
    const description = describeForeignPiece(sourcePiece)
    if (description !== null) return `looks like ${description.looksLike}. ${description.advice} ${SEE_TROUBLESHOOTING}`
    const [, location = ''] = /(Line \d.*)/.exec(issue.message) ?? []
    return `is not JSON. ${location} ${SEE_TROUBLESHOOTING}`
  }
  if (issue.code === 'records_at_missing')
    return 'has nothing at the pointer of --records-at (recordsAt). Check where the records are in the file; array positions count from 0.'
  if (issue.code === 'fdx_unreadable')
    return 'has no statement or form of the Financial Data Exchange. Read it without --from fdx if it contains records.'
  return true
}

const SEE_TROUBLESHOOTING = 'See https://github.com/taxtally/taxtally/blob/main/docs/troubleshooting.md.'

/** Describes a piece that is not JSON. Returns null if it begins like JSON or if its format is not recognized. */
function describeForeignPiece({ description, latin1 }: SourcePiece): Description | null {
  if (description !== undefined) return description
  const head = Buffer.from((latin1 ?? '').trimStart().slice(0, FOREIGN_HEAD_BYTES), 'latin1')
  if (head.length === 0 || isOpener(head[0])) return null
  const end = head.indexOf(LINE_FEED)
  return describeByMagicNumber(head) ?? describeByFirstLine(end === -1 ? head : head.subarray(0, end))
}

/** Returns the sentence about an input that looks like something else. `prefix` is the JSON pointer to the value. */
function writeFinding({ element, line, isOnlyValue }: SourcePiece, description: Description, prefix: string): string {
  const { looksLike } = description
  const advice = element === null ? adviseOnInput(description, prefix) : adviseOnElements(description)
  if (element === null && (line === null || isOnlyValue)) return `looks like ${looksLike}. ${advice}`
  const part = element === null ? 'line' : 'element'
  return `contains no record and no taxpayer. Its first ${part} looks like ${looksLike}. ${advice}`
}

function adviseOnInput({ advice, recordsAt }: Description, prefix: string): string {
  if (recordsAt === undefined) return advice
  if (recordsAt === null) return `${advice} Add --records-at with the JSON pointer to the records (\`recordsAt\`).`
  const pointer = `${prefix}${recordsAt}`
  return `The records seem to be under ${pointer}. Add --records-at ${pointer} (\`recordsAt\`).`
}

/** Returns the advice about array elements. Does not suggest a JSON pointer, which cannot lead into every element. */
const adviseOnElements = ({ advice, recordsAt }: Description): string =>
  typeof recordsAt === 'string'
    ? `The records seem to be under ${recordsAt} of each element. Take them out of the array first.`
    : advice
