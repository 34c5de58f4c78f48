import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getAnalysisContext } from '../../src/api/analysis.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import {
  analyze,
  explain,
  explainText,
  type FigureInput,
  type FigureTree,
  gapText,
  type Underwriting,
} from '../../src/index.js'
import { isFigureName } from '../../src/underwriting/traces/explain.js'
import { expectAccepted } from '../support/run.js'

const w2 = (ein: string, wages: unknown) => ({ employer: { ein }, wages_tips_other_compensation: wages })
const makeRecord = (year: string, ...entries: object[]) => ({
  id: `r-${year}`,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: entries }],
})
const analyzeUsable = (input: unknown) => expectAccepted(analyze(input)).value
/** An analysis of two jobs in both years: (48,000 + 24,000 + 46,000 + 22,000) / 24 = 5,833.33 per month. */
const twoJobs = analyzeUsable([
  makeRecord('2023', w2('00-1234567', 46_000), w2('00-7654321', 22_000)),
  makeRecord('2024', w2('00-1234567', 48_000), w2('00-7654321', 24_000)),
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
    expect(String(tree?.figure.value)).toBe('5833.33')
    const names = listNodes(tree as FigureTree).map(({ figure }) => figure.figure)
    expect(names).toContain('wages.monthly_amount')
    const boxes = listNodes(tree as FigureTree).flatMap(({ inputs }) => inputs)
    const amounts = new Map(boxes.map(box => [makeKey(box), box.amount?.toNumber() ?? 0]))
    // Each box appears once, so the amounts add up to the wages of both years.
    expect([...amounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(140_000)
  })

  it.each(['wages', 'total', 'wages.monthly_amount', 'wages.job_2', 'employer_change'])(
    'accepts the names of --figure: %s',
    name => {
      const tree = explain(twoJobs.underwriting, name)
      const [, line] = (explainText(twoJobs.underwriting, name) as string).split('\n\n')
      expect(tree).not.toBeNull()
      expect(line?.startsWith(`${tree?.figure.figure} = `)).toBe(true)
    },
  )

  it.each(['interest', 'wages.job_3', '9999.wages', 'all.total', 'dti'])(
    'returns null, also as text, for a figure that the taxpayer does not have: %s',
    name => {
      expect(explain(twoJobs.underwriting, name)).toBeNull()
      expect(explainText(twoJobs.underwriting, name)).toBeNull()
    },
  )

  it.each([
    ['wage', ' Did you mean wages?'],
    ['Wages', ' Did you mean wages?'],
    ['wages.montly_amount', ' Did you mean wages.monthly_amount?'],
    ['wages.latest_amount.x', ' Did you mean wages.latest_amount?'],
    ['payer_concentracion', ' Did you mean payer_concentration?'],
    ['toString', ''],
    ['wages.job_0', ''],
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
            `${functionName} takes the name of a figure: a row (wages), a row and its column (wages.monthly_amount), a job or business of it (wages.job_1) or an indicator (dti).${near}`,
          ),
        )
    },
  )

  it('accepts the name of every existing figure and of its row', () => {
    const figures = fixtures.flatMap(({ underwriting }) => underwriting.figures.map(figure => figure.figure))
    const households = lines.flatMap(line => {
      const knownFacts = [{ taxpayerId: JSON.parse(line).taxpayer.id, recipients: ['9999'] }]
      const { value } = analyze(JSON.parse(line), { known: knownFacts })
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
