import { expect, test } from 'vitest'
import { listFormsByKey } from '../../src/ingest/read-dossier.js'
import { type PolicyUnderwriting, underwrite } from '../../src/underwriting/underwrite.js'
import { isObject } from '../reference/values.js'
import { type Path, replaceAt } from '../support/mutate.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed } from './example.js'

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Lists the paths that this test makes unreadable: amounts, lists, entries, arrays, form objects and the forms of records.
 * It leaves out K-1s (their year may differ from the form object), 1099-NECs (they may use a box of a 1099-MISC) and W-2s of
 * statutory employees (an unreadable W-2 is not assumed to be one).
 */
function listPaths(raw: Raw): Path[] {
  const isLeftOut = (key: string): boolean => key.startsWith('schedule_k1') || key === 'form_1099_nec'
  return toArray(raw['records']).flatMap((record, r) => {
    if (!isObject(record)) return []
    const forms = toArray(record['forms']).filter(isObject)
    const isOfItsYear = forms.every(
      form => String(form['year']) === String(record['tax_year']) && !Object.keys(form).some(isLeftOut),
    )
    const inside = toArray(record['forms']).flatMap((form, f) => {
      const formPath = ['records', r, 'forms', f]
      if (!isObject(form)) return []
      const arrays = Object.entries(form).flatMap(([key, entries]) => {
        const fields = listFormsByKey()
          .get(key)
          ?.fields.filter(({ type }) => type === 'money' || type === 'list')
        if (fields === undefined || isLeftOut(key)) return []
        const boxes = toArray(entries).flatMap((entry, e) =>
          isObject(entry)
            ? [
                ...(entry['statutory_employee'] ? [] : [[...formPath, key, e]]),
                ...fields.flatMap(field => (field.key in entry ? [[...formPath, key, e, field.key]] : [])),
              ]
            : [],
        )
        const isStatutory = toArray(entries).some(entry => isObject(entry) && entry['statutory_employee'])
        return isStatutory ? boxes : [[...formPath, key], ...boxes]
      })
      return isOfItsYear ? [formPath, ...arrays] : arrays
    })
    return isOfItsYear ? [['records', r, 'forms'], ...inside] : inside
  })
}

/** Finds figures that differ but are not flagged as incomplete. A row that disappeared needs the flag on the total. */
function findUnmarkedFigures(before: PolicyUnderwriting, after: PolicyUnderwriting): string[] {
  const rows = new Map(after.qualifyingIncome.map(row => [row.category, row]))
  const isMarked = (category: (typeof before.qualifyingIncome)[number]['category']): boolean =>
    (rows.get(category) ?? rows.get('total'))?.flags.some(
      flag => flag === 'incomplete' || flag === 'year_incomplete',
    ) === true
  const amounts = (row: (typeof before.qualifyingIncome)[number] | undefined): string =>
    row === undefined
      ? ''
      : [row.latestAmount, row.priorAmount, row.monthlyAmount, row.grossUp, row.qualifyingMonthly].join()
  const values = ({ ratio, amount, count, label }: (typeof before.indicators)[number]): string =>
    [ratio, amount, count, label].join()
  return [
    ...before.qualifyingIncome.flatMap(row =>
      amounts(rows.get(row.category)) === amounts(row) || isMarked(row.category) ? [] : [row.category],
    ),
    ...before.indicators.flatMap(row => {
      const now = after.indicators.find(({ indicator }) => indicator === row.indicator)
      if (now === undefined || values(now) === values(row)) return []
      // If the as-of year changed, every figure may change, and the total is flagged.
      const isOther = before.asOfYear !== after.asOfYear && isMarked('total')
      return isOther || now.note?.endsWith('could not be read') === true ? [] : [row.indicator]
    }),
  ]
}

const readTotal = ({ qualifyingIncome }: PolicyUnderwriting): string =>
  String(qualifyingIncome.find(({ category }) => category === 'total')?.qualifyingMonthly)

test('unreadable data never changes a figure without an incomplete flag', () => {
  const policy = policyNamed('fannie-2026-03')
  const unmarkedFigures: string[] = []
  let changed = 0
  for (let seed = 1; seed <= 45; seed++) {
    const raw = makeRandomDossier(seed)
    const before = underwrite(resultOfDossier(raw), policy)
    for (const path of listPaths(raw)) {
      const after = underwrite(resultOfDossier(replaceAt(raw, path, 'some') as Raw), policy)
      if (readTotal(after) !== readTotal(before)) changed++
      for (const figure of findUnmarkedFigures(before, after))
        unmarkedFigures.push(`${seed} ${path.join('.')}: ${figure}`)
    }
  }
  expect(unmarkedFigures).toEqual([])
  expect(changed).toBeGreaterThan(100)
})
