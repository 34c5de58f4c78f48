import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import { normalizeDossier } from '../../src/api/normalize.js'
import { readDossier } from '../../src/api/read.js'
import type { PrivacyOptions } from '../../src/ingest/privacy.js'
import type { Field, FieldType } from '../../src/schema/field.js'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { arbitraryEntry, type Raw } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'

const spellings = (nine: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    nine,
    `${nine.slice(0, 3)}-${nine.slice(3, 5)}-${nine.slice(5)}`,
    `${nine.slice(0, 2)}-${nine.slice(2)}`,
    ` ${nine.slice(0, 3)} ${nine.slice(3, 5)} ${nine.slice(5)}`,
  )

/** Field types whose text is kept in the output. Text that may be a full identifier is masked there. */
const KEPT: ReadonlySet<FieldType> = new Set<FieldType>(['text', 'code', 'enum', 'list'])

/** Returns true if no output shows a recipient's number that this box contains. */
const mayHold = (field: Field): boolean => field.personal || field.type === 'identifier' || !KEPT.has(field.type)

/** Returns true if a box keeps bare digits as an identifier. In other boxes they are an amount or a count. */
const isKeptWhole = ({ type, personal }: Field): boolean => personal || type === 'identifier' || type === 'account'

/** Generates dossiers with a recipient's number in every position that can contain it. */
const arbitraryPlantedDossier = (form: FormTable) =>
  fc
    .integer({ min: 900_000_000, max: 999_999_999 })
    .filter(n => new Set(String(n).slice(0, 5)).size > 2)
    .map(String)
    .chain(nine => {
      const written = spellings(nine)
      const holding = form.fields.filter(mayHold)
      return fc.record({
        nine: fc.constant(nine),
        written,
        boxes: fc.subarray(holding, { maxLength: Math.min(6, holding.length) }),
        entry: arbitraryEntry(form),
        issuerToo: fc.boolean(),
      })
    })
    .map(({ nine, written, boxes, entry, issuerToo }) => {
      const dashed = `${nine.slice(0, 3)}-${nine.slice(3, 5)}-${nine.slice(5)}`
      const party = { ...(entry[form.recipient.key] as Raw), name: `N ${nine}`, [form.recipient.id]: written }
      const issuer = entry[form.issuer.key] as Raw
      const entryWithLongId = { ...entry, [form.recipient.key]: { ...party, [form.recipient.id]: `X${nine}` } }
      const full: Raw = {
        ...entry,
        ...Object.fromEntries(boxes.map(field => [field.key, isKeptWhole(field) ? written : dashed])),
        [form.recipient.key]: { ...party, [`id ${nine}`]: nine, address: written },
        [form.issuer.key]: issuerToo ? { ...issuer, [form.issuer.id]: written } : issuer,
        [nine]: nine,
        [`ssn_${nine}`]: written,
        other: [written],
      }
      const record = (id: string, entries: unknown[]): Raw => ({
        id,
        name: `Records of ${nine}`,
        raw_file: `https://files.example.invalid/${nine}.pdf`,
        tax_year: '2023',
        provider_id: 'irs',
        date: written,
        [`form_${nine}`]: [],
        forms: [
          { year: '2023', ssn: written, [form.key]: entries, [`form_${nine}`]: [{ a: nine }] },
          nine,
          { [form.key]: written, year: written },
          { [form.key]: [nine] },
        ],
      })
      const dossier: Raw = {
        taxpayer: {
          id: 't-1',
          name: nine,
          form8821: nine,
          created_at: nine,
          // Metadata belongs to the application and is returned unchanged.
          metadata: { loan: 7 },
          analysis: { tin: written, total_liabilities: dashed },
          details: { address: { street_address: nine, city: nine, state: nine, zip_code: nine } },
          [nine]: written,
        },
        records: [
          record('r-1', [full, entryWithLongId, full]),
          record('r-2', [full]),
          nine,
          { id: 'r-3', forms: nine },
        ],
      }
      return { nine, dossier }
    })

/** Returns an excerpt if the text contains the digits, with at most one separator between digits. Null otherwise. */
const findExcerpt = (text: string, nine: string): string | null => {
  const index = text.search(new RegExp([...nine].join('[-. ]?')))
  return index === -1 ? null : text.slice(Math.max(0, index - 60), index + 30)
}

const MODES: readonly PrivacyOptions[] = [{}, { identifiers: 'pseudonym', pseudonymKey: new Uint8Array(32).fill(1) }]

test('planted numbers appear in the output if the option `identifiers` is `full`', () => {
  const [{ nine, dossier }] = fc.sample(arbitraryPlantedDossier(FORMS[0]), { numRuns: 1, seed: 1 }) as [
    { nine: string; dossier: Raw },
  ]
  const everything = analyzeEverything(dossier, FORMS, { identifiers: 'full' })
  const tablesWithNumber = Object.entries(everything.csv()).flatMap(([table, text]) =>
    findExcerpt(text, nine) ? [table] : [],
  )
  expect(tablesWithNumber).toEqual(['documents', 'form_w2'])
  expect(findExcerpt(JSON.stringify(normalizeDossier(dossier, { identifiers: 'full' })), nine)).not.toBeNull()
})

describe.each(FORMS.map(form => [form.key, form as FormTable] as const))('%s', (_, form) => {
  test("never shows the nine digits of a recipient's identifier in a table or an issue", () => {
    fc.assert(
      fc.property(arbitraryPlantedDossier(form), fc.constantFrom(...MODES), ({ nine, dossier }, privacy) => {
        const everything = analyzeEverything(dossier, FORMS, privacy)
        for (const [table, text] of Object.entries(everything.csv()))
          expect([table, findExcerpt(text, nine)]).toEqual([table, null])
        expect(findExcerpt(JSON.stringify(everything.issues), nine)).toBeNull()
      }),
      { numRuns: 20 },
    )
  })

  test('never shows these digits in a normalized dossier, an analysis or an issue of the wire contract', () => {
    fc.assert(
      fc.property(arbitraryPlantedDossier(form), fc.constantFrom(...MODES), ({ nine, dossier }, privacy) => {
        const outcome = normalizeDossier(dossier, privacy)
        expect(findExcerpt(JSON.stringify(outcome), nine)).toBeNull()
        expect(findExcerpt(JSON.stringify(analyze(dossier, privacy)), nine)).toBeNull()
        expect(findExcerpt(JSON.stringify(readDossier(dossier).issues), nine)).toBeNull()
      }),
      { numRuns: 12 },
    )
  })
})
