import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from './blocks.js'

const SITE = 'site'
const textOf = (address: string): string => readFileSync(join(SITE, address), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, group = '']) => group)

const idsOf = (address: string): string[] => all(textOf(address), /<[^>]+\sid="([^"]*)"/g)
const linksOf = (address: string): string[] =>
  all(textOf(address), /\s(?:href|src)="([^"]*)"/g).filter(link => !/^[a-z]+:/.test(link))

/** Returns the reason why a link is dead, or null if it leads to a page, a file or an anchor. */
function findFault(page: string, link: string, ids: (address: string) => readonly string[]): string | null {
  const [path = '', anchor] = link.split('#')
  const linked = path === '' ? page : posix.join(posix.dirname(`/${page}`), path).slice(1)
  const absolute = path.startsWith('/') ? path.slice(1) : linked
  const address = absolute === '' || absolute.endsWith('/') ? `${absolute}index.html` : absolute
  if (!existsSync(join(SITE, address)) || statSync(join(SITE, address)).isDirectory()) return `${link}: no such file`
  return anchor === undefined || ids(address).includes(decodeURIComponent(anchor)) ? null : `${link}: no such anchor`
}

describe('the site', () => {
  let pages: readonly string[] = []
  const idsByAddress = new Map<string, readonly string[]>()
  const ids = (address: string): readonly string[] => {
    const pageIds = idsByAddress.get(address) ?? idsOf(address)
    idsByAddress.set(address, pageIds)
    return pageIds
  }
  beforeAll(() => {
    // Do not call `npm run site`, because it would compile the library again while other tests use it.
    execFileSync('npx', ['vitepress', 'build', 'docs/site'], { stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('npm', ['run', '--silent', 'playground'], { stdio: ['ignore', 'ignore', 'inherit'] })
    pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
      .map(name => name.replaceAll('\\', '/'))
      .filter(name => name.endsWith('.html'))
  }, 600_000)

  test('has a start page and a page for every Markdown page', () => {
    expect(pages).toContain('index.html')
    expect(pages.length).toBeGreaterThan(PAGES.length)
    const titles = pages.map(page => /<h1[^>]*>(.*?)<\/h1>/.exec(textOf(page))?.[1] ?? '')
    const plainTitles = titles.map(title => title.replaceAll(/<[^>]*>|\u200b|&ZeroWidthSpace;/g, '').trim())
    for (const page of PAGES) {
      const title = /^# (.+)$/m.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
      const htmlTitle = title.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll("'", '&#39;')
      expect(plainTitles, page).toContain(htmlTitle)
    }
  })

  test('a Mermaid block is a picture, which needs no script and no file of another host', () => {
    const [figure = ''] = /<figure class="diagram".*?<\/figure>/s.exec(textOf('docs/concepts.html')) ?? []
    expect(figure).toMatch(/<svg .*Taxpayer.*<\/svg>/s)
    expect(figure).not.toMatch(/https?:(?!\/\/www\.w3\.org\/2000\/svg)|@import|<script/)
  })

  test('every link leads to a file and an anchor, and no anchor occurs twice', () => {
    const links = pages.flatMap(page => linksOf(page).map(link => [page, link] as const))
    expect(links.length).toBeGreaterThan(2000)
    expect(links.flatMap(([page, link]) => findFault(page, link, ids) ?? [])).toEqual([])
    for (const page of pages) expect(new Set(ids(page)).size, page).toBe(ids(page).length)
  })

  test('every entry of the search leads to an anchor', () => {
    const [index = ''] = readdirSync(join(SITE, 'assets/chunks')).filter(name => name.includes('localSearchIndex'))
    const links = all(textOf(`assets/chunks/${index}`), /"\d+":"(\/[^"]*)"/g)
    expect(links.length).toBeGreaterThan(1000)
    expect(links.flatMap(link => findFault('index.html', link, ids) ?? [])).toEqual([])
  })

  test('a dead link is found', () => {
    expect(findFault('index.html', 'docs/none.html', ids)).toBe('docs/none.html: no such file')
    expect(findFault('index.html', 'docs', ids)).toBe('docs: no such file')
    expect(findFault('index.html', '/docs/tables.html#none', ids)).toBe('/docs/tables.html#none: no such anchor')
    expect(findFault('docs/tables.html', '../../README.md', ids)).toBe('../../README.md: no such file')
    expect(findFault('docs/tables.html', '#income.tax_year', ids)).toBe(null)
  })

  test('every page may load only files of the site', () => {
    for (const page of pages) {
      const text = textOf(page)
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
      expect(policy, page).toMatch(/^default-src (?:'|&#39;)none(?:'|&#39;);/)
      // Highlighted code has inline style attributes for colors.
      expect(policy.replace("style-src 'self' 'unsafe-inline'", ''), page).not.toMatch(/unsafe|https?:|\*/)
      expect(all(text, /<(?:img|script|link|iframe)[^>]*\s(?:href|src)="([a-z]+:[^"]*)"/g), page).toEqual([])
    }
  })
})
