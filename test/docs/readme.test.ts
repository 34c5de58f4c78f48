import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { FORMS } from '../../src/index.js'
import { hasRegistry } from '../gates/install/project.mjs'
import { sharedFolder } from '../support/folder.js'
import { reportSkipped } from '../support/requirements.mjs'
import { type Block, blocksOf, findInvalidFences, isRun } from './blocks.js'
import { NOT_RUN } from './not-run.js'
import { compile } from './types.js'

// Runs the README from top to bottom in an empty folder, copying, saving and running its blocks as a user would.
const README = 'README.md'
const text = readFileSync(README, 'utf8')
const blocks = blocksOf(README)

const ROOT = realpathSync('.')
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const parentFolder = realpathSync(sharedFolder())

/** Links the repository's packages and unpacks our package as if npm had installed them. */
function link(folder: string, tarball: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  execFileSync('mv', ['package', 'node_modules/taxtally'], { cwd: folder })
  const main = join(modules, 'taxtally/dist/cli/main.js')
  chmodSync(main, 0o755)
  symlinkSync(main, join(modules, '.bin/taxtally'))
}

/**
 * Packs the build into a new empty folder, in which the README starts. `linked` is the reason why packages are linked
 * instead of installed, or null if npm installs them.
 */
function createEmptyProject() {
  const [folder, tools] = [join(parentFolder, 'empty'), join(parentFolder, 'tools')]
  for (const made of [folder, tools]) mkdirSync(made)
  // Do not rebuild `dist`, because other tests are reading it.
  execFileSync(NPM, ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'pipe' })
  const linked = hasRegistry() ? null : 'npm does not reach its registry'
  if (linked !== null) {
    link(folder, join(folder, String(readdirSync(folder)[0])))
    const real = execFileSync('which', [NPM], { encoding: 'utf8' }).trim()
    // This program takes precedence over the real npm.
    writeFileSync(join(tools, 'npm'), `#!/bin/sh\n[ "$1" = install ] || exec '${real}' "$@"\n`, { mode: 0o755 })
  }
  const { NODE_OPTIONS: _, FORCE_COLOR: __, ...env } = process.env
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' }
  const path = `${tools}${delimiter}${env['PATH']}`
  return { folder, linked, env: { ...env, ...quiet, npm_config_prefer_offline: 'true', PATH: path, NO_COLOR: '1' } }
}

let empty: ReturnType<typeof createEmptyProject>
beforeAll(() => {
  empty = createEmptyProject()
  if (empty.linked !== null) reportSkipped('what npm installs in README.md', empty.linked)
}, 120_000)

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
