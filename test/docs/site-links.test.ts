import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from './blocks.js'

const SITE = 'site'
const textOf = (address: string): string => readFileSync(join(SITE, address), 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const idsOf = (address: string): string[] => all(textOf(address), /<[^>]+\sid="([^"]*)"/g)
const linksOf = (address: string): string[] =>
  all(textOf(address), /\s(?:href|src)="([^"]*)"/g).filter(link => !/^[a-z]+:/.test(link))

/** Why a link of a page leads nowhere; null where it does not. A static host may serve the site below any path. */
function deadOf(page: string, link: string, ids: (address: string) => readonly string[]): string | null {
  const [path = '', anchor] = link.split('#')
  if (path.startsWith('/')) return `${link}: leaves the site where it does not stand at the root of its host`
  const address = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path))
  if (address.startsWith('..')) return `${link}: leaves the site`
  if (!existsSync(join(SITE, address)) || statSync(join(SITE, address)).isDirectory())
    return `${link}: no such file`
  return anchor === undefined || ids(address).includes(decodeURIComponent(anchor))
    ? null
    : `${link}: no such place`
}

describe('the site', () => {
  let pages: readonly string[] = []
  const known = new Map<string, readonly string[]>()
  const ids = (address: string): readonly string[] => {
    const found = known.get(address) ?? idsOf(address)
    known.set(address, found)
    return found
  }
  beforeAll(() => {
    execFileSync(process.execPath, ['docs/site/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
    pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
      .map(name => name.replaceAll('\\', '/'))
      .filter(name => name.endsWith('.html'))
  })

  test('has a page for every page of Markdown, and a start', () => {
    expect(pages).toContain('index.html')
    expect(pages.length).toBeGreaterThan(PAGES.length)
    const titles = pages.map(page => /<h1[^>]*>(.*?)<\/h1>/.exec(textOf(page))?.[1] ?? '')
    const plain = titles.map(title => title.replaceAll(/<[^>]*>/g, ''))
    for (const page of PAGES) {
      const title = /^# (.+)$/m.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
      const shown = title.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll("'", '&#39;')
      expect(plain, page).toContain(shown)
    }
  })

  test('every link leads to a file and a place in it, and no place is there twice', () => {
    const links = pages.flatMap(page => linksOf(page).map(link => [page, link] as const))
    expect(links.length).toBeGreaterThan(2000)
    expect(links.flatMap(([page, link]) => deadOf(page, link, ids) ?? [])).toEqual([])
    for (const page of pages) expect(new Set(ids(page)).size, page).toBe(ids(page).length)
  })

  test('every entry of the search leads to a place', () => {
    const urls = all(textOf('search-index.js'), /"url":"([^"]*)"/g)
    expect(urls.length).toBeGreaterThan(1000)
    expect(urls.flatMap(url => deadOf('index.html', url, ids) ?? [])).toEqual([])
  })

  test('a dead link is found', () => {
    expect(deadOf('index.html', 'docs/none.html', ids)).toBe('docs/none.html: no such file')
    expect(deadOf('index.html', 'docs', ids)).toBe('docs: no such file')
    expect(deadOf('index.html', 'docs/tables.html#none', ids)).toBe('docs/tables.html#none: no such place')
    expect(deadOf('docs/tables.html', '../../README.md', ids)).toBe('../../README.md: leaves the site')
    expect(deadOf('docs/tables.html', '#income.tax_year', ids)).toBe(null)
  })

  test('every page lets in the files of the site alone', () => {
    for (const page of pages) {
      const text = textOf(page)
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
      expect(policy, page).toMatch(/^default-src (?:'|&#39;)none(?:'|&#39;);/)
      expect(policy, page).not.toMatch(/unsafe|https?:|\*/)
      expect(all(text, /<(?:img|script|link|iframe)[^>]*\s(?:href|src)="([a-z]+:[^"]*)"/g), page).toEqual([])
    }
  })
})
