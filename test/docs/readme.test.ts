import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMS } from '../../src/index.js'
import { reportSkipped } from '../support/requirements.mjs'
import { type Block, blocksOf, findInvalidFences, isRun } from './blocks.js'
import { createEmptyProject, type EmptyProject } from './installed.js'
import { NOT_RUN } from './not-run.js'
import { compile } from './types.js'

// Runs the README from top to bottom in an empty folder, copying, saving and running its blocks as a user would.
const README = 'README.md'
const text = readFileSync(README, 'utf8')
const blocks = blocksOf(README)

let empty: EmptyProject
beforeAll(() => {
  empty = createEmptyProject()
  if (empty.linked !== null) reportSkipped('what npm installs in README.md', empty.linked)
}, 120_000)
afterAll(() => {
  if (empty !== undefined) rmSync(dirname(empty.folder), { recursive: true, force: true })
})

/** Runs a program in the folder or in one of its subfolders. */
function run(program: string, args: readonly string[], below = ''): string {
  const cwd = join(empty.folder, below)
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env: empty.env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed:\n${error?.message ?? stdout + stderr}`)
  return stdout
}

const programs = blocks.filter(({ saved }) => saved !== null)
const save = ({ saved, code }: Block) => writeFileSync(join(empty.folder, String(saved)), code)

for (const block of blocks.filter(isRun)) {
  const { line, language, code, saved: savedAs, output } = block
  if (savedAs !== null) {
    test(`line ${line}: ${savedAs} is saved`, () => save(block))
  } else {
    test(`line ${line}: ${language} prints what the page says`, { timeout: 600_000 }, () => {
      expect(language).toBe('sh')
      const printed = run('sh', ['-euc', code])
      if (output !== null) expect(printed).toBe(output)
    })
  }
}

test('the README has the number of form kinds that the library has', () => {
  expect(text).toContain(`(${FORMS.length} kinds of form,`)
})

test('the record in the README is the second record of the example', () => {
  const [jsonBlock] = blocks.filter(({ language }) => language === 'json')
  const { records } = JSON.parse(readFileSync(join(empty.folder, 'dossier.json'), 'utf8')) as { records: unknown[] }
  expect(JSON.parse(String(jsonBlock?.code))).toEqual(records[1])
})

test('programs compile with every compiler check, and the first also as TypeScript', { timeout: 120_000 }, () => {
  cpSync(join(empty.folder, 'first.mjs'), join(empty.folder, 'first.mts'))
  const names = programs.map(({ saved }) => String(saved)).filter(name => name.endsWith('js'))
  expect(names).toContain('first.mjs')
  expect(compile(empty.folder, [...names, 'first.mts'])).toBe('')
})

test.each([
  '[]',
  '{}',
  'null',
  '5',
  '"2024"',
  '{"records":5}',
  '[[[]]]',
  '{"taxpayer":{"id":"t"},"records":[null]}',
  '{"taxpayer":{"id":"t"},"records":[{"id":"r","tax_year":"2024","forms":[{"year":"2024","form_w2":[{"wages_tips_other_compensation":"many"}]}]}]}',
])('the first program exits normally on %s and reports the problem', data => {
  mkdirSync(join(empty.folder, 'bad'), { recursive: true })
  writeFileSync(join(empty.folder, 'bad/dossier.json'), data)
  expect(run(process.execPath, ['../first.mjs'], 'bad')).toMatch(/^\w+_\w+ /m)
})

const BADGE = /^\[!\[[^\]]+\]\(([^)]+)\)\]\(([^)]+)\)$/gm
const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(BADGE, '')
const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, to]) => String(to))
const { name, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string
  repository: { url: string }
}
const REPOSITORY = repository.url.replace(/^git\+|\.git$/g, '')
const ADDRESS = `${REPOSITORY}/blob/main/`

test('links lead to files of the installed package or to the repository on the web', () => {
  expect(links.length).toBeGreaterThan(30)
  const installed = join(empty.folder, 'node_modules/taxtally')
  const dead = links.filter(to =>
    to.includes(':') ? !existsSync(to.replace(ADDRESS, '')) : !existsSync(join(installed, to)),
  )
  expect(dead).toEqual([])
})

test('the README is short, its blocks are run or listed, and its pictures have a text alternative', () => {
  expect(text.split('\n').length).toBeLessThan(150)
  expect(findInvalidFences(README, blocks)).toEqual([])
  const rest = blocks.filter(block => !isRun(block) && block.language !== 'json')
  expect(rest.map(({ code }) => code.split(/ {2}|\n/)[0])).toEqual(
    NOT_RUN.filter(([page]) => page === README).map(([, line]) => line),
  )
  const pictures = [...text.matchAll(/<img [^>]*>/g)].map(([image]) => image)
  expect(pictures).toHaveLength(1)
  for (const image of pictures) expect(image).toMatch(/ src="\.\/docs\/images\/\w+\.png" .*alt="[^"]{40,}"/)
})

test('the badges are about this package and a workflow of this repository', () => {
  const badges = [...text.matchAll(BADGE)].map(([, image = '', target = '']) => [image, target])
  const workflow = `${REPOSITORY}/actions/workflows/ci.yml`
  expect(existsSync('.github/workflows/ci.yml')).toBe(true)
  expect(badges).toEqual([
    [`${workflow}/badge.svg`, workflow],
    [`https://img.shields.io/npm/v/${name}`, `https://www.npmjs.com/package/${name}`],
    [`https://img.shields.io/npm/l/${name}`, `${ADDRESS}LICENSE`],
    [`https://img.shields.io/node/v/${name}`, '#install'],
  ])
})
