import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCents } from '../../src/core/money.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { listTraces } from '../../src/underwriting/traces/figure-traces.js'
import type { Trace } from '../../src/underwriting/traces/trace.js'
import { listFigureValues } from '../../src/underwriting/traces/traces.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { makeRandomUnderwritingCase } from '../reference/streams/generator.js'
import { applicantSpecs, buildApplicant, knownFactSpecs } from '../support/random-applicants.js'
import type { Raw } from '../support/run.js'
import { makeDocument, makeDossier, makeFacts, makeRecords, makeW2, makeW2s, SOFTWARE, underwrite } from './dossiers.js'
import { underwriteRaw } from './streams.js'

/** The rules of figures that are sums of their parts. */
const SUM_RULES = new Set([
  'the sum of the borrowers',
  'the sum of the categories',
  'the sum of the streams of this category',
])

const checkTraces = (check: (result: PolicyResult, traces: ReadonlyMap<string, Trace>) => void): void =>
  fc.assert(
    fc.property(
      applicantSpecs,
      fc.constantFrom(...Object.values(PRESETS)),
      fc.option(knownFactSpecs, { nil: undefined }),
      (spec, policy, knownFacts) => {
        const result = underwriteRaw(buildApplicant(spec), { policy, knownFacts })[0]!
        check(result, new Map(listTraces(result).map(trace => [trace.figure, trace])))
      },
    ),
    { numRuns: 150 },
  )

describe('traces of random dossiers', () => {
  it('explain every figure once, with its value', () => {
    checkTraces((result, traces) => {
      expect(traces.size).toBe(listTraces(result).length)
      const values = new Map([...traces.values()].map(({ figure, value }) => [figure, value]))
      expect(new Map([...values].sort())).toEqual(new Map([...listFigureValues(result)].sort()))
    })
  })

  it('have parts that are figures, and no figure is a part of itself', () => {
    checkTraces((_, traces) => {
      const visit = (figure: string, path: readonly string[]): void => {
        expect(path).not.toContain(figure)
        const trace = traces.get(figure)
        expect([figure, trace === undefined]).toEqual([figure, false])
        for (const part of trace?.parts ?? []) visit(part, [...path, figure])
      }
      for (const figure of traces.keys()) visit(figure, [])
    })
  })

  it('have sums that add up: totals, categories and the borrowers', () => {
    checkTraces((_, traces) => {
      for (const { figure, rule, value, parts } of traces.values()) {
        if (!SUM_RULES.has(rule)) continue
        const amounts = parts.map(part => (traces.get(part)?.value ?? 0) as number)
        // A sum of amounts that cannot be computed is null.
        if (value !== null) expect([figure, sumCents(amounts)]).toEqual([figure, value])
      }
    })
  })

  it('have a rule, a citation for figures of streams, and inputs of boxes that exist', () => {
    checkTraces((result, traces) => {
      const recordIds = new Set(result.indicatorInput.result.dossier.records.map(({ id }) => id))
      for (const { figure, rule, citation, inputs, excluded } of traces.values()) {
        expect([figure, rule === '']).toEqual([figure, false])
        if (figure.endsWith('.computed_monthly')) expect([figure, citation === '']).toEqual([figure, false])
        for (const { recordId } of [...inputs, ...excluded])
          if (recordId !== null) expect(recordIds).toContain(recordId)
      }
    })
  })
})

const find = (result: PolicyResult, figure: string): Trace => listTraces(result).find(trace => trace.figure === figure)!

