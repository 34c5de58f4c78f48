// The frame of every page: its head, the search, the navigation.
import { posix } from 'node:path'
import { escapeText } from './markdown.mjs'
import { addressOf, nameOf } from './pages.mjs'

/** Nothing but the site's own files: the index of the search is a script, so that no page may ask anything of anyone. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

function entry({ path, parts }, page, from) {
  const at = path === page
  const href = posix.relative(posix.dirname(from), addressOf(path))
  const open = parts.length > 0 && (at || parts.includes(page))
  const list = open
    ? `<ul>${parts.map(part => entry({ path: part, parts: [] }, page, from)).join('')}</ul>`
    : ''
  return `<li><a href="${href}"${at ? ' aria-current="page"' : ''}>${escapeText(nameOf(path))}</a>${list}</li>`
}

const navOf = (groups, page, from) =>
  `<nav id="site-pages" aria-label="Pages">${groups
    .map(
      ([title, entries]) =>
        `<h2>${title}</h2><ul>${entries.map(each => entry(each, page, from)).join('')}</ul>`,
    )
    .join('\n')}</nav>`

/**
 * A page of the site as a document. `address` is where it stands, `page` the Markdown that it is of, `groups` the
 * navigation (null: a page without), `playground` whether there is one to lead to.
 */
export function documentOf({ address, page, title, content, groups, playground }) {
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
${groups === null ? '' : navOf(groups, page, address)}
</div>
</body>
</html>
`
}
