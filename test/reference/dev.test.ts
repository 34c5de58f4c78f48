import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { randomBorrowers } from '../support/random-borrowers.js'
import { indicators } from './underwriting/indicators.js'
import { lenderOf, loansOf } from './underwriting/loans.js'
import { needs } from './underwriting/needs.js'
import { ownPolicy } from './underwriting/own-policy.js'
import { readDesk } from './underwriting/papers.js'
import { PRESETS } from './underwriting/policies.js'
import { printed } from './underwriting/print.js'
import { productRows } from './underwriting/product.js'
import { qualifyingIncome } from './underwriting/qualifying-income.js'

const TABLE = process.env['TABLE'] ?? 'qualifying_income'

const COLUMNS = (
  process.env['COLS'] ??
  (TABLE === 'needs'
    ? 'amount'
    : TABLE === 'indicators'
      ? 'ratio amount count label years'
      : TABLE === 'mortgages'
        ? 'lenders origination_date principal interest insurance_premiums points lender_count flags'
        : 'as_of_year latest_amount prior_amount change trend months monthly_amount gross_up qualifying_monthly supportable_if_stabilized verified_latest verified_prior verified_monthly flags')
).split(' ')
const IGNORED = (process.env['IGN'] ?? '').split(' ')
const mulberry = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const addedUp = (rows: Record<string, string>[]) => {
  const map = new Map<string, Record<string, string>>()
  for (const row of rows) {
    const k = `${row['borrower']} ${row['need']} ${row['tax_year']}`
    const at = map.get(k)
    if (at === undefined)
      map.set(k, {
        borrower: row['borrower']!,
        need: row['need']!,
        tax_year: row['tax_year']!,
        amount: row['amount']!,
      })
    else if (row['amount'] !== '')
      at['amount'] = (
        (Math.round(Number(at['amount'] || '0') * 100) + Math.round(Number(row['amount']) * 100)) /
        100
      ).toFixed(2)
  }
  return [...map.values()]
}
test('dev', () => {
  const runs = Number(process.env['RUNS'] ?? 50)
  const start = Number(process.env['START'] ?? 1)
  const kinds = new Map<string, string[]>()
  const counts = new Map<string, number>()
  let rows = 0
  const names = (process.env['POLICIES'] ?? 'va').split(' ')
  const cats = process.env['CATS']?.split(' ')
  for (let seed = start; seed < start + runs; seed++) {
    const { raw, known } = randomBorrowers(seed, { broken: process.env['BROKEN'] === '1' })
    if (process.env['SOLO'] === '1') delete known['recipients']
    const desk = readDesk(raw as never, known as never)
    for (const name of names) {
      const own = name === 'own' ? ownPolicy(mulberry(seed)) : undefined
      const rules = own?.rules ?? PRESETS.find(each => each.name === name)!
      const income = qualifyingIncome(desk, rules)
      const ours = printed(
        TABLE === 'needs'
          ? needs(desk, rules, income)
          : TABLE === 'indicators'
            ? indicators(desk, rules, income)
            : TABLE === 'mortgages'
              ? loansOf(desk).map(l => ({
                  borrower: l.borrower,
                  tax_year: l.year,
                  loan: l.number,
                  lenders: l.papers
                    .map(lenderOf)
                    .filter(x => x !== null)
                    .join(';'),
                  origination_date: l.originationDate,
                  principal: l.principal,
                  interest: l.interest,
                  insurance_premiums: l.insurance,
                  points: l.points,
                  lender_count: l.papers.length,
                  flags: l.isTransfer ? 'servicing_transfer' : '',
                }))
              : income.rows,
      )
      const theirs =
        TABLE === 'needs'
          ? addedUp(productRows(raw, TABLE, [own?.given ?? name], known as never))
          : productRows(raw, TABLE, [own?.given ?? name], known as never)
      const key = (row: Record<string, string>) =>
        TABLE === 'needs'
          ? `${row['borrower']} ${row['need']} ${row['tax_year']}`
          : TABLE === 'indicators'
            ? `- ${row['indicator']}`
            : TABLE === 'mortgages'
              ? `${row['borrower']} ${row['tax_year']}-${row['loan']}`
              : `${row['borrower'] ?? 'self'} ${row['category']}`
      const f = (x: string | undefined) =>
        (x ?? '')
          .split(';')
          .filter(y => !IGNORED.includes(y))
          .join(';')
      const clean = (row: Record<string, string> | undefined) =>
        row === undefined
          ? 'none'
          : COLUMNS.map(c =>
              c === 'flags'
                ? row[c]!.split(';')
                    .filter(f => !IGNORED.includes(f))
                    .join(';')
                : row[c],
            ).join(' | ')
      for (const k of new Set([...ours, ...theirs].map(key))) {
        if (cats && !cats.includes(k.split(' ')[1]!)) continue
        rows++
        const a = ours.find(r => key(r) === k),
          b = theirs.find(r => key(r) === k)
        if (clean(a) !== clean(b)) {
          const diff =
            a && b
              ? COLUMNS.filter(c => (c === 'flags' ? f(a[c]) !== f(b[c]) : a[c] !== b[c])).join(',')
              : a
                ? 'missing in product'
                : 'missing in oracle'
          const kind = `${k.split(' ')[1]!} ${diff}`
          counts.set(kind, (counts.get(kind) ?? 0) + 1)
          const list = kinds.get(kind) ?? []
          kinds.set(kind, list)
          if (list.length < Number(process.env['EX'] ?? 2))
            list.push(
              `seed ${seed} ${name} ${k} ${own && process.env['FULL'] ? JSON.stringify(own.given) : ''}\n   oracle  ${clean(a)}\n   product ${clean(b)}`,
            )
        }
      }
    }
  }
  const text = [...kinds]
    .sort((x, y) => counts.get(y[0])! - counts.get(x[0])!)
    .map(([kind, list]) => `## ${kind} (${counts.get(kind)})\n${list.join('\n')}`)
    .join('\n')
  writeFileSync('/tmp/oracle-dev.txt', `${rows} rows\n${text}\n`)
}, 600000)
