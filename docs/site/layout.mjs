// The frame of every page: its head, the search, the navigation.
import { posix } from 'node:path'
import { escapeText } from './markdown.mjs'
import { addressOf, nameOf } from './pages.mjs'

/** Nothing but the site's own files: the index of the search is a script, so that no page may ask anything of anyone. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

const listOf = items => (items.length === 0 ? '' : `<ul>${items.join('')}</ul>`)

/** A page in the navigation; below the page itself its sections, and below a page of several their list. */
function entry({ path, parts }, at) {
  const isHere = path === at.page
  const href = posix.relative(posix.dirname(at.address), addressOf(path))
  const sections = isHere
    ? at.sections.map(({ anchor, title }) => `<li><a href="#${anchor}">${escapeText(title)}</a></li>`)
    : []
  const isOpen = isHere || parts.includes(at.page)
  const pages = isOpen ? parts.map(part => entry({ path: part, parts: [] }, at)) : []
  const current = isHere ? ' aria-current="page"' : ''
  return `<li><a href="${href}"${current}>${escapeText(nameOf(path))}</a>${listOf(sections)}${listOf(pages)}</li>`
}

const navOf = (groups, at) =>
  `<nav id="site-pages" aria-label="Pages">${groups
    .map(([title, entries]) => `<h2>${title}</h2>${listOf(entries.map(each => entry(each, at)))}`)
    .join('\n')}</nav>`

/**
 * A page of the site as a document. `address` is where it stands, `page` the Markdown that it is of, `sections` what
 * stands in it, `groups` the
 * navigation (null: a page without), `playground` whether there is one to lead to.
 */
export function documentOf({ address, page, sections, title, content, groups, playground }) {
  const root = posix.relative(posix.dirname(address), '.') || '.'
  const pages = groups === null ? '' : '<a class="to-pages" href="#site-pages">Pages</a>'
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(title)}</title>
<link rel="icon" href="${root}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}/style.css">
<script src="${root}/search.js" defer></script>
</head>
<body${groups === null ? ' class="start"' : ''}>
<a class="skip" href="#site-content">To the content</a>
<header>
<a class="home" href="${root}/index.html">taxtally</a>
<div class="links" role="navigation" aria-label="Site">
<a href="${root}/docs/index.html">Guide</a>
<a href="${root}/docs/tables.html">Tables</a>
${playground ? `<a href="${root}/playground/index.html">Playground</a>\n` : ''}${pages}
</div>
<form role="search" hidden>
<label for="site-search">Search</label>
<input id="site-search" type="search" autocomplete="off" spellcheck="false" placeholder="Column, code, check, word" aria-describedby="site-found">
<p id="site-found" role="status"></p>
<ol></ol>
</form>
</header>
<div class="body">
<main id="site-content" tabindex="-1">
${content}
</main>
${groups === null ? '' : navOf(groups, { address, page, sections })}
</div>
</body>
</html>
`
}
