import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { FLAGS } from '../../src/underwriting/flag.js'
import { INDICATORS } from '../../src/underwriting/indicators/indicator.js'
import { POLICIES } from '../../src/underwriting/policies/policies.js'
import { POLICY_SCHEMA } from '../../src/underwriting/policies/read-settings.js'
import { otherSpelling, STREAMS } from '../../src/underwriting/policies/setting.js'
import { KNOWN_FACTS } from '../../src/underwriting/policies/settings.js'
import { runExample } from './example.js'

const PAGE = readFileSync(new URL('../../docs/underwriting.md', import.meta.url), 'utf8')
const EXAMPLES = [...PAGE.matchAll(/^#{2,3} ([^\n]+)\n(?:(?!^#).*\n)*?```example\n([\s\S]*?)```/gm)].map(
  ([, title = '', text = '']) => [title, text] as const,
)
const BLOCKS = PAGE.split('```example').length - 1

/** Prints a setting as the page shows it. */
function printSetting(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return 'none'
  if (typeof value !== 'object') return String(value)
  const years = Object.entries(value).map(([category, least]) => `${category} ${least}`)
  return years.length === 0 ? 'none' : years.join(', ')
}

describe('the page about underwriting', () => {
  it.each(EXAMPLES)('gives the results that its example shows: %s', (_, text) => {
    const { actual, expected } = runExample(text)
    expect(expected.length).toBeGreaterThan(0)
    expect(actual).toEqual(expected)
  })

  it('has no example that this test does not run', () => {
    expect(EXAMPLES.length).toBe(BLOCKS)
    expect(BLOCKS).toBeGreaterThan(25)
  })

  it('names every category, indicator, flag and setting', () => {
    for (const name of [
      ...STREAMS,
      ...Object.keys(INDICATORS),
      ...Object.keys(FLAGS),
      ...Object.keys(z.toJSONSchema(POLICY_SCHEMA).properties ?? {}),
    ]) {
      expect([name, PAGE.includes(`\`${name}\``)]).toEqual([name, true])
    }
  })

  it('has the settings of every preset', () => {
    const table = PAGE.slice(PAGE.indexOf('| setting | meaning | '))
    const [names = [], ...rows] = [...table.matchAll(/^\| `?(\w+)`? \| ([^\n]+) \|$/gm)]
      .slice(0, 21)
      .map(([, setting = '', cells = '']) => [setting, ...cells.split(' | ').slice(1)])
    expect(names.slice(1)).toEqual(Object.keys(POLICIES))
    for (const [i, { name, ruleVersion, citations, ...settings }] of Object.values(POLICIES).entries()) {
      const documented = rows.map(([setting, ...cells]) => [setting, cells[i]])
      const printed = Object.entries(settings).map(([setting, value]) => [setting, printSetting(value)])
      expect([name, documented.toSorted()]).toEqual([name, printed.toSorted()])
    }
  })

  it('gives formula, inputs and missing data of exactly the existing indicators', () => {
    const table = PAGE.slice(
      PAGE.indexOf('### Formula, inputs and missing data of each'),
      PAGE.indexOf('## What the caller knows'),
    )
    const rows = [...table.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(INDICATORS))
  })

  it('has every key of known facts in camelCase and in snake_case', () => {
    const { plan, ...keys } = KNOWN_FACTS.keys
    const paths = [...Object.keys(keys), ...Object.keys(plan.keys).map(key => `plan.${key}`)]
    for (const path of paths) expect(PAGE).toContain(`| \`${path}\` | \`${otherSpelling(path)}\` |`)
  })

  it('describes each flag as the library does', () => {
    for (const [flag, sentence] of Object.entries(FLAGS)) expect(PAGE).toContain(`| \`${flag}\` | ${sentence} |`)
  })
})