describe('the sentences of an underwriting', () => {
  const POLICIES = Object.keys(PRESETS) as (keyof typeof PRESETS)[]
  const FIXTURES = readFileSync('fixtures/dossiers.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Raw)

  /** What a sentence looks like if a list in it is empty or a value is missing. */
  const GAP = /^ |[ ,:;]$| {2}|\(\)|[,:;] ?[.,;)]| of (0|-1) |\b(undefined|null|NaN)\b/

  function* listResults(): Generator<PolicyResult> {
    for (const raw of FIXTURES) yield* underwriteRaw(raw, { policy: POLICIES })
    for (let seed = 1; seed <= 60; seed++) {
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      yield* underwriteRaw(raw as Raw, { policy: POLICIES, ...(knownFacts !== undefined && { knownFacts }) } as never)
    }
  }

  it('are complete: no list in them is empty, and notes and messages end with a full stop', () => {
    const rules = new Set<string>()
    const sentences = new Set<string>()
    for (const result of listResults()) {
      for (const { rule } of listTraces(result)) rules.add(rule)
      for (const { note } of result.indicators) sentences.add(note)
      for (const { message } of result.listConditions()) sentences.add(message)
    }
    expect([...rules, ...sentences].filter(text => GAP.test(text))).toEqual([])
    expect([...rules].filter(rule => rule.endsWith('.'))).toEqual([])
    expect([...sentences].filter(text => !text.endsWith('.'))).toEqual([])
    expect(rules.size).toBeGreaterThan(100)
  })

  it('name a start date only if the lender states one', () => {
    const receipts = [2023, 2024].map(year =>
      makeDocument(year, 'form_1099_nec', 'C', { non_employee_compensation: 48_000 }),
    )
    expect(find(underwrite(receipts, 'nonqm-1099'), 'self_employment.computed_monthly').rule).toBe(
      '(latest + prior) / 24, less 10% for expenses',
    )
    const job = makeW2s({ A: [null, 30_000, 60_000] })
    const facts = makeFacts({ jobs: [{ employer: 'A Company', start_date: '2023-07-01' }] })
    const computed = 'wages.computed_monthly'
    expect(find(underwrite(job), computed).rule).toBe('(latest + prior) / 24')
    for (const policy of ['fannie', 'fha'] as const)
      expect(find(underwrite(job, policy, facts), computed).rule).toBe(
        'the smaller of latest / 12 and (latest + prior) / (12 + months worked in 2023)',
      )
  })

  it('name the months worked if a job began in January and another ended', () => {
    const documents = makeW2s({ A: [58_000, 60_000], B: [26_000, null] })
    const facts = makeFacts({ jobs: [{ employer: 'A Company', start_date: '2023-01-15' }] })
    const computed = 'wages:A COMPANY.computed_monthly'
    expect(find(underwrite(documents, 'fannie', facts), computed).rule).toBe(
      'the smaller of latest / 12 and (latest + prior) / (12 + months worked in 2023)',
    )
    expect(find(underwrite(documents), computed).rule).toMatch(/employers that ended/)
  })

  it('name employers that ended if their pay may belong to the job', () => {
    for (const latest of [98_500, 79_000])
      expect(
        find(underwrite(makeW2s({ A: [75_500, latest], B: [26_000, null] })), 'wages:A COMPANY.computed_monthly').rule,
      ).toBe('the smaller of latest / 12 and (latest + prior + pay of 2023 from employers that ended) / 24')
  })

  it('name the cash flow that the lender states only if it is of the as-of year', () => {
    const receipts = [2023, 2024].map(year =>
      makeDocument(year, 'form_1099_nec', 'C', { non_employee_compensation: 48_000 }),
    )
    const facts = makeFacts({ self_employment: { cash_flow: { 2023: 40_000 } } })
    const { rule, inputs } = find(underwrite(receipts, 'nonqm-1099', facts), 'self_employment.computed_monthly')
    expect([rule, inputs]).toEqual(['(latest + prior) / 24, less 10% for expenses', []])
  })

  it('do not add sick pay to the receipts of a statutory employee, and list the boxes that add up to them', () => {
    const statutory = makeW2(2024, 'A', 60_000, { statutory_employee: true, code_v: 5000 })
    const { rule, value, inputs } = find(underwrite([statutory]), 'self_employment.latest_amount')
    expect([rule, value]).toEqual(['the sum of the boxes of 2024', 6_000_000])
    expect(inputs.map(({ field, cents }) => [field, cents])).toEqual([['wages', 6_000_000]])
  })

  it('say that more benefits were repaid than received', () => {
    const benefits = makeDocument(2024, 'form_ssa_1099', 'S', { pensions_and_annuities: 10_000, repayments: 12_000 })
    const { rule, value } = find(underwrite([benefits]), 'social_security.computed_monthly')
    expect([rule, value]).toEqual(['0: more benefits were repaid than received', 0])
  })

  it('name the conditions of documents of another job that do not count today', () => {
    // The pay of B of 2024 does not count today, so no hours moved from A to B, and A declines: 50,000 / 12 = 4,166.67.
    const documents = makeW2s({ A: [60_000, 60_000, 50_000], B: [28_000, 30_000, null] })
    const raw = makeDossier(documents, makeRecords([makeW2(2024, 'B', 43_000)], SOFTWARE, 's'))
    const trace = find(underwrite(raw, 'va'), 'wages:A COMPANY.qualifying_monthly')
    expect([trace.value, trace.rule]).toEqual([
      416_667,
      'the smaller of computed_monthly and the same without the documents whose conditions are open: not_on_transcript',
    ])
  })
})

describe('the traces of a job', () => {
  it('lead to the boxes of Forms W-2', () => {
    const result = underwrite(makeW2s({ A: [null, 90000, 96000] }))
    const latest = find(result, 'wages.latest_amount')
    expect(latest.inputs.map(({ recordId, form, year, cents }) => [recordId, form, year, cents])).toEqual([
      ['r2024-1234', 'form_w2', 2024, 9_600_000],
    ])
    // (90,000 + 96,000) / 24
    expect(find(result, 'wages.computed_monthly')).toMatchObject({
      value: 775_000,
      parts: ['wages.latest_amount', 'wages.prior_amount'],
    })
  })

  it('name the open conditions that keep it at 0, and the facts of the underwriter', () => {
    const documents = makeW2s({ A: [84000, 86500, 89200], B: [null, null, 5400] })
    const second = 'wages:B COMPANY.qualifying_monthly'
    expect(find(underwrite(documents), second).rule).toContain('second_job_history')
    const knownFacts = makeFacts(
      {},
      {
        overrides: [
          {
            ...{ borrower: 'self', stream: 'wages:B COMPANY', qualifyingMonthly: 400 },
            ...{ by: 'J. Doe', on: '2025-02-12', reason: 'paystub' },
          },
        ],
      },
    )
    const trace = find(underwrite(documents, 'fannie', knownFacts), second)
    expect([trace.value, JSON.stringify(trace).includes('J. Doe')]).toEqual([40_000, true])
  })
})
