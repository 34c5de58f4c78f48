import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { readExample } from '../underwrite/example.js'
import { readDesk } from './underwriting/papers.js'
import { PRESETS } from './underwriting/policies.js'
import { printed } from './underwriting/print.js'
import { productRows } from './underwriting/product.js'
import { qualifyingIncome } from './underwriting/qualifying-income.js'

const C =
  'latest_amount prior_amount trend months monthly_amount gross_up qualifying_monthly supportable_if_stabilized verified_monthly flags'.split(
    ' ',
  )
test('probe', () => {
  for (const text of readFileSync('/tmp/probe.txt', 'utf8').split('==')) {
    const { raw, known } = readExample(text)
    const name = /policy: (\S+)/.exec(text)?.[1] ?? 'fannie-2026-03'
    const k = { taxpayer_id: 'tp', ...known } as never
    const ours = printed(
      qualifyingIncome(readDesk(raw as never, k), PRESETS.find(p => p.name === name)!).rows,
    )
    const theirs = productRows(raw, 'qualifying_income', [name], k)
    console.log(text)
    for (const [who, rows] of [
      ['oracle ', ours],
      ['product', theirs],
    ] as const)
      for (const r of rows) console.log(who, r['borrower'], r['category'], C.map(c => r[c]).join(' | '))
  }
})
