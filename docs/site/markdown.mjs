// A page of Markdown as HTML: headings and rows to lead to, links to pages of the site, and its parts for the search.
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { Marked } from 'marked'
import { addressOf } from './pages.mjs'

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in HTML. */
export const escapeText = text => String(text).replace(/[&<>"]/g, each => ENTITIES[each])

/** Text of what was rendered. */
const textOf = html =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:amp|lt|gt|quot|#39);/g,
      each => ({ '&#39;': "'" })[each] ?? Object.keys(ENTITIES).find(key => ENTITIES[key] === each),
    )

/** What cells say. */
const textsOf = cells =>
  cells
    .map(textOf)
    .filter(text => text !== '')
    .join(' · ')

/** Anchors as GitHub makes them of headings: each once. */
function anchors() {
  const seen = new Map()
  return text => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}

/** A link's address from a page of the site. Throws where it leads to nothing. */
function linkOf(page, href, wanted) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
  const [target, anchor] = href.split('#')
  const path = posix.join(posix.dirname(page), target).replace(/\/$/, '')
  if (!existsSync(path)) throw new Error(`${page}: a link leads to ${target}, which is not there`)
  const folderPage = `${path}/README.md`
  const file = existsSync(folderPage) ? folderPage : path
  wanted(file)
  return `${posix.relative(posix.dirname(addressOf(page)), addressOf(file))}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Markup in Markdown: a comment is nobody's to read, a picture is shown, anything else is text. */
function markupOf(raw, link) {
  if (raw.startsWith('<!--')) return ''
  if (!/^<img [^<>]*>\s*$/.test(raw)) return escapeText(raw)
  return raw.replace(/ src="([^"]*)"/, (_, src) => ` src="${escapeText(link(src))}"`)
}

/** A first cell that names its row, as a column, a code or a check does. */
const ROW_NAME = /^(?:<code>([\w.-]+)<\/code>|([A-Z][A-Z0-9]*-\d+))$/

/** A declaration of the public interface, by its name. */
const DECLARED = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) (\w+)/m

/**
 * Renders a page. `wanted` hears of every file that a link leads to.
 * Gives its HTML, and its parts: `{ anchor, title, level, text }`, a section or a row that has a name.
 */
export function render(page, markdown, wanted = () => {}) {
  const anchorOf = anchors()
  const taken = new Set()
  const parts = []
  const add = text => {
    if (parts.length > 0) parts.at(-1).text += ` ${text}`
  }
  let section
  /** Declarations of the public interface, each with a place and an entry. */
  const declarations = text =>
    text
      .split('\n\n')
      .map(each => {
        const name = DECLARED.exec(each)?.[1]
        if (name === undefined || taken.has(name)) return escapeText(each)
        taken.add(name)
        parts.push({ anchor: name, title: name, level: 7, section: section.title, text: each })
        return `<span id="${name}">${escapeText(each)}</span>`
      })
      .join('\n\n')
  const marked = new Marked({
    renderer: {
      html: ({ raw }) => markupOf(raw, href => linkOf(page, href, wanted)),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens)
        const title = textOf(inner)
        const anchor = anchorOf(title)
        taken.add(anchor)
        section = { anchor, title, level: depth, text: '' }
        parts.push(section)
        const link =
          depth === 1
            ? ''
            : ` <a class="here" href="#${anchor}" aria-label="Link to ${escapeText(title)}">#</a>`
        return `<h${depth} id="${anchor}">${inner}${link}</h${depth}>\n`
      },
      link({ href, title, tokens }) {
        const named = title ? ` title="${escapeText(title)}"` : ''
        return `<a href="${escapeText(linkOf(page, href, wanted))}"${named}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escapeText(linkOf(page, href, wanted))}" alt="${escapeText(text)}">`
      },
      code({ text }) {
        const isInterface = page.startsWith('docs/api/')
        if (!isInterface) add(text)
        const shown = isInterface ? declarations(text) : escapeText(text)
        return `<pre tabindex="0" role="group" aria-label="Code"><code>${shown}</code></pre>\n`
      },
      paragraph({ tokens }) {
        const inner = this.parser.parseInline(tokens)
        add(textOf(inner))
        return `<p>${inner}</p>\n`
      },
      listitem({ tokens }) {
        const inner = this.parser.parse(tokens)
        add(textOf(inner))
        return `<li>${inner}</li>\n`
      },
      table({ header, rows }) {
        const cells = row => row.map(({ tokens }) => this.parser.parseInline(tokens))
        const above = section
        const body = rows.map(cells).map(row => {
          const [, code, check] = ROW_NAME.exec(row[0]) ?? []
          const name = code ?? check
          const anchor = above.level === 1 ? name?.toLowerCase() : `${above.anchor}.${name}`
          const lead = name !== undefined && !taken.has(anchor)
          const text = textsOf(row)
          if (lead) {
            taken.add(anchor)
            parts.push({ anchor, title: name, level: 7, section: above.title, text: textsOf(row.slice(1)) })
          } else above.text += ` ${text}`
          return `<tr${lead ? ` id="${escapeText(anchor)}"` : ''}><th scope="row">${row[0]}</th>${row
            .slice(1)
            .map(cell => `<td>${cell}</td>`)
            .join('')}</tr>`
        })
        const head = cells(header).map(cell => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`))
        return `<div class="wide" tabindex="0" role="group" aria-label="Table: ${escapeText(above.title)}"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>\n`
      },
    },
  })
  return { html: marked.parse(markdown), parts }
}
