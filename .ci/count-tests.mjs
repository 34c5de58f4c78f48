// `node .ci/count-tests.mjs REPORT`: prints how many tests passed and how many failed in a JSON report of vitest, and
// names the failed ones on standard error. In continuous integration a skipped test counts as failed unless it is in
// the list below and its condition is true.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { findRequirement, IS_CI } from '../test/support/requirements.mjs'

/** The tests that may be skipped in continuous integration, each with the condition that allows it. */
const MAY_BE_SKIPPED = [
  {
    // These tests read an unpublished folder next to the repository: filed returns, hostile inputs, the API document.
    when: () => !existsSync('../shared'),
    tests: [
      'test/api/compare-return.test.ts: the comparison with a filed return reports a difference exactly if the filed return differs',
      'test/cases.test.ts: returns that were filed match every line that the documents determine',
      'test/checks/run-checks.test.ts: public sample returns have only the known errors',
      'test/hostile/controls.test.ts: the hostile cases c1-controls.json',
      'test/hostile/controls.test.ts: the hostile cases nul-in-name.json',
      'test/ingest/unknown-keys.test.ts: no key that the service sends is called unknown or misspelled filed returns',
      'test/resolve/laws.test.ts: filed returns have the same figures if they are pulled twice',
      'test/service/conformance.test.ts: the conformance table has every sentence of the API document',
    ],
  },
  {
    // These tests fill a small disk. A container may forbid mounting one.
    when: () => findRequirement('mount') === undefined,
    tests: [
      'test/faults/disk.test.ts: a full disk exits with 3 and keeps the older result if there is no space',
      'test/faults/disk.test.ts: a full disk exits with 3 and keeps the older result if no more files can be created',
      'test/faults/disk.test.ts: a full disk exits with 3 and keeps the older result if only the manifest does not fit',
      'test/faults/disk.test.ts: a full disk exits with 3 if the disk is read-only',
      'test/faults/collect-files.test.ts: a full disk exit code 3, no lock, and the next run collects what is missing',
      'test/faults/collect-files.test.ts: a full disk ends the command even if the service does not answer another call',
      'test/faults/collect-files.test.ts: a full disk of the tokens: exit code 3, and the next run repairs the file',
      'test/faults/collect-files.test.ts: a full disk with no space for the lock (size=64k): exit code 3',
      'test/faults/collect-files.test.ts: a full disk with no space for the lock (size=1m,nr_inodes=2): exit code 3',
      'test/faults/collect-files.test.ts: a full disk that is read-only: exit code 3 and no change',
      'test/faults/sandbox-state.test.ts: a full disk at the start: exit code 3, and the older state is kept',
      'test/faults/sandbox-state.test.ts: a full disk while it runs: reports it, keeps the last complete state, and continues when there is space',
    ],
  },
]

const [reportPath] = process.argv.slice(2)
const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8'))
const results = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status }) => ({ test: `${relative('.', name)}: ${fullName}`, status })),
)
const count = status => results.filter(result => result.status === status).length
const skipped = results.filter(({ status }) => status !== 'passed' && status !== 'failed')

for (const { test, status } of results) if (status === 'failed') process.stderr.write(`!! failed: ${test}\n`)

let extraFailures = 0
for (const { test } of IS_CI ? skipped : []) {
  const isAllowed = MAY_BE_SKIPPED.some(({ when, tests }) => tests.includes(test) && when())
  if (!isAllowed) extraFailures++
  process.stderr.write(`${isAllowed ? 'NOT AVAILABLE: ' : '!! skipped: '}${test}\n`)
}

// Fails if a listed test no longer exists, so that the list stays current.
const files = new Set(testResults.map(({ name }) => relative('.', name)))
for (const test of MAY_BE_SKIPPED.flatMap(({ tests }) => tests)) {
  const [file] = test.split(': ')
  const isOtherReport = !files.has(file) && existsSync(file)
  if (isOtherReport || results.some(result => result.test === test)) continue
  extraFailures++
  process.stderr.write(`!! no such test: ${test}\n`)
}

console.log(count('passed'), count('failed') + extraFailures)
