// The site: every Markdown page of the repository, the start page, and the report of the example borrower.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from 'taxtally/report'
import { defineConfig } from 'vitepress'
import { value } from '../start-example.mjs'
import { extendMarkdown, slugify } from './markdown.mjs'
import { addressOf, sidebar } from './pages.mjs'
import { renderForSearch } from './search.mjs'

/** The base path of the site on its host, with a slash at both ends. */
const BASE = process.env.SITE_BASE ?? '/'

/**
 * Returns a page's content security policy. The site loads only its own files. VitePress adds two short scripts to each
 * page, which are allowed by their hashes. Inline styles are allowed because highlighted code contains them.
 */
function contentSecurityPolicy(html) {
  const hashes = [...html.matchAll(/<script(?: id="[^"]*")?>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return `default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' ${hashes.join(' ')}; base-uri 'none'; form-action 'none'`
}

export default defineConfig({
  title: 'taxtally',
  description: 'Parsed tax records in, underwriting figures out',
  base: BASE,
  srcDir: '../..',
  outDir: '../../site',
  cacheDir: '../../node_modules/.vitepress',
  srcExclude: ['.github/**', 'bench/data/**', 'site/**', 'test/**'],
  rewrites: page => addressOf(page),
  metaChunk: true,
  head: [
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['link', { rel: 'icon', href: `${BASE}icon.svg`, type: 'image/svg+xml' }],
  ],
  markdown: {
    config: extendMarkdown,
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { publicDir: 'docs/site/public', build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/docs/' },
      { text: 'Concepts', link: '/docs/concepts' },
      { text: 'Tables', link: '/docs/tables' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
    ],
    sidebar: sidebar(),
    outline: 'deep',
    search: { provider: 'local', options: { _render: renderForSearch } },
  },
  transformHtml: html =>
    html.replace(
      '<meta charset="utf-8">',
      tag => `${tag}<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(html)}">`,
    ),
  buildEnd({ outDir }) {
    mkdirSync(outDir, { recursive: true })
    copyFileSync('llms.txt', join(outDir, 'llms.txt'))
    writeFileSync(join(outDir, 'report.html'), report(value, { policy: ['fannie-2026-08', 'latest-year'] }))
  },
})
