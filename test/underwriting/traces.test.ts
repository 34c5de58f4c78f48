import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCents } from '../../src/core/money.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { listTraces } from '../../src/underwriting/traces/figure-traces.js'
import type { Trace } from '../../src/underwriting/traces/trace.js'
import { listFigureValues } from '../../src/underwriting/traces/traces.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { applicantSpecs, buildApplicant, knownFactSpecs } from '../support/random-applicants.js'
import { makeFacts, makeW2s, underwrite } from './dossiers.js'
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

describe('the traces of a job', () => {
  const find = (result: PolicyResult, figure: string): Trace =>
    listTraces(result).find(trace => trace.figure === figure)!

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
