import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { ROOT, taxtally } from './command.js'

const tables: readonly FormTable[] = FORMS

describe('forms', () => {
  test('lists every form kind', () => {
    const lines = taxtally(['forms']).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(tables.length + 1)
    tables.forEach(({ key, number, title }, i) => {
      expect(lines[i + 1]).toMatch(new RegExp(`^${key} `))
      expect(lines[i + 1]).toContain(`  ${number}  `)
      expect(lines[i + 1]?.endsWith(title)).toBe(true)
    })
  })

  test('lists the fields of one form kind, for each of its names', () => {
    for (const { number, fields } of tables) {
      const [, ...lines] = taxtally(['forms', number]).stdout.trimEnd().split('\n')
      const parties = ['issuer', 'recipient'].flatMap(name =>
        ['', '.id', '.name', '.address'].map(suffix => name + suffix),
      )
      const names = lines.map(line => line.split(/ {2,}/)[1])
      expect(names).toEqual([...fields.map(({ name }) => name), ...parties])
    }
    expect(taxtally(['forms', 'W-2']).stdout).toBe(taxtally(['forms', 'form_w2']).stdout)
    expect(taxtally(['forms', 'w2']).stdout).toBe(taxtally(['forms', 'form_w2']).stdout)
  })

  test('lists the known form kinds if the form kind is unknown', () => {
    const { stderr } = taxtally(['forms', 'w9'])
    for (const { key } of tables) expect(stderr).toContain(key)
  })
})

describe('schema', () => {
  const files = readdirSync(join(ROOT, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.json'))
    .sort()
  const names = files.map(file => file.slice(0, -'.json'.length))

  test('lists the files in the folder schemas', () => {
    expect(names).toContain('record')
    expect(taxtally(['schema']).stdout.trimEnd().split('\n')).toEqual(names.sort())
  })

  test('prints a schema without changes', () => {
    const text = readFileSync(join(ROOT, 'schemas/record.json'), 'utf8')
    expect(taxtally(['schema', 'record']).stdout).toBe(text)
    expect(taxtally(['schema', 'record.json']).stdout).toBe(text)
  })

  test('rejects a name that two schemas share', () => {
    const { code, stderr } = taxtally(['schema', 'form_w2'])
    expect(code).toBe(2)
    expect(stderr).toContain('documents/form_w2, tables/form_w2.')
    expect(taxtally(['schema', 'income']).stdout).toBe(taxtally(['schema', 'tables/income']).stdout)
  })
})
