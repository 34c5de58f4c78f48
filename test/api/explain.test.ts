import { readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { getAnalysisContext } from '../../src/api/analysis.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import {
  analyze,
  comparePolicies,
  Decimal,
  explain,
  explainText,
  type Figure,
  type FigureInput,
  type FigureTree,
  FLAGS,
  type Flag,
  flagText,
  gapText,
  INDICATORS,
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

/** Analyzes three years of one job and two of another. The last year is incomplete before August 1, 2025. */
const underwriteAt = (date: string) => {
  const records = [
    { ...makeRecord('2022', w2('00-1234567', 50_000), w2('00-7654321', 20_000)), date: '2023-09-01' },
    { ...makeRecord('2023', w2('00-1234567', 52_000), w2('00-7654321', 21_000)), date: '2024-09-01' },
    { ...makeRecord('2024', w2('00-1234567', 54_000)), date },
  ]
  return expectAccepted(
    analyze(
      records.map(record => ({ ...record, provider_id: 'irs' })),
      { asOfYear: 2024 },
    ),
  ).value.underwriting
}

it('flagText does not say that a job has ended if it is missing only from an incomplete year', () => {
  const [withCompleteYear, withIncompleteYear] = [underwriteAt('2025-08-01'), underwriteAt('2025-03-01')]
  for (const { qualifyingIncome } of [withCompleteYear, withIncompleteYear])
    expect(qualifyingIncome.find(({ category }) => category === 'wages')?.flags).toContain('employer_ended')
  expect(flagText('employer_ended', withCompleteYear)).toBe('A job ended. It is excluded and not treated as a decline.')
  expect(flagText('employer_ended', withIncompleteYear)).toBe(
    'No pay from a job has been seen so far in the year, which is not complete. The job is excluded and not treated as a decline.',
  )
})

it('flagText does not say that one job replaced another in an incomplete year', () => {
  expect(flagText('employer_changed', { yearIncomplete: false })).toBe(FLAGS.employer_changed)
  expect(flagText('employer_changed', { yearIncomplete: true })).toMatch(/, as far as the incomplete year shows; /)
})

it('flagText returns the text of FLAGS for every other flag in any year', () => {
  for (const flag of Object.keys(FLAGS) as Flag[]) {
    expect(flagText(flag, { yearIncomplete: false })).toBe(FLAGS[flag])
    if (!flag.startsWith('employer_')) expect(flagText(flag, { yearIncomplete: true })).toBe(FLAGS[flag])
  }
})

it('the text of a flag appears in explainText below a figure', () => {
  for (const date of ['2025-08-01', '2025-03-01']) {
    const underwriting = underwriteAt(date)
    const flags = new Set(underwriting.qualifyingIncome.flatMap(row => row.flags))
    expect(flags.size).toBeGreaterThan(0)
    for (const flag of flags)
      expect(explainText(underwriting)).toContain(`\n${flag}: ${flagText(flag, underwriting)}\n`)
  }
})

it('flagText throws for an unknown flag without repeating it', () => {
  for (const wrong of ['luck', 'toString', 7, null, undefined])
    expect(() => flagText(wrong as Flag, { yearIncomplete: false })).toThrow(
      new TypeError('flagText takes a flag of a row: FLAGS has them all.'),
    )
})

const borrower = analyzeUsable(JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8')))

it('every figure has its unit, with or without a value', () => {
  expectTypeOf<Figure['unit']>().toEqualTypeOf<'money' | 'ratio' | 'count' | 'text'>()
  const unitByFigure = Object.fromEntries(borrower.underwriting.figures.map(({ figure, unit }) => [figure, unit]))
  // The expected units come from the columns in docs/tables.md and from the kinds of the indicators.
  expect(unitByFigure).toMatchObject({
    'wages.latest_amount': 'money',
    'wages.change': 'ratio',
    'total.qualifying_monthly': 'money',
  })
  const UNITS = { amount: 'money', ratio: 'ratio', count: 'count', label: 'text' } as const
  const { indicators } = borrower.underwriting
  expect(indicators.length).toBeGreaterThan(5)
  for (const { indicator } of indicators) expect(unitByFigure[indicator]).toBe(UNITS[INDICATORS[indicator]])
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
