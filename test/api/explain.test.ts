import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { getAnalysisContext } from '../../src/api/analysis-source.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import {
  analyze,
  comparePolicies,
  Decimal,
  describeFlag,
  explain,
  explainText,
  type Figure,
  type FigureInput,
  type FigureTree,
  FLAGS,
  INDICATORS,
  type StreamFlag,
  type Underwriting,
} from '../../src/index.js'
import { gapText } from '../../src/report/index.js'
import { isFigureName } from '../../src/underwriting/traces/explain.js'
import { expectAccepted } from '../support/run.js'

const w2 = (ein: string, wages: unknown, name?: string) => ({
  employer: { ein, name },
  wages_tips_other_compensation: wages,
})
const makeRecord = (year: string, ...entries: object[]) => ({
  id: `r-${year}`,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: entries }],
})
const analyzeUsable = (input: unknown) => expectAccepted(analyze(input)).value
/**
 * An analysis of two jobs in both years. Each stream is rounded: (48,000 + 46,000) / 24 = 3,916.67 and
 * (24,000 + 22,000) / 24 = 1,916.67. The total is 5,833.34 per month.
 */
const twoJobs = analyzeUsable([
  makeRecord('2023', w2('00-1234567', 46_000, 'Acme Freight'), w2('00-7654321', 22_000, 'Birch Bank')),
  makeRecord('2024', w2('00-1234567', 48_000, 'Acme Freight'), w2('00-7654321', 24_000, 'Birch Bank')),
])
const lines = readFileSync('fixtures/dossiers.ndjson', 'utf8').trim().split('\n')
const fixtures = lines.map(line => analyzeUsable(JSON.parse(line) as unknown))

/** Lists a node and all of its descendants. */
const listNodes = (tree: FigureTree): FigureTree[] => [tree, ...tree.parts.flatMap(listNodes)]
const makeKey = (input: FigureInput): string =>
  [input.recordId, input.form, input.formIndex, input.entryIndex, input.taxYear, input.field, input.stated].join('/')

