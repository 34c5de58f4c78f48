import { ISSUES, type IssueCode } from '../../core/issues/issue-table.js'
import { parsePointer } from '../../core/json-pointer.js'
import type { LimitName } from '../../core/limits.js'
import { formatSuggestion } from '../../core/nearest-name.js'
import { isTaxYear } from '../../core/tax-year.js'
import type { Shard } from '../../files/convert/filter.js'
import { DEFAULT_FORMAT, FORMATS } from '../../files/formats/names.js'
import { IDENTIFIER_MODES } from '../../ingest/identifier-mode.js'
import { OPTIONS, REPORT_FORMATS } from './option-table.js'
import {
  type OptionTexts,
  parseOptions,
  readChoice,
  readNamedFile,
  readOption,
  readWholeNumber,
  splitWords,
  UsageError,
} from './parse-arguments.js'

const KEY_VARIABLE = 'TAXTALLY_PSEUDONYM_KEY'

/** The largest number that an option accepts. */
const MAX_OPTION_NUMBER = 999_999_999_999

/** The validated arguments of a call. The option table describes the options. */
export type Call = ReturnType<typeof readCall>

/** Reads the arguments of a call. Throws UsageError. Its message names options but never their values. */
export function readCall(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseOptions(args, OPTIONS)
  const [command, ...inputs] = positionals
  const identifiers = readChoice(values, 'identifiers', IDENTIFIER_MODES) ?? 'last4'
  const keyFile = values['pseudonym-key-file']
  const isPseudonym = identifiers === 'pseudonym'
  // Reads a key file even if no pseudonyms are requested, so that a wrong file name fails immediately.
  const key = isPseudonym || keyFile !== undefined ? readKey(keyFile, environment) : undefined
  const [asOfYear, year] = (['as-of-year', 'year'] as const).map(name =>
    readOption(values, name, 'a year from 1900 to 2100', text => (isTaxYear(text) ? Number(text) : null)),
  )
  const limits = {
    maxValueBytes: readWholeNumber(values, 'max-value-bytes', MAX_OPTION_NUMBER),
    maxValueEntries: readWholeNumber(values, 'max-value-entries', MAX_OPTION_NUMBER),
    maxTaxpayerDocuments: readWholeNumber(values, 'max-taxpayer-documents', MAX_OPTION_NUMBER),
    maxValueIssues: readWholeNumber(values, 'max-value-issues', MAX_OPTION_NUMBER),
    maxSourceIssues: readWholeNumber(values, 'max-source-issues', MAX_OPTION_NUMBER),
    maxUnpackedBytes: readWholeNumber(values, 'max-unpacked-bytes', MAX_OPTION_NUMBER),
  } satisfies Record<LimitName | 'maxValueBytes', number | undefined>
  if (asOfYear !== undefined && year !== undefined)
    throw new UsageError('--year and --as-of-year are the same option; give one of them.')
  return {
    command,
    inputs,
    given: Object.keys(values),
    out: values.out,
    formats: command === 'report' ? [] : (readFormats(values, FORMATS) ?? [DEFAULT_FORMAT]),
    reportFormats: command === 'report' ? (readFormats(values, REPORT_FORMATS) ?? [REPORT_FORMATS[0]]) : [],
    tables: values.tables === undefined ? null : splitWords(values.tables),
    shard: readOption(values, 'shard', 'K/N, the shard and how many there are, such as 2/8', parseShard),
    partBytes: readOption(
      values,
      'parts',
      'a size with a unit, such as 256MB; KB, MB, GB and TB are powers of 1000, KiB and so on of 1024',
      parseByteSize,
    ),
    json: values.json === true,
    failOn: parseFailOn((values['fail-on'] ?? []).flatMap(splitWords)),
    pseudonymKeyFile: keyFile,
    rawText: values['raw-text'] === true,
    keepRejected: values['no-rejected'] !== true,
    allowEmpty: values['allow-empty'] === true,
    policies: values.policy ?? [],
    asOfYear: asOfYear ?? year,
    knownFacts: values['known-facts'],
    stated: values.stated,
    taxpayer: values.taxpayer,
    figure: values.figure,
    figures: values.figures === true,
    loanNumber: values['loan-number'],
    preparedBy: values['prepared-by'],
    jobs: readWholeNumber(values, 'jobs', 9999) ?? 1,
    limits,
    quiet: values.quiet === true,
    noColor: values['no-color'] === true,
    help: values.help === true,
    version: values.version === true,
    reading: {
      strict: values.strict === true,
      identifiers,
      pseudonymKey: isPseudonym ? key : undefined,
      from: readChoice(values, 'from', ['fdx']),
      recordsAt: readOption(values, 'records-at', 'a JSON pointer, such as /data', text =>
        parsePointer(text) === null ? null : text,
      ),
      taxpayerId: values['taxpayer-id'],
      ...limits,
    },
  }
}

