// Lists the nouns on a page that do not occur in the related code, so that pages and code use the same words.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readFolders } from './sources.mjs'

/** The pages, each with the folders of the code that it describes. All pages use `src/core` and `src/schema`. */
const PAGES = {
  'docs/resolution.md': ['src/resolve', 'src/ingest', 'src/schema', 'src/core'],
  'docs/underwriting/jobs.md': ['src/underwriting', 'src/figures', 'src/checks', 'src/schema', 'src/core'],
  'docs/underwriting/retirement.md': ['src/underwriting', 'src/figures', 'src/checks', 'src/schema', 'src/core'],
}

/** Matches a word after a determiner, which usually is a noun or precedes one. */
const AFTER_DETERMINER = /\b(?:a|an|the|each|every|this|that|these|those|its|their|one|two|no)\s+([a-z]{4,})\b/gi

/** Reduces a word to a stem for comparison by removing endings of plurals and verb forms. */
const stem = text =>
  text
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?:es|s|ed|ing|ly)$/, '')
    .replace(/e$/, '')

/** Returns the stems of all words in code and comments. Splits camel case: `matchGroup` gives "match" and "group". */
function stemsOf(folders) {
  const stems = new Set()
  for (const { text } of readFolders(...folders))
    for (const [part] of text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').matchAll(/[A-Za-z]{3,}/g)) stems.add(stem(part))
  return stems
}

/** Returns the nouns of a page that do not occur in its folders, with the number of times that the page uses each. */
export function findMissingNouns(page) {
  const stems = stemsOf(PAGES[page])
  const prose = readFileSync(join(ROOT, page), 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, '')
  const missing = new Map()
  for (const [, noun] of prose.matchAll(AFTER_DETERMINER))
    if (!stems.has(stem(noun))) missing.set(noun.toLowerCase(), (missing.get(noun.toLowerCase()) ?? 0) + 1)
  return missing
}
