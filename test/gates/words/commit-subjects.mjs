// Checks commit subjects since the base of a change, since the last tag, or since these rules were introduced.
//
//   node test/gates/words/commit-subjects.mjs [range]
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAX_LENGTH = 72

/** The last commit before these rules were introduced. It is used if there is no tag and no explicit base. */
const BEFORE_RULES = '7d7402074e414f201c26c03b64895409c8840450'

/** Matches first words that are not imperative verbs: articles, pronouns, prepositions, past tenses, gerunds. */
const NOT_IMPERATIVE = /^(?:the|a|an|this|that|it|some|all|more|no|now|in|on|of|for|with|what|where)$|(?:ed|ing)$/i
const IMPERATIVE_IN_ED_OR_ING = /^(?:embed|feed|need|shed|speed|seed|bring|string|exceed|proceed|ping|sing)$/i

/** Returns what is wrong with a commit subject, or null. */
export function findFault(subject) {
  const [first = ''] = subject.split(/[\s:]/)
  if (subject.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  if (!/^[A-Z]/.test(subject)) return 'does not begin with a capital letter'
  if (/[.;]$|;/.test(subject)) return 'has a semicolon or ends with a period'
  if (NOT_IMPERATIVE.test(first) && !IMPERATIVE_IN_ED_OR_ING.test(first))
    return 'does not begin with an imperative verb'
  if (/^Merge (?:branch|remote|pull)/.test(subject)) return 'is about a merge'
  return null
}

const git = (...parameters) =>
  execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns the first of several base revisions that exists in this clone, or null. */
function findBase() {
  const lookups = [
    () => process.env.BASE_COMMIT || null,
    () => git('describe', '--tags', '--abbrev=0'),
    () => git('rev-parse', '--verify', `${BEFORE_RULES}^{commit}`),
  ]
  for (const find of lookups) {
    try {
      const base = find()
      if (base) return base
    } catch {
      // The clone has no tag, or it is shallow.
    }
  }
  return null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base = process.argv[2] ?? findBase()
  // Without history, there is nothing to check.
  const range = base === null ? 'HEAD..HEAD' : base.includes('..') ? base : `${base}..HEAD`
  const lines = git('log', '--no-merges', '--format=%h %s', range).split('\n').filter(Boolean)
  const faults = lines.flatMap(line => {
    const [hash, subject] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    const violation = findFault(subject)
    return violation === null ? [] : [`${hash} "${subject}" ${violation}`]
  })
  for (const fault of faults) console.error(fault)
  console.log(`${lines.length - faults.length} of ${lines.length} commit subjects are as they should be`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
