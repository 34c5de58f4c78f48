import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES } from './blocks.js'

const listPages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))

const FOLDERS = ['docs/api', 'bench', 'fixtures', 'test']
const ALL = [...PAGES, 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', ...FOLDERS.flatMap(listPages)]

const { files, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly files: readonly string[]
  readonly repository: { readonly url: string }
}

/** Returns true for a page that `npm run generate` writes. The package does not contain these pages, but the site does. */
const isGenerated = (page: string): boolean => readFileSync(page, 'utf8').includes('<!-- Made by ')

const USER_PAGES = PAGES.filter(page => /^docs\/[^/]+$/.test(page))

/** Returns true for a file or a folder that the package contains. */
const isShipped = (path: string): boolean =>
  USER_PAGES.includes(path) ? !isGenerated(path) : files.some(name => path === name || path.startsWith(`${name}/`))

/** Returns the text of a page without its code. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')

/** Returns the anchor that GitHub creates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Lists the anchors on a page. Ignores lines in code blocks, and numbers the anchors of repeated headings. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
  const times = new Map<string, number>()
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading)
    const before = times.get(anchor) ?? 0
    times.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

const linksOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))

/** Returns the reason why a link is dead, or null if it works. */
function findDeadReason(page: string, target: string): string | null {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(file)) return `${target}: no such file`
  if (anchor === undefined) return null
  if (statSync(file).isDirectory()) return `${target}: a folder has no headings`
  return anchorsOf(file).includes(anchor) ? null : `${target}: no such heading`
}

test('the pages have links, and the reason why a link is dead is found', () => {
  expect(ALL.flatMap(linksOf).length).toBeGreaterThan(50)
  expect(findDeadReason('README.md', 'docs/none.md')).toBe('docs/none.md: no such file')
  expect(findDeadReason('README.md', '#where-to-go-next')).toBe(null)
  expect(findDeadReason('README.md', '#none')).toBe('#none: no such heading')
  expect(findDeadReason('CONTRIBUTING.md', '#taxtally')).toBe('#taxtally: no such heading')
})

test.each(ALL)('%s: every relative link leads to a file and a heading', page => {
  expect(linksOf(page).flatMap(target => findDeadReason(page, target) ?? [])).toEqual([])
})

test('the package contains each page of docs, except the generated ones', () => {
  const excluded = files.filter(name => name.startsWith('!docs/')).map(name => name.slice(1))
  expect(files).toContain('docs/*.md')
  expect(excluded).toEqual(USER_PAGES.filter(isGenerated))
  expect(excluded.length).toBeGreaterThan(3)
})

test('a page of the package links to files of the package and to pages, which are on the site', () => {
  const shipped = ALL.map(page => page.replaceAll('\\', '/')).filter(isShipped)
  expect(shipped.length).toBeGreaterThan(15)
  const hasPages = (path: string) => readdirSync(path).some(name => name.endsWith('.md'))
  const isPage = (path: string) => path.endsWith('.md') || (statSync(path).isDirectory() && hasPages(path))
  const targets = shipped.flatMap(page =>
    linksOf(page)
      .filter(target => !target.startsWith('#'))
      .map(target => posix.join(posix.dirname(page), String(target.split('#')[0])).replace(/\/$/, '')),
  )
  const deadTargets = targets.filter(path => !isShipped(path) && !isPage(path))
  expect(deadTargets).toEqual([])
})

test('every address in llms.txt is that of a file of the repository', () => {
  const text = readFileSync('llms.txt', 'utf8')
  const [, name = ''] = /^git\+https:\/\/github\.com\/(.*)\.git$/.exec(repository.url) ?? []
  const base = `https://raw.githubusercontent.com/${name}/main/`
  const links = [...text.matchAll(/^- \[.+\]\((\S+)\): .+$/gm)].map(([, link = '']) => link)
  expect(links.length).toBe(text.match(/^- /gm)?.length)
  expect(links.filter(link => !link.startsWith(base) || !existsSync(link.slice(base.length)))).toEqual([])
  expect(text).toMatch(/^# taxtally\n\n> .+\n\n/)
})
