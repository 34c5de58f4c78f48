import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, MAIN, parseLines, ROOT, readManifest } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { requireFor } from '../support/requirements.mjs'

const EXAMPLE = join(ROOT, 'docs/examples/postgresql')

interface Dossier {
  readonly taxpayer: { readonly id: string }
  readonly records: readonly Record<string, unknown>[]
}

const dossiers = parseLines<Dossier>(readFileSync(fixture('dossiers.ndjson'), 'utf8'))
const BORROWER = 'tp-borrower-quenby'

const postgresql = requireFor('the example for PostgreSQL', 'postgresql')

describe.skipIf(postgresql === undefined)('the example for PostgreSQL', () => {
  let postgres: Postgres
  const folder = sharedFolder()
  let env: NodeJS.ProcessEnv = {}
  const rows = (sql: string): string[] =>
    postgres
      .run(sql)
      .split('\n')
      .filter(line => line !== '')

  /** Converts dossiers with the command and returns the output folder. */
  const convert = (name: string, values: readonly unknown[]): string => {
    const input = join(folder, `${name}.ndjson`)
    writeFileSync(input, values.map(value => `${JSON.stringify(value)}\n`).join(''))
    const out = join(folder, name)
    const args = [MAIN, 'convert', input, '--out', out, '--raw-text', '--quiet']
    execFileSync(process.execPath, args, { stdio: 'pipe' })
    return out
  }
  const load = (out: string) =>
    spawnSync(join(EXAMPLE, 'load.sh'), [out], { encoding: 'utf8', env: { ...process.env, ...env } })
  const loaded = (out: string) => expect(load(out)).toMatchObject({ status: 0, stderr: '' })

  let names: string[] = []
  /** Lists the rows of all tables, without the file and line of issues. `withWriter` adds each row's transaction. */
  const listAllRows = (where = 'true', withWriter = false): string[] =>
    names.flatMap(name =>
      rows(
        `select '${name}', ${withWriter ? 'xmin, ' : ''}to_jsonb(t) - 'source' - 'line' from taxtally."${name}" t where ${where}`,
      ).sort(),
    )
  const changed = () => rows('select changed from taxtally.loads order by load desc limit 1')[0]

  beforeAll(async () => {
    postgres = await startPostgres()
    env = postgres.env
    const args = ['-Xq', '-v', `ddl=${join(ROOT, 'schemas/sql/postgresql/tables.sql')}`, '-f']
    execFileSync('psql', [...args, join(EXAMPLE, 'setup.sql')], { env: { ...process.env, ...env } })
    names = rows("select tablename from pg_tables where schemaname = 'day' order by 1")
  }, 120_000)
  afterAll(() => postgres?.stop())

  test('loads every row of every file, with the same wages by year as the library', () => {
    expect(names.length).toBeGreaterThan(15)
    const out = convert('first', dossiers)
    loaded(out)
    expect(changed()).toBe(String(dossiers.length))
    const counted = names.map(name => `${name}.csv ${rows(`select count(*) from taxtally."${name}"`)[0]}`)
    expect(counted).toEqual(
      readManifest(out)
        .files.map(file => `${file.name} ${file.rows}`)
        .sort(),
    )
    // docs/recipes.md has the same query, and fixtures/README.md has the same wages.
    expect(
      rows("select tax_year, sum(amount) from taxtally.income where category = 'wages' group by 1 order by 1"),
    ).toEqual(['2022|304401.73', '2023|293146.52', '2024|291051.00'])
  })

  test('changes no row if the same pull is loaded again from another folder', () => {
    const before = listAllRows('true', true)
    loaded(convert('again', dossiers))
    expect(changed()).toBe('0')
    expect(listAllRows('true', true)).toEqual(before)
  })

  test('deletes a row that the pull does not have, even if nothing else of the taxpayer changed', () => {
    const before = listAllRows()
    const columns = 'taxpayer_id, tax_year, recipient, employer_key, in_documents, in_history, doubts'
    const row = `'${BORROWER}', 1999, 'self', 99, false, false, ''`
    postgres.run(`insert into taxtally.employment (${columns}) values (${row})`)
    loaded(convert('vanished', dossiers))
    expect(changed()).toBe('1')
    expect(listAllRows()).toEqual(before)
  })

  test('replaces the rows of one changed taxpayer and changes no other row', () => {
    const others = `taxpayer_id is distinct from '${BORROWER}'`
    const before = listAllRows(others, true)
    const old = listAllRows(`taxpayer_id = '${BORROWER}'`)
    // The borrower's records of one year are removed, so that year disappears from every table.
    const changedDossiers = dossiers.map(dossier =>
      dossier.taxpayer.id === BORROWER
        ? { ...dossier, records: dossier.records.filter(({ tax_year: year }) => Number(year) !== 2022) }
        : dossier,
    )
    loaded(convert('changed', changedDossiers))
    expect(changed()).toBe('1')
    expect(listAllRows(others, true)).toEqual(before)
    const now = listAllRows(`taxpayer_id = '${BORROWER}'`)
    expect(now.length).toBeLessThan(old.length)
    expect(now.length).toBeGreaterThan(10)
    expect(rows(`select count(*) from taxtally.facts where taxpayer_id = '${BORROWER}' and tax_year = 2022`)).toEqual([
      '0',
    ])

    const all = listAllRows()
    for (const name of names) postgres.run(`truncate taxtally."${name}"`)
    loaded(convert('anew', changedDossiers))
    expect(listAllRows()).toEqual(all)
  })

  test('keeps the rows of taxpayers that a pull does not contain', () => {
    const before = listAllRows(`taxpayer_id is distinct from '${BORROWER}'`, true)
    loaded(convert('one', dossiers.slice(0, 1)))
    expect(changed()).toBe('1')
    expect(listAllRows(`taxpayer_id is distinct from '${BORROWER}'`, true)).toEqual(before)
    expect(rows('select count(*) from taxtally.taxpayers')).toEqual([String(dossiers.length)])
  })

  test('loads the parts of a table as one table', () => {
    const all = listAllRows()
    const [one, two] = [convert('part-a', dossiers.slice(0, 3)), convert('part-b', dossiers.slice(3))]
    const out = join(folder, 'parts')
    for (const name of names) {
      mkdirSync(join(out, name), { recursive: true })
      renameSync(join(one, `${name}.csv`), join(out, name, 'part-00000.csv'))
      renameSync(join(two, `${name}.csv`), join(out, name, 'part-00001.csv'))
    }
    const files = [one, two].flatMap((part, i) =>
      readManifest(part).files.map(({ name, rows }) => ({ name: name.replace('.csv', `/part-0000${i}.csv`), rows })),
    )
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ inputs: [], files }))
    loaded(out)
    expect(changed()).toBe('0')
    for (const name of names) postgres.run(`truncate taxtally."${name}"`)
    loaded(out)
    expect(listAllRows()).toEqual(all)
  })

  test('has issues without a taxpayer once per file, and only as long as the file has them', () => {
    const bad = (): string => {
      const input = join(folder, 'bad.ndjson')
      writeFileSync(input, `{"broken\n${JSON.stringify(dossiers[0])}\n`)
      const out = join(folder, 'bad')
      spawnSync(process.execPath, [MAIN, 'convert', input, '--out', out, '--raw-text', '--quiet'])
      return out
    }
    const count = () => rows("select count(*) from taxtally.issues where code = 'json_malformed'")
    loaded(bad())
    expect(count()).toEqual(['1'])
    loaded(bad())
    expect(count()).toEqual(['1'])
    loaded(convert('bad', dossiers.slice(0, 1)))
    expect(count()).toEqual(['0'])
  })

  test('changes nothing if a load is incomplete', () => {
    const before = listAllRows('true', true)
    const out = convert('broken', dossiers.slice(0, 2))
    const text = readFileSync(join(out, 'income.csv'), 'utf8')
    writeFileSync(join(out, 'income.csv'), text.replace('amount', 'sum'))
    expect(load(out)).toMatchObject({ status: 3 })
    writeFileSync(join(out, 'income.csv'), text.replace('2024', 'year'))
    expect(load(out)).toMatchObject({ status: 3 })
    writeFileSync(join(out, 'income.csv'), text.slice(0, text.trimEnd().lastIndexOf('\n') + 1))
    expect(load(out)).toMatchObject({ status: 3, stderr: expect.stringContaining('the manifest says') })
    rmSync(join(out, 'income.csv'))
    expect(load(out)).toMatchObject({ status: 1, stderr: 'there is no file of the table income\n' })
    rmSync(join(out, 'manifest.json'))
    expect(load(out).status).toBe(1)
    expect(listAllRows('true', true)).toEqual(before)
  })

  test('stores the rows of each year in a partition of that year', () => {
    const parts = rows('select tableoid::regclass, tax_year from taxtally.facts group by 1, 2 order by 2')
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) {
      const [name, year] = part.split('|')
      expect(name).toBe(`taxtally.facts_${year}`)
    }
    const before = Number(rows('select count(*) from taxtally.facts')[0])
    const detachedRows = Number(rows('select count(*) from taxtally.facts_2023')[0])
    expect(detachedRows).toBeGreaterThan(0)
    postgres.run('alter table taxtally.facts detach partition taxtally.facts_2023')
    expect(rows('select count(*) from taxtally.facts')).toEqual([String(before - detachedRows)])
    postgres.run('alter table taxtally.facts attach partition taxtally.facts_2023 for values from (2023) to (2024)')
  })
})
