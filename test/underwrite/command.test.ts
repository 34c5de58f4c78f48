import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { explainCommand } from '../../src/cli/explain.js'
import { readCall, UsageError } from '../../src/cli/options.js'
import { readExample } from './example.js'

const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
const put = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const dossiers = put(
  'two.ndjson',
  [
    'form_w2 {"wages_tips_other_compensation": 24000}',
    'form_1099_r {"gross_distribution": 120, "taxable_amount": 120}',
  ]
    .map((form, i) => {
      const { raw } = readExample(`2023 ${form}`)
      return JSON.stringify({ ...raw, taxpayer: { id: `tp-${i}` } })
    })
    .join('\n'),
)

/** What the command put out; its error where it ended in one. */
async function explain(...words: string[]) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation(text => {
      texts[name] += String(text)
      return true
    })
  }
  try {
    const code = await explainCommand(readCall(['explain', dossiers, ...words], {}))
    return { ...texts, code, error: null }
  } catch (error) {
    return { ...texts, code: null, error }
  } finally {
    vi.restoreAllMocks()
  }
}

describe('the command that explains a figure', () => {
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => rmSync(folder, { recursive: true }))

  it('ends in a usage error where no taxpayer has the figure, and puts nothing out', async () => {
    const { stdout, error } = await explain('--figure', 'luck')
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toContain('Rows: retirement, total, wages.')
    expect(stdout).toBe('')
  })

  it('does not where one of them has it, and says of the other that it has none', async () => {
    const { stdout, error, code } = await explain('--figure', 'retirement')
    expect([error, code]).toEqual([null, 0])
    expect(stdout).toMatch(/Taxpayer tp-0[\s\S]*There is no such figure[\s\S]*Taxpayer tp-1[\s\S]*10\.00/)
    const { error: other } = await explain('--figure', 'retirement', '--taxpayer', 'tp-0')
    expect(other).toBeInstanceOf(UsageError)
  })

  it('names lines of known facts that stand for nothing by their number, and by nothing else', async () => {
    const facts = put(
      'facts.ndjson',
      [
        '{"taxpayer_id": "tp-0", "monthly_obligations": 1}',
        '{"taxpayer_id": "someone", "monthly_obligations": 77}',
        '',
        '{"taxpayer_id": "tp-0", "monthly_obligations": 99}',
      ].join('\n'),
    )
    const { stderr, code } = await explain('--facts-of', facts, '--taxpayer', 'tp-1')
    expect(code).toBe(0)
    const lines = stderr.split('\n').filter(line => line.includes('--facts-of'))
    expect(lines).toEqual([
      'taxtally: --facts-of, line 4: about a taxpayer of an earlier line, in whose place it stands',
      'taxtally: --facts-of, line 2: about a taxpayer that is not in the inputs',
    ])
  })
})
