import { readFileSync } from 'node:fs'
import { isTaxYear } from '../core/date.js'
import type { FileLimitOptions } from '../core/limits.js'
import { IDENTIFIER_MODES, type IdentifierMode } from '../normalize/privacy.js'
import { pointerOf } from '../stream/envelope.js'
import { DEFAULT_FORMAT, FORMATS, type Format, isFormat } from '../stream/formats/index.js'
import { bytesOfSize } from '../stream/parts/size.js'
import { type Shard, shardOf } from '../stream/shard.js'
import { type FailOn, wrongFailOn } from './fail-on.js'
import { readLimits } from './limits.js'
import { OPTIONS } from './option-table.js'
import { parseWords } from './parse-words.js'
import { UsageError } from './usage-error.js'

/** The words of a call, checked. */
export interface Call {
  readonly command: string | null
  readonly inputs: readonly string[]
  /** Names of the options that were given. */
  readonly given: readonly string[]
  readonly out: string | null
  readonly formats: readonly Format[]
  readonly tables: readonly string[] | null
  /** Which taxpayers `tables` takes. */
  readonly shard: Shard | null
  /** How much input is in a part of a table. Unit: bytes. */
  readonly partBytes: number | null
  readonly json: boolean
  readonly strict: boolean
  /** What of the issues ends the run with exit code 4, beside what always does. */
  readonly failOn: readonly FailOn[]
  readonly identifiers: IdentifierMode
  readonly pseudonymKey: Uint8Array | null
  readonly pseudonymKeyFile: string | null
  readonly rawText: boolean
  readonly keepRejected: boolean
  /** What the inputs hold, where that is not records. */
  readonly from: 'fdx' | null
  /** Where in the inputs the records stand, as a JSON pointer. */
  readonly recordsAt: string | null
  readonly taxpayerId: string | null
  /** Names of presets, or files of a caller's own policies. */
  readonly policies: readonly string[]
  readonly asOfYear: number | null
  readonly factsOf: string | null
  /** The file of what an application states. */
  readonly stated: string | null
  /** What `explain` is asked for. */
  readonly taxpayer: string | null
  readonly figure: string | null
  /** It is asked which there are. */
  readonly figures: boolean
  readonly maxValueBytes: number | null
  /** The limits that were given. */
  readonly limits: FileLimitOptions
  /** How many threads make rows. */
  readonly jobs: number
  readonly quiet: boolean
  readonly help: boolean
  readonly version: boolean
}

const KEY_VARIABLE = 'TAXTALLY_PSEUDONYM_KEY'

