import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES } from './blocks.js'

const listPages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))

const FOLDERS = ['docs/api', 'bench', 'fixtures', 'test']
const ALL = [...PAGES, 'CHANGELOG.md', ...FOLDERS.flatMap(listPages)]

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
