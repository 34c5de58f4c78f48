// Counts the comments of source files that contain a marker of unidiomatic English.
import ts from 'typescript'
import { locate } from './sources.mjs'

/** The markers by name. Each is a habit that makes a sentence hard to understand at first reading. */
const MARKERS = {
  '"where" for "if"':
    /(?<!\b(?:says?|said|shows?|knows?|know|tells?|finds?|found|and|or|of|from|to|file|line|place|is|are|see)) where\b|^where\b|(?:^|[.;] )Where\b/,
  '"behind", "in front of", "beside"': /\b(?:behind|in front of|beside)\b/i,
  '"is no ..."': /(?<!\b[Tt]here )\b(?:is|are|was|were|be) no(?:body|thing)?\b(?! longer| more than)/,
  '"What is ..." or "Whoever" as a subject': /(?:^|[.;:] )(?:What|Whoever|Whatever)\b/,
  '"Of ..." at the start': /(?:^|[.;] )Of\b/,
  '"so many", "as many"': /\b(?:so|as) (?:many|few|much)\b(?! as)/i,
  '"told", "hangs on", "put out"': /\b(?:told|tells of|hangs? on|puts? out|met|lost)\b/,
  '"of which", "but for", "for whom"': /\b(?:of which|but for|of whom|for whom)\b/,
}

/** Returns the text of a comment without its delimiters and code, on one line. */
const cleanComment = text =>
  text
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^\s*(?:\*|\/\/)/gm, '')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, 'code')
    .replace(/@example[\s\S]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Lists the comments of a file. Consecutive `//` lines are one comment. */
function listComments(source) {
  const { text } = source
  const comments = []
  const seen = new Set()
  const add = range => {
    if (seen.has(range.pos)) return
    seen.add(range.pos)
    const last = comments.at(-1)
    const isLine = text.startsWith('//', range.pos)
    if (last?.isLine && isLine && /^\n[ \t]*$/.test(text.slice(last.end, range.pos))) last.end = range.end
    else comments.push({ pos: range.pos, end: range.end, isLine })
  }
  const visit = node => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) add(range)
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) add(range)
    node.getChildren(source).forEach(visit)
  }
  visit(source)
  return comments
    .sort((a, b) => a.pos - b.pos)
    .map(({ pos, end }) => ({ location: locate(source, pos), text: cleanComment(text.slice(pos, end)) }))
    .filter(comment => !/^(?:biome-ignore|@vitest|c8 |v8 |shellcheck|#__)/.test(comment.text))
    .filter(comment => comment.text !== '')
}

/** Counts the comments of source files, and lists those with a marker. */
export function countMarkers(sources) {
  const comments = sources.flatMap(listComments)
  const marked = comments.flatMap(comment => {
    const markers = Object.keys(MARKERS).filter(name => MARKERS[name].test(comment.text))
    return markers.length === 0 ? [] : [{ ...comment, markers }]
  })
  return { total: comments.length, marked }
}
