import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { report } from '../../src/report/index.js'
import { analyzeSingle, SHIPPED } from '../report/shipped.js'
import { getSingleContext, writeWorkbook } from '../report/workbook-files.js'
import { fixture, makeBorrowers, newFolder, taxtally } from './command.js'

const dossiers = fixture('dossiers.ndjson')
const read = (out: string, name: string): string => readFileSync(join(out, name), 'utf8')

describe('taxtally report', () => {
  test('writes one page per taxpayer, as the library makes it, and an index with a link to each', () => {
    const out = newFolder()
    const { code, stdout } = taxtally(['report', dossiers, '--out', out])
    expect([code, stdout]).toEqual([0, ''])
    const names = Array.from({ length: 8 }, (_, i) => `borrower-000${i + 1}.html`)
    expect(readdirSync(out).sort()).toEqual([...names, 'index.html'])
    const [, made = ''] = /Report made (\w+ \d+, \d+) with/.exec(read(out, 'borrower-0001.html')) ?? []
    const date = new Date(`${made} UTC`).toISOString().slice(0, 10)
    for (const [i, name] of names.entries())
      expect(read(out, name)).toBe(report(analyzeSingle(SHIPPED[i]?.raw), { date }))
    const index = read(out, 'index.html')
    expect([...index.matchAll(/href="([^"]*)"/g)].map(([, name]) => name)).toEqual(names)
    // Wages 6,641.09 + interest 90.14 + dividends 124.62. Gains and retirement are blocked.
    expect(index).toContain('6,855.85')
  })

  test('accepts policies, known facts and stated income like convert', () => {
    const out = newFolder()
    const inputs = [fixture('loan-files/dossier.json'), '--known-facts', fixture('loan-files/known-facts.ndjson')]
    const statedOptions = ['--stated', fixture('loan-files/stated.ndjson')]
    const policies = ['--policy', 'fannie-2026-08', '--policy', 'latest-year']
    expect(taxtally(['report', ...inputs, ...statedOptions, ...policies, '--out', out]).code).toBe(0)
    const page = read(out, 'borrower-0001.html')
    // (102,000 + 96,000) / 24 = 8,250.00 and (62,400 + 60,000) / 24 = 5,100.00 of wages, and Social Security of
    // 24,000 / 12 = 2,000.00, of which 15% are grossed up by 25%: 75.00. The second job and the business are blocked.
    for (const part of ['id="policies"', 'id="tie-out"', 'Borrower ending 9999', '15,425.00'])
      expect(page).toContain(part)
    expect(read(out, 'index.html')).toContain('Latest year')
  })

  test('writes workbooks, or pages and workbooks, as --format says, and links to them from the index', async () => {
    const [pages, workbooks, both] = [newFolder(), newFolder(), newFolder()]
    taxtally(['report', dossiers, '--out', pages])
    const options = ['--loan-number', '77', '--prepared-by', 'Desk 4']
    for (const [out, format] of [
      [workbooks, 'xlsx'],
      [both, 'xlsx, html,xlsx'],
    ] as const)
      expect(taxtally(['report', dossiers, '--out', out, '--format', format, ...options]).code).toBe(0)
    const names = (format: string): string[] => Array.from({ length: 8 }, (_, i) => `borrower-000${i + 1}.${format}`)
    expect(readdirSync(workbooks).sort()).toEqual([...names('xlsx'), 'index.html'])
    expect(readdirSync(both).sort()).toEqual([...names('html'), ...names('xlsx'), 'index.html'].sort())
    const listLinks = (out: string): (string | undefined)[] =>
      [...read(out, 'index.html').matchAll(/href="([^"]*)"/g)].map(([, name]) => name)
    expect(listLinks(workbooks)).toEqual(names('xlsx'))
    expect(listLinks(both)).toEqual(names('html').flatMap((name, i) => [name, names('xlsx')[i]]))
    const [, made = ''] = /Report made (\w+ \d+, \d+) with/.exec(read(pages, 'borrower-0001.html')) ?? []
    const labels = { date: new Date(`${made} UTC`).toISOString().slice(0, 10), loanNumber: '77', preparedBy: 'Desk 4' }
    for (const [i, name] of names('xlsx').entries()) {
      const expected = await writeWorkbook(getSingleContext(SHIPPED[i]?.raw), labels)
      for (const out of [workbooks, both]) expect(Buffer.compare(readFileSync(join(out, name)), expected)).toBe(0)
    }
  })

  test('mentions files of an earlier run in another format, which the index does not list', () => {
    const out = newFolder()
    const borrower = fixture('borrower.ndjson')
    taxtally(['report', borrower, '--out', out])
    const { stderr } = taxtally(['report', borrower, '--out', out, '--format', 'xlsx'])
    expect(stderr).toContain('index.html does not list 1 pages of an earlier run, from borrower-0001.html on')
  })

  test('has the exit codes of convert', () => {
    const out = newFolder()
    for (const args of [
      ['report'],
      ['report', dossiers],
      ['report', '--out', out],
      ['report', dossiers, '--out', out, '--tables', 'income'],
      ['report', dossiers, '--out', out, '--format', 'csv'],
      ['convert', dossiers, '--out', out, '--format', 'xlsx'],
    ])
      expect(taxtally(args).code, args.join(' ')).toBe(2)
    expect(taxtally(['report', join(out, 'none.json'), '--out', out]).code).toBe(3)
    expect(existsSync(join(out, 'index.html'))).toBe(false)
    const broken = join(out, 'broken.ndjson')
    writeFileSync(broken, `${readFileSync(fixture('borrower.ndjson'), 'utf8')}{"broken\n`)
    const { code, stderr } = taxtally(['report', broken, '--out', join(out, 'pages')])
    expect(code).toBe(4)
    expect(stderr).toContain('rejected: 1')
    expect(readdirSync(join(out, 'pages'))).toEqual(['borrower-0001.html', 'index.html'])
  })

  test('fails and writes nothing if a page would overwrite an input', () => {
    const out = newFolder()
    const input = join(out, 'borrower-0001.html')
    const text = readFileSync(fixture('borrower.ndjson'), 'utf8')
    writeFileSync(input, text)
    expect(taxtally(['report', input, '--out', out]).code).toBe(3)
    expect(readdirSync(out)).toEqual(['borrower-0001.html'])
    expect(readFileSync(input, 'utf8')).toBe(text)
  })

  test('reports pages of an earlier run that its index does not list', () => {
    const out = newFolder()
    taxtally(['report', dossiers, '--out', out])
    const { stderr } = taxtally(['report', fixture('borrower.ndjson'), '--out', out])
    expect(stderr).toContain('index.html does not list 7 pages of an earlier run, from borrower-0002.html on')
    expect(read(out, 'index.html').match(/href=/g)?.length).toBe(1)
  })

  test('names nobody in file names, and shows personal data only with full identifiers', () => {
    const out = newFolder()
    const input = join(out, 'in.json')
    const employee = { name: 'Ada Nightingale', address: '1 Sea Lane', ssn: '900-12-3456' }
    const form = { form_w2: [{ wages_tips_other_compensation: 5, employee, employer: { name: 'Orchard' } }] }
    const record = { id: 'r1', provider_id: 'irs', tax_year: 2024, data: {}, forms: [form] }
    writeFileSync(input, JSON.stringify({ taxpayer: { id: 'Ada' }, records: [record] }))
    taxtally(['report', input, '--out', join(out, 'last4')])
    taxtally(['report', input, '--out', join(out, 'full'), '--identifiers', 'full'])
    expect(readdirSync(join(out, 'last4'))).toEqual(['borrower-0001.html', 'index.html'])
    expect(read(join(out, 'last4'), 'borrower-0001.html')).not.toMatch(/Nightingale|Sea Lane|900-12-3456/)
    expect(read(join(out, 'full'), 'borrower-0001.html')).toContain('Ada Nightingale')
  })

  test('writes a page of its own for each of two hundred taxpayers', () => {
    const out = newFolder()
    const { code } = taxtally(['report', '-', '--out', out, '--quiet'], makeBorrowers(200))
    expect(code).toBe(0)
    expect(readdirSync(out).length).toBe(201)
    const first = statSync(join(out, 'borrower-0001.html')).size
    expect(statSync(join(out, 'borrower-0200.html')).size).toBeLessThan(first + 100)
  })
})
