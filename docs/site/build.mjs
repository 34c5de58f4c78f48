// `npm run site`: the documentation and the start page, beside the playground, as a folder for any static host.
// With the name of another folder: the same there, without a playground.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import { report } from 'taxtally/report'
import { documentOf } from './layout.mjs'
import { escapeText, render } from './markdown.mjs'
import { addressOf, listingOf, nameOf, navigation, PAGES } from './pages.mjs'
import { INDEX, weightOf } from './search-options.mjs'
import { startPage } from './start.mjs'
import { value } from './start-example.mjs'

const [OTHER] = process.argv.slice(2)
const OUT = OTHER ?? 'site'
const here = name => fileURLToPath(new URL(name, import.meta.url))

function put(address, content) {
  mkdirSync(dirname(join(OUT, address)), { recursive: true })
  writeFileSync(join(OUT, address), content)
}

/** Builds the playground into the same folder, where the project has one. Gives whether it is there. */
function buildPlayground() {
  if (OTHER !== undefined) return false
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (scripts.playground === undefined)
    process.stderr.write('SKIPPED: the playground, which this project has not.\n')
  else if (
    spawnSync('npm', ['run', '--silent', 'playground'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    }).status !== 0
  )
    throw new Error('The playground could not be built.')
  return existsSync(join(OUT, 'playground/index.html'))
}

const entries = []
/** The parts of a page, as the search knows them. */
function index(page, parts) {
  const name = nameOf(page)
  for (const { anchor, title, section, level, text } of parts) {
    const within = level === 1 ? '' : level === 7 && section !== name ? `${name} › ${section}` : name
    const excerpt = text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)
    const url = `${addressOf(page)}${level === 1 ? '' : `#${anchor}`}`
    entries.push({ id: entries.length, title, within, text, excerpt, url, weight: weightOf(page, level) })
  }
}

for (const each of ['docs', 'index.html', 'report.html'])
  rmSync(join(OUT, each), { recursive: true, force: true })
const playground = buildPlayground()
const groups = navigation()
const linked = new Set(groups.flatMap(([, pages]) => pages.map(({ path }) => path)))
const pageOf = (page, title, content, sections = []) =>
  put(
    addressOf(page),
    documentOf({
      address: addressOf(page),
      page,
      sections,
      title: `${title} · taxtally`,
      content,
      groups,
      playground,
    }),
  )

for (const page of PAGES) {
  const { html, parts } = render(page, readFileSync(page, 'utf8'), file => linked.add(file))
  const sections = parts.filter(({ level }) => level === 2)
  pageOf(page, nameOf(page), html, sections)
  index(page, parts)
}

/** A folder without a page of its own: its files, by their names. */
function list(folder, files) {
  const from = posix.dirname(addressOf(folder))
  const items = files.map(
    file =>
      `<li><a href="${posix.relative(from, addressOf(file))}"><code>${escapeText(posix.relative(folder, file))}</code></a></li>`,
  )
  pageOf(
    folder,
    nameOf(folder),
    `<h1>${escapeText(nameOf(folder))}</h1>\n<ul class="files">\n${items.join('\n')}\n</ul>`,
  )
  for (const file of files) linked.add(file)
}
for (const path of linked) {
  const files = listingOf(path)
  if (files !== null) list(path, files)
  else if (!PAGES.includes(path)) {
    mkdirSync(dirname(join(OUT, addressOf(path))), { recursive: true })
    copyFileSync(path, join(OUT, addressOf(path)))
  }
}

put(
  'index.html',
  documentOf({
    address: 'index.html',
    page: null,
    title: 'taxtally',
    content: startPage({ playground }),
    groups: null,
    playground,
  }),
)
put('report.html', report(value, { policies: ['fannie-2026-03', 'latest-year'] }))
for (const name of ['style.css', 'icon.svg']) copyFileSync(here(name), join(OUT, name))
await build({
  entryPoints: [here('client/main.js')],
  // That the library has no side effects is not true of the scripts of its site.
  ignoreAnnotations: true,
  bundle: true,
  minify: true,
  format: 'iife',
  outfile: join(OUT, 'search.js'),
})
const search = new MiniSearch(INDEX)
search.addAll(entries)
put('search-index.js', `searchIndex('${JSON.stringify(search).replace(/[\\']/g, '\\$&')}')\n`)
process.stdout.write(`${PAGES.length} pages, ${entries.length} entries of the search, in ${OUT}/\n`)