/** Reads a call. Throws UsageError; its message names options, never their values. */
export function readCall(words: readonly string[], environment: NodeJS.ProcessEnv): Call {
  const { values, positionals } = parseWords(words, OPTIONS)
  const [command = null, ...inputs] = positionals
  const formats = (values.format ?? DEFAULT_FORMAT).split(',').map(word => word.trim())
  for (const format of formats) {
    if (!isFormat(format)) throw new UsageError(`--format takes ${FORMATS.join(', ')}.`)
  }
  const failOn = (values['fail-on'] ?? []).flatMap(text => text.split(',').map(word => word.trim()))
  const unknown = wrongFailOn(failOn)
  if (unknown !== null) throw new UsageError(unknown)
  const identifiers = (values.identifiers ?? 'last4') as IdentifierMode
  if (!IDENTIFIER_MODES.includes(identifiers))
    throw new UsageError(`--identifiers takes ${IDENTIFIER_MODES.join(', ')}.`)
  if (values.from !== undefined && values.from !== 'fdx') throw new UsageError('--from takes fdx.')
  const recordsAt = values['records-at'] ?? null
  if (recordsAt !== null && pointerOf(recordsAt) === null)
    throw new UsageError('--records-at takes a JSON pointer, such as /data.')
  const keyFile = values['pseudonym-key-file']
  const isPseudonym = identifiers === 'pseudonym'
  // A file that is given is read where it is not used too: a wrong name shows at once.
  const key = isPseudonym || keyFile !== undefined ? readKey(keyFile, environment) : null
  const shard = values.shard === undefined ? null : shardOf(values.shard)
  if (values.shard !== undefined && shard === null)
    throw new UsageError('--shard takes K/N, the shard and how many there are, such as 2/8.')
  const partBytes = values.parts === undefined ? null : bytesOfSize(values.parts)
  if (values.parts !== undefined && partBytes === null)
    throw new UsageError(
      '--parts takes a size such as 256MB; KB, MB, GB and TB are powers of 1000, KiB and so on of 1024.',
    )
  const bytes = values['max-value-bytes']
  if (bytes !== undefined && !/^[1-9][0-9]{0,11}$/.test(bytes))
    throw new UsageError('--max-value-bytes takes a whole number from 1 to 999999999999.')
  const { limits, wrong } = readLimits(values)
  if (wrong !== null) throw new UsageError(`${wrong} takes a whole number from 1 to 999999999999.`)
  if (values.jobs !== undefined && !/^[1-9][0-9]{0,3}$/.test(values.jobs))
    throw new UsageError('--jobs takes a whole number from 1 to 9999.')
  for (const name of ['as-of-year', 'year'] as const) {
    if (values[name] !== undefined && !isTaxYear(values[name]))
      throw new UsageError(`--${name} takes a year from 1900 to 2100.`)
  }
  if (values['as-of-year'] !== undefined && values.year !== undefined)
    throw new UsageError('--year and --as-of-year are one option; give one of them.')
  const year = values['as-of-year'] ?? values.year
  return {
    command,
    inputs,
    given: Object.keys(values),
    out: values.out ?? null,
    formats: [...new Set(formats as Format[])],
    tables: values.tables === undefined ? null : values.tables.split(',').map(word => word.trim()),
    shard,
    partBytes,
    json: values.json === true,
    strict: values.strict === true,
    failOn: failOn as FailOn[],
    identifiers,
    pseudonymKey: isPseudonym ? key : null,
    pseudonymKeyFile: keyFile ?? null,
    rawText: values['raw-text'] === true,
    keepRejected: values['no-rejected'] !== true,
    from: values.from === undefined ? null : 'fdx',
    recordsAt,
    taxpayerId: values['taxpayer-id'] ?? null,
    policies: values.policy ?? [],
    asOfYear: year === undefined ? null : Number(year),
    factsOf: values['facts-of'] ?? null,
    stated: values.stated ?? null,
    taxpayer: values.taxpayer ?? null,
    figure: values.figure ?? null,
    figures: values.figures === true,
    maxValueBytes: bytes === undefined ? null : Number(bytes),
    limits,
    jobs: Number(values.jobs ?? 1),
    quiet: values.quiet === true,
    help: values.help === true,
    version: values.version === true,
  }
}

/** The options of a call that reading takes. */
export const readingOf = (call: Call) => ({
  ...(call.from === null ? {} : { from: call.from }),
  ...(call.recordsAt === null ? {} : { recordsAt: call.recordsAt }),
  ...(call.taxpayerId === null ? {} : { taxpayerId: call.taxpayerId }),
  ...(call.maxValueBytes === null ? {} : { maxValueBytes: call.maxValueBytes }),
  ...call.limits,
  ...(call.pseudonymKey === null ? {} : { pseudonymKey: call.pseudonymKey }),
})

function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): Uint8Array {
  const fromVariable = environment[KEY_VARIABLE]
  let key: Uint8Array
  if (file !== undefined) {
    try {
      key = readFileSync(file)
    } catch {
      throw new UsageError('The file of --pseudonym-key-file cannot be read.')
    }
  } else if (fromVariable !== undefined) key = Buffer.from(fromVariable, 'utf8')
  else throw new UsageError(`Pseudonyms need --pseudonym-key-file, or a key in ${KEY_VARIABLE}.`)
  if (key.length < 32) throw new UsageError('The pseudonym key must have at least 32 bytes.')
  return key
}
