// The pages of the site, their addresses, and their groups in the navigation.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The groups of the navigation, with their pages in order. A folder stands for all of its pages. */
const GROUPS = [
  ['Begin', ['README.md', 'docs/concepts.md', 'docs/recipes.md', 'docs/python.md', 'docs/troubleshooting.md']],
  [
    'By reader',
    [
      'docs/for-data-engineers.md',
      'docs/for-underwriters.md',
      'docs/report.md',
      'docs/review.md',
      'docs/playground.md',
    ],
  ],
  ['Figures', ['docs/resolution.md', 'docs/return-lines.md', 'docs/underwriting', 'docs/checks.md']],
  ['Reference', ['docs/glossary.md', 'docs/tables.md', 'docs/issues.md', 'docs/forms', 'docs/api']],
  ['In production', ['docs/pipelines.md', 'docs/cluster.md', 'docs/guarantees.md', 'docs/privacy.md', 'docs/fdx.md']],
  ['The service', ['docs/service.md', 'docs/receivers.md', 'docs/conformance.md']],
  ['Project', ['CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'docs/decisions', 'bench/README.md']],
  [
    'For contributors',
    [
      'CONTRIBUTING.md',
      'docs/dev/architecture.md',
      'docs/dev/extending.md',
      'docs/dev/testing.md',
      'docs/dev/releasing.md',
    ],
  ],
]

/** Navigation names for folders, and for pages whose first heading would not help readers to find them. */
const NAMES = {
  'README.md': 'Guide',
  'docs/api': 'Public interface',
  'docs/decisions': 'Decisions',
  'docs/dev': 'Development',
  'docs/forms': 'Forms',
  'docs/underwriting': 'Underwriting',
  'docs/pipelines.md': 'Pipelines',
  'docs/python.md': 'From Python',
}

const nameOf = page => NAMES[page] ?? /^# (.+)$/m.exec(readFileSync(page, 'utf8'))[1].replaceAll('`', '')

/** Returns the address of a page relative to the root of the site, such as `docs/tables.md`. */
export const addressOf = page =>
  page.startsWith('docs/site/')
    ? page.slice('docs/site/'.length)
    : posix
        .join('docs', page.replace(/^docs\//, ''))
        .replace(/[^/]+$/, name => (name === 'README.md' ? 'index.md' : name.toLowerCase()))

const entry = page => ({ text: nameOf(page), link: `/${addressOf(page).replace(/(?:index)?\.md$/, '')}` })

function folderEntry(folder) {
  const pages = readdirSync(folder).filter(name => name.endsWith('.md'))
  const items = pages.filter(name => name !== 'README.md').map(name => entry(`${folder}/${name}`))
  // A group without a link becomes a button inside a button, which screen readers cannot announce.
  const { link } = pages.includes('README.md') ? entry(`${folder}/README.md`) : items.at(-1)
  return { text: nameOf(folder), link, items, collapsed: true }
}

/** Returns the navigation of the site. Pages in `docs` that no group lists come last. */
export function sidebar() {
  const groups = GROUPS.map(([text, paths]) => ({
    text,
    items: paths.filter(existsSync).map(path => (path.endsWith('.md') ? entry(path) : folderEntry(path))),
  }))
  const listed = new Set(GROUPS.flatMap(([, paths]) => paths))
  const others = readdirSync('docs')
    .map(name => `docs/${name}`)
    .filter(path => path.endsWith('.md') && !listed.has(path))
  return [...groups, { text: 'More', items: others.map(entry) }]
}
