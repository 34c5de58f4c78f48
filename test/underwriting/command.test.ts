import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { explainCommand } from '../../src/cli/commands/show.js'
import { readCall } from '../../src/cli/options/options.js'
import { UsageError } from '../../src/cli/options/parse-arguments.js'
import { sharedFolder } from '../support/folder.js'
import { captureOutput } from '../support/output.js'
import { makeDocument, makeDossier, makeW2 } from './dossiers.js'

const folder = sharedFolder()
const writeFixture = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const dossiers = writeFixture(
  'two.ndjson',
  [makeW2(2023, 'A', 24000), makeDocument(2023, 'form_1099_r', 'P', { gross_distribution: 120, taxable_amount: 120 })]
    .map((document, i) => JSON.stringify({ ...makeDossier([document]), taxpayer: { id: `tp-${i}` } }))
    .join('\n'),
)

/** Runs the command and returns its output, and the error if it threw one. */
async function explain(...args: string[]) {
  const printed = captureOutput()
  try {
    const code = await explainCommand(readCall(['explain', dossiers, ...args], {}))
    return { stdout: printed.out, stderr: printed.err, code, error: null }
  } catch (error) {
    return { stdout: printed.out, stderr: printed.err, code: null, error }
  } finally {
    vi.restoreAllMocks()
  }
}

describe('the command that explains a figure', () => {
  it('refuses an impossible figure name before it reads input, and lists the valid names', async () => {
    for (const [name, near] of [
      ['luck', ''],
      ['wages.computed_montly', ' Did you mean wages.computed_monthly?'],
    ] as const) {
      const { stdout, stderr, error } = await explain('--figure', name)
      expect(error).toBeInstanceOf(UsageError)
      const [first, rows, columns, indicators, last] = (error as UsageError).complaints
      expect(first).toBe(`--figure: there is no figure with this name.${near}`)
      expect(rows).toMatch(/^Rows: allocated_tips, .*, officer_compensation, .*, total, unemployment, wages\.$/)
      expect(columns).toMatch(/latest_amount, .*, verified_monthly\.$/)
      expect(indicators).toMatch(/^Indicators: adjusted_income, .*, years_of_history\.$/)
      expect(last).toBe('taxtally explain INPUT --figures lists those of the taxpayers in INPUT.')
      expect([stdout, stderr]).toEqual(['', ''])
    }
  })

  it('ends with a usage error and no output if no taxpayer has the figure', async () => {
    const { stdout, error } = await explain('--figure', 'interest')
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toContain('No taxpayer in the inputs has the figure that --figure names.')
    expect(String(error)).toContain('Rows: retirement, total, wages.')
    expect(stdout).toBe('')
  })

  it('lists and describes every figure of each taxpayer, and explains each listed figure', async () => {
    const { stdout, error, code } = await explain('--figures')
    expect([error, code]).toEqual([null, 0])
    const [, first = '', second = ''] = stdout.split('Taxpayer ')
    expect(first).toMatch(/^tp-0\nPolicy fannie-2026-08 .*\n\nwages\.latest_amount +Amount of the evaluated year;/)
    expect(second).toMatch(/\nretirement\.qualifying_monthly +Monthly income that counts today, with gross-up\.\n/)
    expect(second).toMatch(/\npayer_concentration +Indicator: income from the largest payer \//)
    const listed = [...first.matchAll(/^([a-z_0-9.]+) {2,}/gm)].map(([, name]) => name as string)
    // The stream has seven amounts, and the total has four.
    expect(listed.filter(name => name.includes('.')).length).toBe(11)
    for (const name of listed.slice(-8)) {
      const answer = await explain('--figure', name, '--taxpayer', 'tp-0')
      expect([name, answer.code]).toEqual([name, 0])
    }
    expect((await explain('--figures', '--figure', 'wages')).error).toBeInstanceOf(UsageError)
  })

  it('succeeds if one taxpayer has the figure, and says that the other does not have it', async () => {
    const { stdout, error, code } = await explain('--figure', 'retirement')
    expect([error, code]).toEqual([null, 0])
    expect(stdout).toMatch(
      /Taxpayer tp-0[\s\S]*This taxpayer has no such figure; --figures lists the available ones.[\s\S]*Taxpayer tp-1[\s\S]*10\.00/,
    )
    const { error: missingError } = await explain('--figure', 'retirement', '--taxpayer', 'tp-0')
    expect(missingError).toBeInstanceOf(UsageError)
  })

  it('reports unused lines of known facts by line number only', async () => {
    const facts = writeFixture(
      'facts.ndjson',
      [
        '{"taxpayer_id": "tp-0", "obligations_monthly": 1}',
        '{"taxpayer_id": "someone", "obligations_monthly": 77}',
        '',
        '{"taxpayer_id": "tp-0", "obligations_monthly": 99}',
      ].join('\n'),
    )
    const { stderr, code } = await explain('--known-facts', facts, '--taxpayer', 'tp-1')
    expect(code).toBe(0)
    const lines = stderr.split('\n').filter(line => line.includes('--known-facts'))
    expect(lines).toEqual([
      'taxtally: --known-facts, line 4: replaces an earlier line about the same taxpayer',
      'taxtally: --known-facts, line 2: its taxpayer is not in the inputs',
    ])
  })
})
