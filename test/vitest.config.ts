import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests that need a server or a browser, run the documentation, inject faults or take long. A group is a CI step. */
export const SEPARATE_TESTS: Readonly<Record<string, readonly string[]>> = {
  servers: [
    'cli/shells',
    'generate/sql',
    'docs/site-browser',
    'examples/dask',
    'examples/postgresql',
    'hostile/controls',
    'playground/browser*',
    'report/browser',
    'report/zoom',
    'service/conformance',
    'service/openapi-python',
    'service/sandbox-browser',
    'service/sandbox-state-file',
    'service/sandbox-stop',
    'service/scenario-*',
    'service/webhook-stores',
  ],
  docs: ['docs/pages', 'docs/readme', 'docs/types', 'docs/docstrings', 'docs/site-links'],
  readers: ['interop/readers', 'interop/parquet', 'interop/workbook', 'determinism/*', 'examples/udf'],
  faults: ['faults/*', 'files/jobs-ends'],
  sizes: ['hostile/bounds', 'hostile/long-lines', 'hostile/merge-sizes', 'hostile/shown', 'hostile/sizes'],
  searches: [
    'acceptance/*',
    'files/bundled-jobs',
    'files/jobs',
    'files/jobs-batches',
    'files/parts',
    'files/split',
    'files/streamed',
    'hostile/naughty-strings',
    'laws/keys',
    'laws/many-documents',
    'laws/never-throws',
    'laws/stages',
    'mutated/*',
    'reference/*',
    'resolve/families',
    'resolve/laws',
    'schema/agreement',
    'underwriting/laws',
  ],
}

/** Tests that start the command or try many inputs. All other tests are fast enough to run after every change. */
export const SLOW_TESTS: readonly string[] = [
  'api/rows',
  'api/too-deep',
  'checks/each-check',
  'checks/run-checks',
  'cli/*',
  'core/money',
  'core/optional-packages',
  'core/text',
  'fdx/command',
  'fdx/round-trip',
  'files/adjacent',
  'files/convert-files',
  'files/faults',
  'files/merge/*',
  'files/spellings',
  'gates/build',
  'gates/public-api',
  'gates/requirements',
  'gates/words',
  'generate/ajv',
  'hostile/*',
  'ingest/unknown-keys',
  'laws/*',
  'playground/*',
  'privacy/command',
  'report/cut-lists',
  'report/figures',
  'report/page',
  'resolve/document-index',
  'resolve/known',
  'resolve/ranking',
  'service/client-secrets',
  'underwriting/dollar-walk',
  'underwriting/exact',
  'underwriting/growth',
  'underwriting/loan-file',
  'underwriting/traces',
  'underwriting/unreadable',
]

const files = (names: readonly string[]): string[] => names.map(name => `test/${name}.test.ts`)
const apart = Object.entries(SEPARATE_TESTS)

const project = (name: string, include: readonly string[], exclude: readonly string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include: files(include), exclude: files(exclude), isolate },
})

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    projects: [
      // One process runs many files, so that it loads shared modules only once.
      project('quick', ['**/*'], [...SLOW_TESTS, ...apart.flatMap(([, names]) => names)], false),
      project(
        'whole',
        SLOW_TESTS,
        apart.flatMap(([, names]) => names),
        false,
      ),
      ...apart.map(([name, names]) => project(name, names, [], true)),
    ],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Many tests wait for processes that they start, so a machine with two cores can still run two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: ['text-summary', ['text', { maxCols: 120, skipFull: true }]],
    },
  },
})
