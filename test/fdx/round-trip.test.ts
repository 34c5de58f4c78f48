import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlaceholder } from '../../src/core/identifier.js'
import { fromFdx, toFdx } from '../../src/fdx/index.js'
import { selectVersion, setPath } from '../../src/fdx/write-field.js'
import { normalizeRecord } from '../../src/index.js'
import type { Field } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { arbitraryEntry, arbitraryMessyEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { expectAccepted } from '../support/run.js'

const SHARED = FORMS.filter((form: FormTable) => form.fdx !== undefined) as readonly FormTable[]
const FORM_VERSIONS = SHARED.flatMap(form => ([5, 6] as const).map(version => ({ form, version, key: form.key })))

/** Normalizes a raw record. Returns its documents, both as objects and as plain JSON. */
function readDocuments(record: unknown) {
  const { documents } = expectAccepted(normalizeRecord(record, { identifiers: 'full' })).value
  return { documents, plainDocuments: JSON.parse(JSON.stringify(documents)) as Raw[] }
}

test.each(FORM_VERSIONS)('$key, version $version: only kept values do not come back from FDX', ({ form, version }) => {
  fc.assert(
    fc.property(fc.oneof(arbitraryEntry(form), arbitraryMessyEntry(form)), entry => {
      const { documents, plainDocuments } = readDocuments(makeRecord(form, [entry]))
      const statement = toFdx(documents, { version })
      const [written] = statement.forms
      // The statement must survive being written to a file.
      const file = JSON.parse(JSON.stringify({ forms: [written] })) as unknown
      const back = readDocuments(fromFdx(file).records[0]).plainDocuments[0] as Raw
      const keptNames = new Set(statement.keptValues.map(({ path }) => /\['([^']+)'\]$/.exec(path)?.[1]))
      const [before] = plainDocuments as [Raw]
      const [fieldsBefore, fieldsAfter] = [before['fields'] as Raw, back['fields'] as Raw]
      for (const name of Object.keys(fieldsBefore)) {
        if (keptNames.has(name) || name === 'submissionType') continue
        const [wordBefore, wordAfter] = [fieldsBefore, fieldsAfter].map(fields => toFdxWord(form, name, fields[name]))
        expect(wordBefore, name).toEqual(wordAfter)
      }
      for (const name of keptNames) expect(mayBeKept(form, name ?? ''), name).toBe(true)
      // A kept value must not come back as a different value.
      for (const name of keptNames)
        if (name !== undefined && name in fieldsBefore && !isListed(form, name))
          expect(fieldsAfter[name], name).toBeNull()
      expect(back['taxYear']).toBe(before['taxYear'])
      expect(back['issuer']).toEqual(before['issuer'])
      expect(back['recipient']).toEqual(before['recipient'])
      if (!keptNames.has('submissionType')) expect(back['submission']).toBe(before['submission'])
    }),
    { numRuns: 40 },
  )
})

/** Returns the FDX word for a word of a checked box. Other values are returned unchanged. */
function toFdxWord(form: FormTable, name: string, value: unknown): unknown {
  const fdx = form.fields.find(field => field.name === name)?.fdx
  if (typeof fdx !== 'object' || fdx === null || !('spellings' in fdx) || typeof value !== 'string') return value
  const text = value.toLowerCase()
  const [meant] =
    Object.entries(fdx.spellings).find(([, prefixes]) =>
      prefixes.some(prefix => text.startsWith(prefix.toLowerCase())),
    ) ?? []
  return meant
}

/**
 * Returns true if values of a field may have no target in FDX: a field without an FDX name, a sum of several codes, a
 * share of at most one percent (which would be read as a fraction), a word that FDX does not have, or a list that may
 * contain more than its target.
 */
function mayBeKept(form: FormTable, name: string): boolean {
  const field = form.fields.find(candidate => candidate.name === name)
  if (field === undefined) return name === 'name' || name === 'address'
  const { fdx, type } = field
  if (fdx === null || ['rate', 'ratio', 'percentage', 'list'].includes(type)) return true
  return typeof fdx === 'object' && ('spellings' in fdx || ('amountsIn' in fdx && fdx.codes.length > 1))
}

/** Returns true if a field is a list. Items beyond those that its target can contain do not come back. */
const isListed = (form: FormTable, name: string): boolean =>
  form.fields.find(field => field.name === name)?.type === 'list'

/** Generates a function that sets a field's FDX value in a form, or null if the field has no single target. */
function arbitraryFdxValue(field: Field, version: 5 | 6): fc.Arbitrary<((form: Raw) => void) | null> {
  const { fdx } = field
  const path = (versionedPath: string | readonly string[]): string => selectVersion(versionedPath, version)
  const put = (fdxPath: string) => (value: unknown) => (form: Raw) => setPath(form, fdxPath, value)
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map(n => n / 100)
  if (fdx === null || fdx === undefined) return fc.constant(null)
  if (typeof fdx === 'object' && 'amountsIn' in fdx) {
    if (fdx.codes.length > 1) return fc.constant(null)
    return cents.map(amount => form => {
      form[fdx.amountsIn] ??= []
      const list = form[fdx.amountsIn] as Raw[]
      const [code] = fdx.codes
      if (code === undefined && list.length > 0) (list[0] as Raw)['amount'] = amount
      else list.push(code === undefined ? { amount } : { code, amount })
    })
  }
  if (typeof fdx === 'object' && 'textsIn' in fdx) {
    if (fdx.index === 1) return fc.constant(null)
    return fc.constantFrom('7', 'G', '1').map(text => form => {
      const isTexts = field.type === 'list' && field.items !== null
      form[fdx.textsIn] = isTexts ? [text] : [{ code: text }]
    })
  }
  if (typeof fdx === 'object' && 'spellings' in fdx)
    return fc
      .constantFrom(...Object.keys(fdx.spellings))
      .map(literal => put(fdx.property)(literal === 'true' ? true : literal === 'false' ? false : literal))
  const fieldPath = path(fdx as string | readonly string[])
  const share = fc.integer({ min: 200, max: 10_000 }).map(n => n / 100)
  const month = fc.integer({ min: 1, max: 12 })
  const values: Partial<Record<Field['type'], fc.Arbitrary<unknown>>> = {
    money: cents,
    rate: share,
    ratio: share,
    percentage: share,
    count: fc.integer({ min: 0, max: 99 }),
    year: fc.integer({ min: 2019, max: 2025 }),
    flag: fc.boolean(),
    date: month.map(m => `2024-${String(m).padStart(2, '0')}-15`),
    period: month.map(m => {
      const first = `2024-${String(m).padStart(2, '0')}-01`
      return fieldPath.endsWith('End') ? new Date(Date.UTC(2024, m, 0)).toISOString().slice(0, 10) : first
    }),
    // Nine equal digits are a placeholder, which is not kept.
    identifier: fc
      .integer({ min: 100_000_000, max: 999_999_999 })
      .map(String)
      .filter(id => !isPlaceholder(id)),
    account: fc.integer({ min: 1000, max: 9999 }).map(String),
    code: fc.integer({ min: 10, max: 99 }).map(String),
  }
  return (values[field.type] ?? fc.constantFrom('Alpha', 'Beta gamma')).map(put(fieldPath))
}

/** Generates an FDX form with values that a record can contain. Sets money last, because it may join a code's item. */
function arbitraryFdxForm(form: FormTable, version: 5 | 6): fc.Arbitrary<Raw> {
  const fields = [...form.fields].sort((a, b) => Number(a.type === 'money') - Number(b.type === 'money'))
  return fc.tuple(...fields.map(field => fc.oneof(arbitraryFdxValue(field, version), fc.constant(null)))).map(all => {
    const made: Raw = { taxYear: 2024 }
    for (const put of all) put?.(made)
    const rows = typeof form.fdx === 'object' ? form.fdx.rows : null
    if (rows !== null && made[rows] !== undefined) made[rows] = [made[rows]]
    return made
  })
}

const sortedItems = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      Array.isArray(inner) ? [...inner].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : inner,
    ),
  ) as unknown

test.each(FORM_VERSIONS)(
  '$key, version $version: an FDX form comes back from a record unchanged',
  ({ form, version }) => {
    const name = typeof form.fdx === 'object' ? form.fdx.form : String(form.fdx)
    fc.assert(
      fc.property(arbitraryFdxForm(form, version), made => {
        const read = fromFdx({ forms: [{ [name]: made }] })
        expect(read.keptValues).toEqual([])
        const { documents } = readDocuments(read.records[0])
        const { forms, issues } = toFdx(documents, { version })
        expect(issues).toEqual([])
        expect(sortedItems(forms)).toEqual(sortedItems([{ [name]: made }]))
      }),
      { numRuns: 40 },
    )
  },
)