describe('the tree of a figure', () => {
  it('leads from the total through rows and jobs to boxes', () => {
    const tree = explain(twoJobs.underwriting)
    expect(tree?.figure.figure).toBe('total.qualifying_monthly')
    expect(String(tree?.figure.value)).toBe('5833.34')
    const names = listNodes(tree as FigureTree).map(({ figure }) => figure.figure)
    expect(names).toContain('wages:Acme Freight.computed_monthly')
    const boxes = listNodes(tree as FigureTree).flatMap(({ inputs }) => inputs)
    const amounts = new Map(boxes.map(box => [makeKey(box), box.amount?.toNumber() ?? 0]))
    // Each box appears once, so the amounts add up to the wages of both years.
    expect([...amounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(140_000)
  })

  it.each(['wages', 'total', 'wages.computed_monthly', 'wages:Birch Bank', 'employer_change'])(
    'accepts the names of --figure: %s',
    name => {
      const tree = explain(twoJobs.underwriting, name)
      const [, line] = (explainText(twoJobs.underwriting, name) as string).split('\n\n')
      expect(tree).not.toBeNull()
      expect(line?.startsWith(`${tree?.figure.figure} = `)).toBe(true)
    },
  )

  it.each(['interest', 'wages:Cedar Inc', '9999.wages', 'all.total', 'dti'])(
    'returns null, also as text, for a figure that the taxpayer does not have: %s',
    name => {
      expect(explain(twoJobs.underwriting, name)).toBeNull()
      expect(explainText(twoJobs.underwriting, name)).toBeNull()
    },
  )

  it.each([
    ['wage', ' Did you mean wages?'],
    ['Wages', ' Did you mean wages?'],
    ['wages.computed_montly', ' Did you mean wages.computed_monthly?'],
    ['wages.latest_amount.x', ' Did you mean wages.latest_amount?'],
    ['payer_concentracion', ' Did you mean payer_concentration?'],
    ['toString', ''],
    ['total.verified_monthy', ' Did you mean total.verified_monthly?'],
    ['luck', ''],
    ['', ''],
    [5, ''],
    [null, ''],
  ])(
    'throws a TypeError for a name that no figure can have, suggests a similar name and does not repeat the input: %j',
    (name, near) => {
      for (const [functionName, explainFigure] of Object.entries({ explain, explainText }))
        expect(() => explainFigure(twoJobs.underwriting, name as string)).toThrow(
          new TypeError(
            `${functionName} takes the name of a figure: a category or the key of a stream (wages), the same with a column (wages.computed_monthly), or an indicator (dti).${near}`,
          ),
        )
    },
  )

  it('accepts the name of every existing figure and of its row', () => {
    const figures = fixtures.flatMap(({ underwriting }) => underwriting.figures.map(figure => figure.figure))
    const households = lines.flatMap(line => {
      const knownFacts = [{ taxpayerId: JSON.parse(line).taxpayer.id, borrowers: [{ id: '9999' }] }]
      const { value } = analyze(JSON.parse(line), { knownFacts })
      return value?.underwriting.figures.map(figure => figure.figure) ?? []
    })
    const names = new Set([...figures, ...households])
    expect([...names].filter(name => name.startsWith('9999.')).length).toBeGreaterThan(0)
    for (const name of names) {
      expect([name, isFigureName(name)]).toEqual([name, true])
      const row = name.split('.').slice(0, -1).join('.')
      if (row !== '') expect([row, isFigureName(row)]).toEqual([row, true])
    }
  })

  it('contains every box that the figure lists, and its text has one line for each', () => {
    let boxes = 0
    for (const { underwriting } of fixtures)
      for (const { figure, inputs } of underwriting.figures) {
        const tree = explain(underwriting, figure) as FigureTree
        const nodes = listNodes(tree)
        const keys = new Set(nodes.flatMap(node => node.inputs.map(makeKey)))
        for (const input of inputs) expect(keys).toContain(makeKey(input))
        boxes += keys.size
        const lineCount = nodes.reduce((sum, node) => sum + 1 + node.inputs.length + node.excluded.length, 0)
        const text = (explainText(underwriting, figure) as string).split('\n\n')[1] ?? ''
        expect(text.trimEnd().split('\n').length).toBe(lineCount)
      }
    expect(boxes).toBeGreaterThan(1000)
  })

  it('rejects a copy and raw input', () => {
    for (const invalidArgument of [{ ...twoJobs.underwriting }, twoJobs, null, 'wages', undefined])
      for (const explainFigure of [explain, explainText])
        expect(() => explainFigure(invalidArgument as unknown as Underwriting)).toThrow(TypeError)
  })
})

describe('the text about missing data', () => {
  it('names the box, the document and the figures, and never the value', () => {
    const { dossier } = analyzeUsable(makeRecord('2024', w2('00-1234567', 'nine thousand')))
    expect(gapText(dossier)).toMatch(/^2024: box 1 \(wages\) on .*could not be read \(wages.*\)\n$/)
    expect(gapText(dossier)).not.toContain('thousand')
    expect(gapText(twoJobs.dossier)).toBe('')
  })

  it('is the text that summarize prints', () => {
    let textCount = 0
    for (const analysis of fixtures) {
      const text = gapText(analysis.dossier)
      if (text === '') continue
      textCount++
      for (const line of text.trimEnd().split('\n'))
        expect(summaryText(getAnalysisContext(analysis))).toContain(`  ${line}\n`)
    }
    expect(textCount).toBeGreaterThan(0)
  })
})

test('describeFlag returns the sentence of FLAGS', () => {
  for (const flag of Object.keys(FLAGS) as StreamFlag[]) {
    expect(describeFlag(flag)).toBe(FLAGS[flag])
    expect(describeFlag(flag)).toMatch(/^[A-Z].*\.$/)
  }
})

test('describeFlag throws for an unknown flag without repeating it', () => {
  for (const wrong of ['luck', 'toString', 7, null, undefined])
    expect(() => describeFlag(wrong as StreamFlag)).toThrow(
      new TypeError('describeFlag takes a flag of a row: FLAGS has them all.'),
    )
})

test('explainText ends with the sentence of each flag of a row', () => {
  let flagCount = 0
  for (const { underwriting } of fixtures) {
    const text = explainText(underwriting)
    for (const flag of new Set(underwriting.incomeStreams.flatMap(stream => stream.flags))) {
      expect(text).toContain(`\n${flag}: ${describeFlag(flag)}\n`)
      flagCount++
    }
  }
  expect(flagCount).toBeGreaterThan(10)
})

const borrower = analyzeUsable(JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8')))

it('every figure has its unit, with or without a value', () => {
  expectTypeOf<Figure['unit']>().toEqualTypeOf<'money' | 'ratio' | 'count' | 'text'>()
  const unitByFigure = Object.fromEntries(borrower.underwriting.figures.map(({ figure, unit }) => [figure, unit]))
  // The expected units come from the columns in docs/tables.md and from the kinds of the indicators.
  expect(unitByFigure).toMatchObject({
    'wages.latest_amount': 'money',
    'wages.gross_up': 'money',
    'total.qualifying_monthly': 'money',
  })
  const UNITS = { amount: 'money', ratio: 'ratio', count: 'count', label: 'text' } as const
  const { indicators } = borrower.underwriting
  expect(indicators.length).toBeGreaterThan(5)
  for (const { indicator } of indicators) expect(unitByFigure[indicator]).toBe(UNITS[INDICATORS[indicator].column])
})

it('a figure has a decimal, a number or text according to its unit', () => {
  const figures = [
    ...borrower.underwriting.figures,
    ...comparePolicies(borrower.dossier, 'va', 'conservative').flatMap(({ a, b }) =>
      [a, b].flatMap(side => side ?? []),
    ),
  ]
  const kinds = figures.flatMap(({ value, unit }) =>
    value === null ? [] : [`${unit} ${Decimal.isDecimal(value) ? 'decimal' : typeof value}`],
  )
  expect(new Set(kinds)).toEqual(new Set(['money decimal', 'ratio decimal', 'count number', 'text string']))
})
