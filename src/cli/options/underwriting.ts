import { createHash } from 'node:crypto'
import type { Issue } from '../../core/issues/issue.js'
import { parseJson } from '../../core/json-value.js'
import { formatUnknownName } from '../../core/nearest-name.js'
import { removeByteOrderMark } from '../../files/read/bytes.js'
import { toSourceName } from '../../files/read/read-files.js'
import type { UnderwritingInputs } from '../../underwriting/facts/options.js'
import { convertKnownFacts } from '../../underwriting/facts/parse-known-facts.js'
import type { UnderwritingPolicy } from '../../underwriting/policies/policy.js'
import { DEFAULT_PRESET, findPreset, PRESET_NAMES } from '../../underwriting/policies/presets.js'
import { say } from '../output/text.js'
import type { Call } from './options.js'
import { readNamedFile, UsageError } from './parse-arguments.js'

/** The policies, known facts and stated income of a call, and the files that contain them. */
export type CallUnderwriting = Awaited<ReturnType<typeof readUnderwritingInputs>>

/**
 * Reads the policies, known facts and stated income that a call names. Imports a file parser only if it is needed.
 * Throws UsageError. Its messages contain no value from the files.
 */
export async function readUnderwritingInputs(call: Call) {
  const policyArgs = call.policies.length === 0 ? [DEFAULT_PRESET] : call.policies
  const loadedPolicies = await Promise.all(
    policyArgs.map((policyArg, i) => loadPolicy(policyArg, policyArgs.length > 1 ? i + 1 : null)),
  )
  const policies = loadedPolicies.map(([policy]) => policy)
  const names = new Set(policies.map(policy => policy.name))
  if (names.size < policies.length) throw new UsageError('--policy names the same policy twice.')
  const knownFile = call.knownFacts === undefined ? null : await readKnownFactsFile(call.knownFacts)
  const statedFile = call.stated === undefined ? null : await loadStatedIncome(call.stated, call.reading.taxpayerId)
  const underwritingInputs: UnderwritingInputs = {
    policies,
    factsByTaxpayer: knownFile?.facts ?? new Map(),
    statedIncomeByTaxpayer: statedFile?.statedIncome ?? new Map(),
    asOfYear: call.asOfYear,
  }
  const foundTaxpayers = new Set<string>()
  return {
    underwritingInputs,
    /** The file of each policy, in order. Null for a preset. */
    policyFiles: loadedPolicies.map(([, file]) => file),
    factsFile: knownFile?.file ?? null,
    statedFile: statedFile?.file ?? null,
    /** Returns the inputs, and records for `reportUnused` that the taxpayer is in the files. */
    getUnderwritingInputs: (taxpayerId: string): UnderwritingInputs => {
      const { factsByTaxpayer, statedIncomeByTaxpayer } = underwritingInputs
      if (factsByTaxpayer.has(taxpayerId) || statedIncomeByTaxpayer.has(taxpayerId)) foundTaxpayers.add(taxpayerId)
      return underwritingInputs
    },
    /** Reports the lines of `--known-facts` and `--stated` about taxpayers that are not in the inputs. */
    reportUnused: (): void => {
      const listUnusedLines = (lines: ReadonlyMap<string, number> | undefined): number[] =>
        [...(lines ?? [])].flatMap(([id, line]) => (foundTaxpayers.has(id) ? [] : [line]))
      reportLines('--known-facts', listUnusedLines(knownFile?.lines), UNUSED_LINE_MESSAGE)
      reportLines('--stated', listUnusedLines(statedFile?.lines), UNUSED_LINE_MESSAGE)
    },
  }
}

const UNUSED_LINE_MESSAGE = 'its taxpayer is not in the inputs'

/** Reports lines of a file on standard error by number only, because their content is about people. */
function reportLines(option: string, lines: readonly number[], what: string): void {
  for (const line of lines) say(`${option}, line ${line}: ${what}`)
}

