// Which pages there are, where each stands on the site, and how the navigation groups them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'

/** Headings of the navigation, and their pages in order: those that are there. A page of `docs` that no group names stands in the last. */
const GROUPS = [
  ['Begin', ['README.md', 'docs/python.md', 'docs/recipes.md', 'docs/troubleshooting.md', 'docs/report.md']],
  ['Figures', ['docs/resolution.md', 'docs/return-lines.md', 'docs/underwriting.md', 'docs/checks.md']],
  ['Reference', ['docs/tables.md', 'docs/issues.md', 'docs/forms/README.md', 'docs/api', 'schemas']],
  [
    'In production',
    ['docs/pipelines.md', 'docs/cluster.md', 'docs/guarantees.md', 'docs/privacy.md', 'docs/fdx.md'],
  ],
  ['The service', ['docs/service.md', 'docs/receivers.md', 'docs/conformance.md']],
  [
    'Project',
    [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/upgrading.md',
      'docs/decisions/README.md',
      'bench/README.md',
    ],
  ],
]

/** Names where a heading is not how one would look for the page. */
const NAMES = {
  'README.md': 'Guide',
  'docs/pipelines.md': 'Pipelines',
  'docs/python.md': 'From Python',
  'docs/api': 'Public interface',
  schemas: 'Schemas',
}

const isPage = path => path.endsWith('.md')
const below = folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => posix.join(folder, name.replaceAll('\\', '/')))
    .sort()

/** Every page of Markdown that the site holds. */
export const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...below('docs').filter(isPage),
  ...below('bench').filter(path => isPage(path) && !path.includes('/data/')),
  'fixtures/README.md',
]

/** Where a file or a folder of the repository stands on the site. */
export function addressOf(path) {
  const place = posix.join('docs', path.replace(/^docs\//, ''))
  if (!isPage(path)) return statSync(path).isDirectory() ? `${place}/index.html` : place
  return place
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
    .replace(/[^/]+$/, name => name.toLowerCase())
}

/** The files of a folder that has no page of its own, to be listed and copied. Missing: null for one that has, and for a file. */
export const listingOf = path =>
  statSync(path).isDirectory() && !existsSync(`${path}/README.md`)
    ? below(path).filter(each => statSync(each).isFile())
    : null

/** What the navigation calls a page. */
export const nameOf = path =>
  NAMES[path] ?? (isPage(path) ? /^# (.+)$/m.exec(readFileSync(path, 'utf8'))[1] : path)

/** The pages that stand below one in the navigation: those of its folder. */
const partsOf = path => {
  const folder = path.replace(/\/README\.md$/, '')
  return folder === path && isPage(path)
    ? []
    : PAGES.filter(page => page !== path && posix.dirname(page) === folder)
}

/** The navigation: groups of pages, with the pages below each. */
export function navigation() {
  const groups = GROUPS.map(([title, paths]) => [
    title,
    paths.filter(existsSync).map(path => ({ path, parts: partsOf(path) })),
  ])
  const placed = new Set(
    groups.flatMap(([, entries]) => entries.flatMap(({ path, parts }) => [path, ...parts])),
  )
  const rest = PAGES.filter(page => !placed.has(page)).map(path => ({ path, parts: [] }))
  return [...groups, ['More', rest]]
}
