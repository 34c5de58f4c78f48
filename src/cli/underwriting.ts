import { DEFAULT_POLICY, POLICY_NAMES, presetOf } from '../underwrite/policies.js'
import type { Policy } from '../underwrite/policy.js'
import type { Terms } from '../underwrite/terms.js'
import { type OptionFile, readOptionFile } from './option-file.js'
import { type Call, UsageError } from './options.js'

/** The terms of a call, and the files that they stand in. */
export interface CallTerms {
  readonly terms: Terms
  /** The files of policies that are no presets. */
  readonly policyFiles: ReadonlyMap<Policy, OptionFile>
  /** The file of `--facts-of`. */
  readonly factsFile: OptionFile | null
  /** The terms; notes who was asked for. */
  readonly termsOf: (taxpayerId: string) => Terms
  /** Names on standard error the lines of `--facts-of` about taxpayers that `termsOf` was not asked for. */
  readonly tellUnused: () => void
}

/** Reads the policies and the known facts of a call; only those who give a file wait for its reader. Throws UsageError; its messages hold no value from the files. */
export async function readTerms(call: Call): Promise<CallTerms> {
  const words = call.policies.length === 0 ? [DEFAULT_POLICY] : call.policies
  const read = await Promise.all(words.map((word, i) => policyOf(word, words.length > 1 ? i + 1 : null)))
  const policies = read.map(([policy]) => policy)
  const names = new Set(policies.map(policy => policy.name))
  if (names.size < policies.length) throw new UsageError('--policy names one policy twice.')
  const known = call.factsOf === null ? null : await factsOf(call.factsOf)
  const terms: Terms = {
    policies,
    known: known?.facts ?? new Map(),
    stated: new Map(),
    asOfYear: call.asOfYear ?? undefined,
  }
  const asked = new Set<string>()
  return {
    terms,
    policyFiles: new Map(read.flatMap(([policy, file]) => (file === null ? [] : [[policy, file]]))),
    factsFile: known?.file ?? null,
    termsOf: taxpayerId => {
      if (terms.known.has(taxpayerId)) asked.add(taxpayerId)
      return terms
    },
    tellUnused: () => {
      const unused = [...(known?.lines ?? [])].flatMap(([id, line]) => (asked.has(id) ? [] : [line]))
      tellLines(unused, 'about a taxpayer that is not in the inputs')
    },
  }
}

/** Names lines of `--facts-of` on standard error, by number alone: what they hold is about people. */
function tellLines(lines: readonly number[], what: string): void {
  for (const line of lines) process.stderr.write(`taxtally: --facts-of, line ${line}: ${what}\n`)
}

/** The policy of a word, and its file unless it is a preset; `number` says which of several it is. */
async function policyOf(word: string, number: number | null): Promise<readonly [Policy, OptionFile | null]> {
  const preset = presetOf(word)
  if (preset !== undefined) return [preset, null]
  const option = number === null ? '--policy' : `--policy, number ${number},`
  const { text, file } = readOptionFile(
    option,
    word,
    `${option} takes a file, or one of ${POLICY_NAMES.join(', ')}.`,
  )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`The file of ${option} is not JSON.`)
  }
  const { readPolicy } = await import('../underwrite/read-policy.js')
  const outcome = readPolicy(value)
  if (outcome.status !== 'rejected') return [outcome.value, file]
  throw new UsageError(
    ...outcome.issues.map(({ path, message }) => `The file of ${option} cannot be used: ${path} ${message}`),
  )
}

async function factsOf(path: string) {
  const { readKnownFacts } = await import('../underwrite/read-known-facts.js')
  const { text, file } = readOptionFile('--facts-of', path)
  const { facts, lines, issues } = readKnownFacts(text.split('\n'))
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new UsageError(
      ...errors.map(({ origin, path, message }) => `--facts-of, line ${origin?.line}: ${path} ${message}`),
    )
  const repeats = issues.flatMap(({ code, origin }) =>
    code === 'record_repeated' ? [origin?.line ?? 0] : [],
  )
  tellLines(repeats, 'about a taxpayer of an earlier line, in whose place it stands')
  return { file, facts, lines }
}
