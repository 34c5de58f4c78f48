import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { CONDITIONS, FLAGS, INDICATORS, PRESETS } from '../../src/index.js'
import { KNOWN_FACTS_TABLE } from '../../src/underwriting/facts/known-facts-table.js'
import { CONDITION_CODES, STREAM_CATEGORIES } from '../../src/underwriting/policies/policy.js'
import { SETTING_NAMES } from '../../src/underwriting/policies/policy-table.js'
import { getInnerSetting, listKeys, otherSpelling, type Setting } from '../../src/underwriting/policies/setting.js'
import { runWorkedExample } from './worked-example.js'

const FOLDER = 'docs/underwriting'
const PAGES = [...readdirSync(FOLDER).map(name => `${FOLDER}/${name}`), 'docs/for-underwriters.md']

const EXAMPLE = /^```example\n([\s\S]*?)^```$/gm

describe.each(PAGES)('%s', page => {
  const text = readFileSync(page, 'utf8')
  const examples = [...text.matchAll(EXAMPLE)].map(({ 1: example = '', index }) => {
    const heading = [...text.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? ''
    return { title: `${heading}, line ${text.slice(0, index).split('\n').length}`, example }
  })

  test.each(examples)('the example has the figures that the page shows: $title', ({ example }) => {
    const { figures, expected } = runWorkedExample(example)
    expect(expected.length).toBeGreaterThan(0)
    expect(figures).toEqual(expected)
  })

  test('has fewer than 250 lines and begins with its readers', () => {
    expect(text.split('\n').length).toBeLessThan(250)
    expect(text.split('\n')[2]).toMatch(/^This page is for /)
  })
})

describe('the pages together', () => {
  const read = (name: string): string =>
    readFileSync(name === 'for-underwriters' ? `docs/${name}.md` : `${FOLDER}/${name}.md`, 'utf8')
  const all = PAGES.map(page => readFileSync(page, 'utf8')).join('\n')
  const cellsOf = (text: string): string[][] =>
    [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ').map(cell => cell.trim()))

  it('name every category, setting, flag and indicator', () => {
    for (const name of [...STREAM_CATEGORIES, ...SETTING_NAMES, ...Object.keys(FLAGS), ...Object.keys(INDICATORS)])
      expect([name, all.includes(`\`${name}\``)]).toEqual([name, true])
  })

  it('describe each flag as the library does', () => {
    for (const [flag, sentence] of Object.entries(FLAGS)) expect(all).toContain(`| \`${flag}\` | ${sentence} |`)
  })

  it('list exactly the existing indicators', () => {
    const rows = cellsOf(read('indicators')).map(([name = '']) => /^`(\w+)`$/.exec(name)?.[1])
    expect(rows.filter(name => name !== undefined && Object.hasOwn(INDICATORS, name))).toEqual(Object.keys(INDICATORS))
  })

  it('tell underwriters about each condition once, and name its document', () => {
    const rows = cellsOf(read('for-underwriters')).filter(([name = '']) => /^`\w+`$/.test(name))
    expect(rows.map(([name = '']) => name.slice(1, -1)).sort()).toEqual([...CONDITION_CODES].sort())
    for (const [name = '', , document] of rows)
      expect([name, document]).toEqual([name, CONDITIONS[name.slice(1, -1) as keyof typeof CONDITIONS].document])
  })

  const presets = Object.keys(PRESETS)

  /** Returns the cells of a table of presets by the name in the first cell. */
  function readPresetTable(): Map<string, string[]> {
    const rows = cellsOf(read('policies')).filter(cells => cells.length === presets.length + 1)
    return new Map(rows.map(([name = '', ...cells]) => [name.replaceAll('`', ''), cells]))
  }

  it('have the settings and severities of every preset', () => {
    const table = readPresetTable()
    for (const [i, policy] of Object.values(PRESETS).entries()) {
      for (const name of SETTING_NAMES) expect([name, table.get(name)?.[i]]).toEqual([name, printSetting(policy[name])])
      for (const code of CONDITION_CODES)
        expect([code, table.get(code)?.[i]]).toEqual([code, printSeverity(policy.conditions[code])])
    }
  })

  it('have every key of known facts in the spelling of files', () => {
    const page = read('known-facts')
    for (const key of listFactKeys(KNOWN_FACTS_TABLE)) expect([key, page.includes(`\`${key}\``)]).toEqual([key, true])
  })
})

/** Prints a setting as the page shows it. */
function printSetting(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(([key, inner]) => `${key} ${String(inner)}`)
  return entries.length === 0 ? 'none' : entries.join(', ')
}

/** Prints a severity by its first letter: B, R, S or - . Two letters: held by the IRS, then software only. */
function printSeverity(setting: (typeof PRESETS)['va']['conditions'][(typeof CONDITION_CODES)[number]]): string {
  if (typeof setting === 'object') return `${printSeverity(setting.heldByIrs)}/${printSeverity(setting.softwareOnly)}`
  return { blocking: 'B', review: 'R', standard: 'S', ignore: '-', by_rule: 'rule' }[setting]
}

/** Lists the keys of a setting and of its inner settings. */
function listFactKeys(setting: Setting): string[] {
  if (setting.is === 'list') return listFactKeys(setting.items)
  if (setting.is !== 'object') return []
  if (setting.names !== undefined) return setting.entries === undefined ? [] : listFactKeys(setting.entries)
  return listKeys(setting).flatMap(key => [toFileSpelling(key), ...listFactKeys(getInnerSetting(setting, key))])
}

const toFileSpelling = (key: string): string => (/[A-Z]/.test(key) ? otherSpelling(key) : key)