/** A condition of `--fail-on`: an issue of this severity or worse, or with this code, leads to exit code 4. */
export type FailOn = 'error' | 'warning' | IssueCode

const FAIL_ON_WORDS = ['error', 'warning', ...Object.keys(ISSUES)]

/** Validates the words of `--fail-on`. Throws UsageError, which names an invalid word by its position only. */
function parseFailOn(args: readonly string[]): readonly FailOn[] {
  const position = args.findIndex(failOnWord => !FAIL_ON_WORDS.includes(failOnWord))
  if (position === -1) return args as readonly FailOn[]
  throw new UsageError(
    `--fail-on takes the words error and warning and the codes of issues; word ${position + 1} is none of them.${formatSuggestion(args[position] as string, FAIL_ON_WORDS) || ' See https://github.com/taxtally/taxtally/blob/main/docs/issues.md.'}`,
  )
}

/** Reads the names of `--format`, without repetitions, in the order of `formats`. */
const readFormats = <const Format extends string>(values: OptionTexts<'format'>, formats: readonly Format[]) =>
  readOption(
    values,
    'format',
    `one or more of ${formats.join(', ')}, separated by commas`,
    (text): readonly Format[] | null => {
      const names: readonly string[] = splitWords(text)
      return names.every(name => formats.some(format => format === name))
        ? formats.filter(format => names.includes(format))
        : null
    },
  )

function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): Uint8Array {
  const fromVariable = environment[KEY_VARIABLE]
  let key: Uint8Array
  if (file !== undefined) key = readNamedFile('--pseudonym-key-file', file)
  else if (fromVariable !== undefined) key = Buffer.from(fromVariable, 'utf8')
  else
    throw new UsageError(
      `--identifiers pseudonym needs a key: give --pseudonym-key-file FILE, or set the environment variable ${KEY_VARIABLE}.`,
    )
  if (key.length < 32) throw new UsageError('The pseudonym key must have at least 32 bytes.')
  return key
}

const MAX_SHARDS = 1_000_000

/** Parses a shard such as `2/5`. Returns null if the text is not a valid shard. */
function parseShard(text: string): Shard | null {
  const [, number, count] = (/^(0|[1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(text) ?? []).map(Number)
  if (number === undefined || count === undefined || number > count || count > MAX_SHARDS) return null
  return { number, count }
}

/** The prefixes of units in the order of their powers: `KB` is 1000 bytes and `MB` is 1000 ** 2 bytes. */
const UNIT_PREFIXES = ['', 'K', 'M', 'G', 'T']

/**
 * Parses a size such as `256MB` or `1GiB` to a number of bytes. Returns null if it is not a size or has no unit, because a
 * number alone is often a mistake.
 */
export function parseByteSize(text: string): number | null {
  const [, number, prefix = '', binaryMark] = /^([1-9][0-9]{0,8})(?:B|([KMGT])(I?)B)$/i.exec(text) ?? []
  if (number === undefined) return null
  return Number(number) * (binaryMark ? 1024 : 1000) ** UNIT_PREFIXES.indexOf(prefix.toUpperCase())
}
