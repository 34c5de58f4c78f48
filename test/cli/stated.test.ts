import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectSame } from '../files/jobs-command.js'
import { convert, fixture, newFolder, readManifest, taxtally, writeInput } from './command.js'

const dossier = fixture('loan-files/dossier.json')
const application = fixture('loan-files/application.xml')
const factsOptions = ['--known-facts', fixture('loan-files/known-facts.ndjson')]
const loanFile = ['--stated', application, '--taxpayer-id', 'tp-application-marlow']

describe('stated income of an application', () => {
  test('gives every finding of tie_out, in the table and in the text, from a loan file and from NDJSON', () => {
    const findings = new Set<string>()
    for (const statedOptions of [loanFile, ['--stated', fixture('loan-files/stated.ndjson')]]) {
      const { code, out, readRows } = convert([dossier, ...statedOptions, ...factsOptions])
      expect(code).toBe(0)
      for (const { finding } of readRows('tie_out')) findings.add(finding as string)
      expect(Object.keys(readManifest(out).options['stated'] as object)).toEqual(['name', 'bytes'])
    }
    expect([...findings].sort()).toEqual([
      'agrees',
      'documented_only',
      'not_computable',
      'stated_higher',
      'stated_lower',
      'stated_only',
    ])
    const { stdout } = taxtally(['summarize', dossier, ...loanFile, ...factsOptions])
    expect(stdout).toMatch(/employer Quill Data +9,500\.00 +8,250\.00 +15\.2% {2}stated_higher/)
  })

  test('gives the same bytes with several threads', () => {
    const { out } = expectSame([dossier], { args: [...loanFile, ...factsOptions] })
    expect(readFileSync(join(out, 'tie_out.csv'), 'utf8')).toContain('stated_higher')
  })

  test('is incorrect usage if its file is unusable, and the message contains no content of the file', () => {
    const folder = newFolder()
    const path = join(folder, 'S3CRET-free.txt')
    const cases: [string, string, string[]][] = [
      ['<!DOCTYPE x [<!ENTITY a "S3CRETX">]><x/>', 'document type', ['--taxpayer-id', 'x']],
      ['<S3CRETX/>', 'not a MISMO loan file', ['--taxpayer-id', 'x']],
      ['<S3CRETX/>', '--taxpayer-id', []],
      ['{"taxpayer_id":"a","borrowers":"S3CRETX"}\n', "line 1: $['borrowers']", []],
      ['{"taxpayer_id":"a","S3CRETX1234":1,"borrowers":[]}\n', 'unknown', []],
      ['{S3CRETX', 'line 1', []],
    ]
    for (const [text, expectedText, options] of cases) {
      writeFileSync(path, text)
      const { code, stderr } = taxtally(['summarize', dossier, '--stated', path, ...options])
      expect([code, stderr]).toEqual([2, expect.stringContaining(expectedText)])
      expect(stderr).not.toContain('S3CRETX')
    }
    expect(taxtally(['summarize', dossier, '--stated', join(folder, 'none')]).code).toBe(2)
  })

  test('is reported with its line if its taxpayer is not in the inputs', () => {
    const path = writeInput('\n{"taxpayerId":"other","borrowers":[]}\n')
    expect(taxtally(['summarize', dossier, '--stated', path]).stderr).toContain(
      '--stated, line 2: its taxpayer is not in the inputs',
    )
  })
})

test('two policies appear next to each other, and rows that differ are marked', () => {
  const { stdout } = taxtally([
    'summarize',
    fixture('dossiers.ndjson'),
    '--policy',
    'fannie-2026-08',
    '--policy',
    'nonqm-1099',
  ])
  expect(stdout).toContain('Monthly qualifying income by guideline  Fannie Mae  Non-QM 1099')
  expect(stdout).toMatch(/self_employment .*they differ/)
})
