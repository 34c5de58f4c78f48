import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, it } from 'vitest'
import { analyze, comparePolicies, Decimal, type Figure, INDICATORS } from '../../src/index.js'
import { expectAccepted } from '../support/run.js'

const outcome = expectAccepted(analyze(JSON.parse(readFileSync('fixtures/borrower.ndjson', 'utf8'))))
const { dossier, underwriting } = outcome.value

it('every figure has its unit, with or without a value', () => {
  expectTypeOf<Figure['unit']>().toEqualTypeOf<'money' | 'ratio' | 'count' | 'text'>()
  const unitByFigure = Object.fromEntries(underwriting.figures.map(({ figure, unit }) => [figure, unit]))
  // The expected units come from the columns in docs/tables.md and from the kinds of the indicators.
  expect(unitByFigure).toMatchObject({
    'wages.latest_amount': 'money',
    'wages.change': 'ratio',
    'total.qualifying_monthly': 'money',
  })
  const UNITS = { amount: 'money', ratio: 'ratio', count: 'count', label: 'text' } as const
  const { indicators } = underwriting
  expect(indicators.length).toBeGreaterThan(5)
  for (const { indicator } of indicators) expect(unitByFigure[indicator]).toBe(UNITS[INDICATORS[indicator]])
})

it('a figure has a decimal, a number or text according to its unit', () => {
  const figures = [
    ...underwriting.figures,
    ...comparePolicies(dossier, 'va', 'conservative').flatMap(({ a, b }) => [a, b].flatMap(side => side ?? [])),
  ]
  const kinds = figures.flatMap(({ value, unit }) =>
    value === null ? [] : [`${unit} ${Decimal.isDecimal(value) ? 'decimal' : typeof value}`],
  )
  expect(new Set(kinds)).toEqual(new Set(['money decimal', 'ratio decimal', 'count number', 'text string']))
})
