import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { missingReason, reportSkipped } from '../support/requirements.mjs'
import { blocksOf, fileOf, findInvalidFences, isRun, type Language, PAGES } from './blocks.js'
import { NOT_RUN } from './not-run.js'
import { RUNNERS, usesPostgres } from './runners.js'
import { workspaceFor } from './workspace.js'

/** The languages of blocks that are not code: worked underwriting figures, which another test covers, and diagrams. */
const NOT_CODE = ['example', 'mermaid']

/** The page that `readme.test.ts` runs as a user would. */
const README = 'README.md'

describe.each(PAGES.filter(page => page !== README))('%s', page => {
  const blocks = blocksOf(page)
  const run = blocks.filter(isRun)
  const workspace = workspaceFor(page)
  let postgres: Postgres | undefined

  beforeAll(async () => {
    if (missingReason('postgresql') === null && run.some(({ code }) => usesPostgres(code))) {
      postgres = await startPostgres()
      Object.assign(workspace.env, postgres.env)
    }
  }, 120_000)
  afterAll(() => postgres?.stop())

  /** The reason why a diff was not applied, which means that later blocks cannot run. */
  let unchanged: string | null = null
  for (const block of run) {
    const { language, line, code, output } = block
    const file = fileOf(block)
    if (file !== null) {
      test(`line ${line}: ${file} is written`, () => workspace.put(file, code))
      continue
    }
    const runner = RUNNERS[language as Language]
    const missing: string | null = unchanged ?? runner.missing?.(code) ?? null
    if (language === 'diff') unchanged = missing
    if (missing !== null) reportSkipped(`${page}, line ${line}`, missing)
    test.skipIf(missing !== null)(
      `line ${line}: ${language} prints what the page says`,
      async () => {
        const printed = await runner.run(block, workspace)
        if (output !== null) expect(printed).toBe(output)
      },
      600_000,
    )
  }

  test('every block is run, is not code, or is listed in NOT_RUN', () => {
    const rest = blocks.filter(block => !isRun(block) && !NOT_CODE.includes(block.language))
    expect(rest.map(({ code, labels }) => [code.split(/ {2}|\n/)[0], labels])).toEqual(
      NOT_RUN.filter(([notRunPage]) => notRunPage === page).map(([, line]) => [line, ['not-run']]),
    )
  })

  test('no fence is indented, misspelled or left open', () => {
    expect(findInvalidFences(page, blocks)).toEqual([])
  })
})

test('at most six blocks are not run', () => {
  expect(NOT_RUN.length).toBeLessThanOrEqual(6)
  for (const [page, , why] of NOT_RUN) {
    expect(PAGES).toContain(page)
    expect(why.length).toBeGreaterThan(10)
  }
})

describe('the reader of pages', () => {
  const page = (...lines: string[]) => blocksOf('README.md', lines.join('\n'))

  test('uses only the text block right after a block as its output', () => {
    const [run, alone] = page('```js', '1', '```', '', '```text', 'a', '```', '', '```text', 'b', '```')
    expect(run).toMatchObject({ language: 'js', code: '1\n', output: 'a\n', line: 1 })
    expect(alone).toMatchObject({ language: 'text', code: 'b\n', output: null })
    const [, apart] = page('```js', '1', '```', 'Words.', '```text', 'a', '```')
    expect(apart).toMatchObject({ language: 'text', output: null })
  })

  test('gives a block the name in the text right before it', () => {
    const first = ['Save this program as `a.mjs`:', '', '```js', '```', '', '```sh', '```']
    const blocks = page(...first, 'or, save as `b.py`:', '```python', '```')
    expect(blocks.map(({ saved }) => saved)).toEqual(['a.mjs', null, 'b.py'])
  })

  test('finds no output for a block that is not run, and finds the path of a file block', () => {
    const blocks = page('```sh not-run', '```', '```text', '```', '```ts file=src/a.ts', '```')
    expect(blocks.map(isRun)).toEqual([false, false, true])
    expect(blocks.map(fileOf)).toEqual([null, null, 'src/a.ts'])
  })
})
