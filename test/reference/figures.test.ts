import { describe, expect, test } from 'vitest'
import type { TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { withOddKeys } from '../support/odd-keys.js'
import { makeRandomCopies } from '../support/random-copies.js'
import { makeRandomDisputes } from '../support/random-disputes.js'
import { makeRandomDossier } from '../support/random-dossier.js'
import { makeRandomEvidence } from '../support/random-evidence.js'
import { withUnreadableInput } from '../support/random-unreadable.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'
import { groupByEmployer, orderedEmployment } from './employment.js'
import {
  computeReferenceTables,
  firstAndLastYear,
  missingMainBoxes,
  OMITTED_COLUMNS,
  type ReferenceTables,
  recordsWithPlaceholder,
} from './figures.js'

/** A multiplier of the number of compared dossiers. Set `DIFFERENTIAL_TIMES` above 1 for a longer run. */
const TIMES = Number(process.env['DIFFERENTIAL_TIMES'] ?? 1)

const PLACE = /^\$\['forms'\]\[(\d+)\]\['.+'\]\[(\d+)\]\['(.+)'\]$/

/** Returns the paths of the main boxes that the library reports as missing. */
const reportedMainBoxes = ({ issues }: TaxpayerResult): string[] =>
  issues
    .filter(({ code }) => code === 'main_box_missing')
    .map(({ recordId, path }) => [recordId, ...(PLACE.exec(path ?? '') ?? []).slice(1)].join(' '))
    .sort()

const hasRepeatedRecords = (raw: Raw): boolean => {
  const ids = (raw['records'] as (Raw | null)[]).map(record => record?.['id'])
  return new Set(ids).size < ids.length
}

function compare(raw: Raw, seed: number): { ours: TaxpayerResult; theirs: ReferenceTables } {
  const [ours, theirs] = [resultOfDossier(raw), computeReferenceTables(raw)]
  const { employment, ...tables } = theirs
  for (const [table, rows] of Object.entries(tables))
    expect(formatTableRows(ours, table, OMITTED_COLUMNS), `seed ${seed}, ${table}`).toEqual(rows)
  const ourEmployment = formatTableRows(ours, 'employment')
  expect(groupByEmployer(ourEmployment), `seed ${seed}, employment`).toEqual(groupByEmployer(employment))
  expect(orderedEmployment(ourEmployment), `seed ${seed}, order of employment`).toEqual(orderedEmployment(employment))
  const keys = [...new Set(ourEmployment.map(row => Number(row['employer_key'])))].sort((a, b) => a - b)
  expect(keys, `seed ${seed}, employers`).toEqual(keys.map((_, i) => i + 1))
  for (const year of formatTableRows(ours, 'year_totals'))
    if (year['total_income'] === '') expect(year['largest_payer_share'], `seed ${seed}, payers`).toBe('')
  const [taxpayer] = formatTableRows(ours, 'taxpayers')
  const placeholders = ours.issues.filter(
    ({ code, recordId }) => code === 'identifier_placeholder' && recordId !== undefined,
  )
  if (!hasRepeatedRecords(raw))
    expect(placeholders.map(({ recordId }) => recordId).sort(), `seed ${seed}, placeholders`).toEqual(
      recordsWithPlaceholder(raw),
    )
  expect([taxpayer?.['first_year'], taxpayer?.['last_year']], `seed ${seed}`).toEqual(firstAndLastYear(raw))
  const [reported, missing] = [reportedMainBoxes(ours), missingMainBoxes(raw)]
  expect(reported, `seed ${seed}, main boxes`).toEqual(expect.arrayContaining(missing))
  // The library also reports boxes of records that it dropped because their id is repeated.
  if (!hasRepeatedRecords(raw)) expect(reported, `seed ${seed}, main boxes`).toEqual(missing)
  return { ours, theirs }
}

describe('the library matches an independent implementation of the rules', () => {
  test('for 600 small dossiers in which every document counts, and 20 large ones', () => {
    const rows = new Map<string, number>()
    const boxes = new Set<string>()
    let repayments = 0
    for (let seed = 0; seed < 620 * TIMES; seed++) {
      const isLarge = seed % 620 >= 600
      const { ours, theirs } = compare(makeRandomDossier(seed, isLarge ? { documents: 150 } : {}), seed)
      for (const [table, { length }] of Object.entries(theirs)) rows.set(table, (rows.get(table) ?? 0) + length)
      for (const documentAndBox of reportedMainBoxes(ours)) boxes.add(documentAndBox.split(' ')[3]!)
      repayments += theirs.facts.filter(({ reason }) => reason === 'benefits_unknown').length
      // Resolution excludes nothing here, so every difference comes from the sums.
      const notCounted = ours.resolution.documents.filter(({ status }) => status !== 'counted')
      if (!isLarge) expect(notCounted, `seed ${seed}`).toEqual([])
    }
    expect(rows.size).toBe(9)
    for (const [table, length] of rows) expect(length, table).toBeGreaterThan(300)
    // Covers every form with a main box. The proceeds of Form 1099-B have two keys, and only one is reported.
    expect(boxes.size).toBe(8)
    expect(repayments).toBeGreaterThan(5)
  })

  test('for 300 dossiers of copies in which uncounted documents add nothing', () => {
    for (let seed = 1; seed <= 300 * TIMES; seed++) compare(makeRandomCopies(seed), seed)
  })

  test('for 300 dossiers of copies, some without main boxes', () => {
    for (let seed = 1; seed <= 300 * TIMES; seed++)
      compare(makeRandomCopies(seed, { unmarked: false, withoutMainBox: true }), seed)
  })

  test('for 750 dossiers of doubtful evidence', () => {
    const doubts = new Set<string>()
    for (let seed = 1; seed <= 750 * TIMES; seed++) {
      const { theirs } = compare(makeRandomEvidence(seed).raw, seed)
      for (const fact of theirs.facts) for (const doubt of fact['doubts']!.split(';')) doubts.add(doubt)
    }
    // Nine doubts, and the empty text of facts without a doubt.
    expect(doubts.size).toBe(9 + 1)
  })

  test('for 300 dossiers of disputes between the IRS and software', () => {
    for (let seed = 1; seed <= 300 * TIMES; seed++) compare(makeRandomDisputes(seed), seed)
  })

  test('for 300 dossiers of doubtful evidence with unusable input', () => {
    let withoutDocuments = 0
    for (let seed = 1; seed <= 300 * TIMES; seed++) {
      const { years } = compare(withUnreadableInput(makeRandomEvidence(seed).raw, seed), seed).theirs
      // The unusable input may belong to a recipient who has no document in its year.
      for (const { recipient, documents, not_counted } of years)
        if (recipient !== 'self' && documents === '0' && not_counted === '0') withoutDocuments++
    }
    expect(withoutDocuments).toBeGreaterThan(50)
  })

  test('for 300 dossiers with unusable input', () => {
    let withoutDocuments = 0
    let withoutTotal = 0
    for (let seed = 0; seed < 300 * TIMES; seed++) {
      const raw = withUnreadableInput(withOddKeys(makeRandomDossier(seed), seed), seed)
      const { years } = compare(raw, seed).theirs
      withoutDocuments += years.filter(year => year['documents'] === '0').length
      withoutTotal += years.filter(year => year['total_income'] === '').length
    }
    expect(withoutDocuments).toBeGreaterThan(100)
    expect(withoutTotal).toBeGreaterThan(150)
  })

  test('for 300 dossiers with respelled, misspelled and unknown keys and unknown forms', () => {
    const [unread, issueCodes] = [new Set<string>(), new Set<string>()]
    for (let seed = 0; seed < 300 * TIMES; seed++) {
      const { ours, theirs } = compare(withOddKeys(makeRandomDossier(seed), seed), seed)
      for (const year of theirs.years) unread.add(String(year['unread_amounts']))
      for (const { code } of ours.dossier.pendingIssues) issueCodes.add(code)
    }
    expect(unread.size).toBeGreaterThan(3)
    for (const code of ['field_respelled', 'field_misspelled', 'amount_unread', 'form_unknown', 'form_respelled'])
      expect(issueCodes).toContain(code)
  })
})
