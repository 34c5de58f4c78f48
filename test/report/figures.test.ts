import { describe, expect, test } from 'vitest'
import { formatCents } from '../../src/core/money.js'
import { html } from '../../src/report/html.js'
import { report } from '../../src/report/index.js'
import { wordsOfFigure } from '../../src/report/labels.js'
import { renderReport } from '../../src/report/scope-report.js'
import { getUnderwritings } from '../../src/tables/definitions/cached-underwriting.js'
import { explainFigure } from '../../src/underwriting/traces/explain.js'
import { listTraces } from '../../src/underwriting/traces/figure-traces.js'
import { makeRandomUnderwritingCase } from '../reference/streams/generator.js'
import { analyzeEverything } from '../support/everything.js'
import { makeRandomCopies } from '../support/random-copies.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { expectFigures } from './expected.js'
import { readTables, textOfMarkup } from './page-tables.js'
import { analyzeSingle, SHIPPED } from './shipped.js'

const POLICIES = ['fannie-2026-08', 'conservative'] as const

/** Expects the report of an input to show the figures of its tables. Returns the number of taxpayers, 0 or 1. */
function compare(raw: unknown, underwrite: Parameters<typeof analyzeEverything>[3]): number {
  const all = analyzeEverything(raw, undefined, {}, underwrite)
  expect(all.taxpayerContexts.length).toBeLessThan(2)
  for (const taxpayerScope of all.taxpayerContexts) expectFigures(readTables(renderReport(taxpayerScope)), all)
  return all.taxpayerContexts.length
}

describe('the figures of a page equal those of the tables', () => {
  test.each(SHIPPED.map((shipped, i) => [i, shipped] as const))(
    'for shipped borrower %i, under one policy and two',
    (_, shipped) => {
      for (const policies of [[POLICIES[0]], POLICIES])
        expect(compare(shipped.raw, { ...shipped.underwrite, policy: policies })).toBe(1)
    },
  )

  test.each([
    ['dossiers', (seed: number) => [makeRandomDossier(seed), {}] as const],
    ['copies', (seed: number) => [makeRandomCopies(seed), {}] as const],
    [
      'borrowers, some with unreadable data',
      (seed: number) => {
        const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
        return [raw, { knownFacts, policy: seed % 3 === 0 ? POLICIES : [POLICIES[0]] }] as const
      },
    ],
  ] as const)('for random %s', (_, make) => {
    let compared = 0
    for (let seed = 1; seed <= 70; seed++) {
      const [raw, underwrite] = make(seed)
      compared += compare(raw, underwrite as Parameters<typeof analyzeEverything>[3])
    }
    expect(compared).toBeGreaterThan(66)
  })
})

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('the details of each figure', () => {
  test('contain everything that explain prints: its rule, its boxes and the excluded boxes', () => {
    for (const { raw, underwrite } of SHIPPED) {
      const all = analyzeEverything(raw, undefined, {}, underwrite)
      const [taxpayerScope] = all.taxpayerContexts
      if (taxpayerScope === undefined) throw new Error('no taxpayer')
      const page = renderReport(taxpayerScope)
      const [underwriting] = getUnderwritings(taxpayerScope)
      if (underwriting === undefined) throw new Error('no policy')
      for (const { figure, rule, inputs, excluded } of listTraces(underwriting)) {
        // The name of an employer cannot be part of an anchor. Such a figure has a number.
        const numbered = html`"><span class="line"><span><bdi>${wordsOfFigure(figure)}</bdi> <i>`.text
        const anchor = /^[\w.]+$/.test(figure)
          ? ` id="p1.${figure}"`
          : (new RegExp(` id="p1\\.f\\d+${escapePattern(numbered)}`).exec(page)?.[0] ?? '')
        const from = anchor === '' ? -1 : page.indexOf(anchor)
        // A category of several streams has no row of its own.
        if (from === -1 && rule === 'the sum of the streams of this category') continue
        expect(from, figure).toBeGreaterThan(0)
        expect(page.split(anchor).length, figure).toBe(2)
        const traceText = textOfMarkup(page.slice(from, page.indexOf('</details>', from)).replaceAll('<li', '\n<li'))
        expect(traceText).toContain(rule)
        // The page shows the amounts of the figure's boxes and of its excluded boxes, like `explain`.
        const printed = explainFigure(underwriting, figure)
        expect(printed).toContain(figure)
        for (const { cents, field } of [...inputs, ...excluded]) {
          if (cents === null || field === '') continue
          const printedAmount = formatCents(cents).replace(/\B(?=(\d{3})+\.)/g, ',')
          expect(page).toContain(printedAmount)
        }
      }
    }
  })

  test('have links that lead to existing anchors, and no anchor appears twice', () => {
    for (const { raw, underwrite } of SHIPPED) {
      const page = report(analyzeSingle(raw, underwrite), { policy: POLICIES })
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, target] of page.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(target)
    }
  })

  test('contain boxes that add up to the sum of a year', () => {
    for (const { raw, underwrite } of SHIPPED) {
      const page = report(analyzeSingle(raw, underwrite))
      for (const [, about = '', tree = ''] of page.matchAll(/<ul class="tree" id="([^"]*)">([\s\S]*?)<\/details>/g)) {
        const rows = tree.split('<li><span class="line"><span><b>').slice(1)
        expect(rows.length, about).toBeGreaterThan(0)
        for (const row of rows) {
          const [sum = Number.NaN, ...boxes] = [...row.matchAll(/class="v">([^<]*)</g)].map(([, text = '']) =>
            Math.round(Number(text.replaceAll(',', '')) * 100),
          )
          expect(
            boxes.reduce((a, b) => a + b, 0),
            about,
          ).toBe(sum)
        }
      }
    }
  })
})