/** Reads a preset or a policy file. The file of a preset is null. `number` is null if there is only one argument. */
async function loadPolicy(
  policyArg: string,
  number: number | null,
): Promise<readonly [UnderwritingPolicy, OptionFile | null]> {
  const preset = findPreset(policyArg)
  if (preset !== undefined) return [preset, null]
  const option = number === null ? '--policy' : `--policy, number ${number},`
  const { text, file } = readOptionFile(
    option,
    policyArg,
    formatUnknownName(
      `The value of ${option} is neither a file nor a preset. The presets are`,
      PRESET_NAMES,
      policyArg,
    ),
  )
  const json = parseJson(text)
  if (json === undefined) throw new UsageError(`The file of ${option} is not JSON.`)
  const { readPolicy } = await import('../../underwriting/policies/setting-schema.js')
  const outcome = readPolicy(json)
  if (outcome.status !== 'rejected') return [outcome.value, file]
  throw new UsageError(
    outcome.issues.map(({ path, message }) => `The file of ${option} cannot be used: ${path} ${message}`),
  )
}

async function readKnownFactsFile(path: string) {
  const { readKnownFacts } = await import('../../underwriting/facts/read-facts.js')
  const { text, file } = readOptionFile('--known-facts', path)
  const { values: knownFacts, lines, issues } = readKnownFacts(text.split('\n'))
  checkLines('--known-facts', issues)
  const facts = new Map([...knownFacts].map(([id, taxpayerFacts]) => [id, convertKnownFacts(taxpayerFacts, true)]))
  return { file, facts, lines }
}

/** Reads stated income from NDJSON or from a loan file. The loan file parser is imported only if it is needed. */
async function loadStatedIncome(path: string, taxpayerId: string | undefined) {
  const { text, bytes, file } = readOptionFile('--stated', path)
  if (isXml(bytes)) {
    if (taxpayerId === undefined)
      throw new UsageError('--stated needs --taxpayer-id if it is a loan file, to say whose it is.')
    const { readLoanFile } = await import('../../api/mismo.js')
    const outcome = readLoanFile(bytes, { taxpayerId })
    if (outcome.status === 'rejected')
      throw new UsageError(outcome.issues.map(({ message }) => `The file of --stated: ${message}`))
    return { file, statedIncome: new Map([[taxpayerId, outcome.value]]), lines: undefined }
  }
  const { readStatedIncome } = await import('../../underwriting/facts/read-facts.js')
  const { values: statedIncome, lines, issues } = readStatedIncome(text.split('\n'))
  checkLines('--stated', issues)
  return { file, statedIncome, lines }
}

/** Bytes that can precede the text: byte order marks, zero bytes of UTF-16, and white space. */
const LEADING_BYTES = [0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 9, 10, 13, 32]

/** Returns true if a file begins like XML. JSON never begins with `<`. */
const isXml = (bytes: Uint8Array): boolean => bytes.find(byte => !LEADING_BYTES.includes(byte)) === 0x3c

/** Throws UsageError if a line has an error. Otherwise reports lines that replace an earlier line. */
function checkLines(option: string, issues: readonly Issue[]): void {
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new UsageError(
      errors.map(({ origin, path, message }) => `${option}, line ${origin?.line}: ${path} ${message}`),
    )
  const repeats = issues.flatMap(({ code, origin }) => (code === 'record_repeated' ? [origin?.line ?? 0] : []))
  reportLines(option, repeats, 'replaces an earlier line about the same taxpayer')
}

export interface OptionFile {
  readonly path: string
  /** The description of the file in the manifest, without its content. */
  readonly description: { readonly name: string; readonly bytes: number; readonly sha256: string }
}

/** Reads a file that an option names, and removes a byte order mark from its text. Throws what `readNamedFile` throws. */
export function readOptionFile(
  option: string,
  path: string,
  messageIfMissing?: string,
): { text: string; bytes: Uint8Array; file: OptionFile } {
  const bytes = readNamedFile(option, path, messageIfMissing)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const description = { name: toSourceName(path), bytes: bytes.length, sha256 }
  return { text: removeByteOrderMark(bytes).toString('utf8'), bytes, file: { path, description } }
}
