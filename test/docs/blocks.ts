import { readdirSync, readFileSync } from 'node:fs'

/** Every page about the library. `docs/api` is excluded, because its code blocks are declarations. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map(name => `docs/${name.replaceAll('\\', '/')}`)
    .filter(name => name.endsWith('.md') && !name.startsWith('docs/api/'))
    .sort(),
]

/** The languages of blocks that run. A `diff` is applied to the sources, and an `html` page opens in a browser. */
const LANGUAGES = ['js', 'ts', 'sql', 'python', 'sh', 'html', 'diff'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * A fenced block. Labels may follow the language: `not-run`, or `file=PATH` for a block that is only written to a file.
 * `saved` is the file name in the text before the block, or null. `output` is the text block after the block, or null.
 */
export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly labels: readonly string[]
  readonly code: string
  readonly saved: string | null
  readonly output: string | null
}

/** Matches the file name that a page gives a block: save as `NAME`, or save this program as `NAME`. */
const SAVED = /\bsave (?:[a-z]+ ){0,3}as `([^`]+)`/gi

/** Lists the blocks of a page in order. A text block right after a block that runs is the expected output. */
export function blocksOf(page: string, text = readFileSync(page, 'utf8')): readonly Block[] {
  const blocks: (Block & { readonly end: number })[] = []
  for (const match of text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const [fence, info = '', code = ''] = match
    const [language = '', ...labels] = info.trim().split(/\s+/)
    const before = blocks.at(-1)
    const follows = before !== undefined && text.slice(before.end, match.index).trim() === ''
    if (language === 'text' && follows && isRun(before) && before.output === null) {
      blocks[blocks.length - 1] = { ...before, output: code, end: match.index + fence.length }
    } else {
      const line = text.slice(0, match.index).split('\n').length
      const prose = text.slice(before?.end ?? 0, match.index)
      const saved = [...prose.matchAll(SAVED)].at(-1)?.[1] ?? null
      const end = match.index + fence.length
      blocks.push({ page, line, language, labels, code, saved, output: null, end })
    }
  }
  return blocks
}

/** Returns true for a block that runs. */
export const isRun = ({ language, labels }: Pick<Block, 'language' | 'labels'>): boolean =>
  (LANGUAGES as readonly string[]).includes(language) && !labels.includes('not-run')

/** Returns the file to which a block is written for later blocks, or null. */
export const fileOf = ({ labels }: Block): string | null =>
  labels.find(label => label.startsWith('file='))?.slice('file='.length) ?? null

/** Lists fences that are invalid because they are indented, misspelled or not closed. */
export function findInvalidFences(page: string, blocks: readonly Block[]): readonly string[] {
  const fences = readFileSync(page, 'utf8').match(/^.*(?:```|~~~).*$/gm) ?? []
  const expected = 2 * (blocks.length + blocks.filter(({ output }) => output !== null).length)
  const invalidFences = fences.filter(fence => !/^```(?:[a-z]+(?: [\w./=-]+)*)?$/.test(fence))
  return fences.length === expected ? invalidFences : [...invalidFences, `${fences.length} fences, not ${expected}`]
}
