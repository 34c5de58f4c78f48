// Extends Markdown for the site: resolves links between pages, adds anchors for table rows and declarations, and draws
// diagrams.
import { existsSync } from 'node:fs'
import { posix, relative } from 'node:path'
import { drawFlowchart } from './diagram.mjs'
import { addressOf } from './pages.mjs'

const REPOSITORY = 'https://github.com/taxtally/taxtally/blob/main'

/**
 * Returns the address of a link on the site. A link to a page in the repository leads to the page of the site. A link to
 * a file that is not a page leads to the repository. Throws if the file does not exist.
 */
function resolveLink(page, href) {
  const isInRepository = href.startsWith(`${REPOSITORY}/`)
  if (!isInRepository && (/^[a-z]+:/.test(href) || href.startsWith('#') || href.startsWith('/'))) return href
  const [target, anchor] = href.split('#')
  const path = isInRepository
    ? target.slice(REPOSITORY.length + 1)
    : posix.join(posix.dirname(page), target).replace(/\/$/, '')
  if (!existsSync(path)) throw new Error(`${page}: a link leads to ${target}, which does not exist`)
  const file = existsSync(`${path}/README.md`) ? `${path}/README.md` : path
  const address = file.endsWith('.md') ? `/${addressOf(file)}` : `${REPOSITORY}/${file}`
  return anchor === undefined ? address : `${address}#${anchor}`
}

/** Returns the same anchor for a heading as GitHub, so that links work in both places. */
export const slugify = heading =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Matches the first cell of a row that has a name: a column, an issue code or a check. */
const ROW_NAME = /^(?:`([\w.-]+)`|([A-Z][A-Z0-9]*-\d+))$/

/** Matches a declaration of the public API. */
const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) (\w+)/m

/** Adds an anchor to each named row: its name, preceded by the section's anchor if the table is in a section. */
function addRowAnchors(tokens) {
  const anchors = new Set(tokens.filter(({ type }) => type === 'heading_open').map(token => token.attrGet('id')))
  let section = null
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') section = token.tag === 'h1' ? null : token.attrGet('id')
    if (token.type !== 'tr_open' || tokens[index + 1].type !== 'td_open') return
    const [, code, check] = ROW_NAME.exec(tokens[index + 2].content) ?? []
    const name = code ?? check
    const anchor = section === null ? name?.toLowerCase() : `${section}.${name}`
    if (name === undefined || anchors.has(anchor)) return
    anchors.add(anchor)
    token.attrSet('id', anchor)
  })
}

/** Splits the code block of an API page into a heading and a block for each declaration. */
function splitDeclarations(md, tokens) {
  return tokens.flatMap(token => {
    if (token.type !== 'fence') return [token]
    const seen = new Set()
    return token.content.split('\n\n').flatMap(code => {
      const name = DECLARATION.exec(code)?.[1]
      const fence = `\`\`\`ts\n${code.trim()}\n\`\`\`\n`
      const heading = name === undefined || seen.has(name) ? '' : `## ${name} {#${name}}\n\n`
      seen.add(name)
      return md.parse(`${heading}${fence}`, {})
    })
  })
}

/** Removes paragraphs with badges, which are images of other hosts. The site loads only its own files. */
function removeBadges(tokens) {
  const isBadge = token => token.type === 'image' && /^https?:/.test(token.attrGet('src'))
  const hasBadge = token => token?.type === 'inline' && token.children.some(isBadge)
  return tokens.filter((token, index) => ![token, tokens[index - 1], tokens[index + 1]].some(hasBadge))
}

/** Adds these rules to the Markdown renderer of the site. */
export function extendMarkdown(md) {
  const pageOf = env => relative(process.cwd(), env.realPath ?? env.path).replaceAll('\\', '/')
  md.core.ruler.push('taxtally', state => {
    const page = state.env.path === undefined ? '' : pageOf(state.env)
    state.tokens = removeBadges(state.tokens)
    if (page.startsWith('docs/api/')) state.tokens = splitDeclarations(md, state.tokens)
    // Worked examples are marked with the language `example`, which the highlighter does not know.
    for (const token of state.tokens) if (token.info === 'example') token.info = 'txt'
    addRowAnchors(state.tokens)
  })
  const renderCode = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]
    return (info === 'mermaid' ? drawFlowchart(content, index) : null) ?? renderCode(tokens, index, ...rest)
  }
  const normalize = md.renderer.rules.link_open
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const link = tokens[index]
    const href = link.attrGet('href')
    if (env.path !== undefined && !link.attrGet('class')?.includes('header-anchor'))
      link.attrSet('href', resolveLink(pageOf(env), decodeURI(href)))
    return normalize(tokens, index, options, env, self)
  }
}
