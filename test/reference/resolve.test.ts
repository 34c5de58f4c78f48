import { describe, expect, test } from 'vitest'
import { formatDocumentPlace, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import type { SourceRecord } from '../../src/ingest/source.js'
import { resolveRecords } from '../../src/resolve/resolve.js'
import { makeCrowdedDossier, makeHalfIdentifiedDossier } from '../support/crowded.js'
import { makeFamily, makeFamilyDossier } from '../support/families.js'
import { dossierOfKnown, knownDocuments } from '../support/known-documents.js'
import { makeRandomCopies, pullAgain } from '../support/random-copies.js'
import { makeRandomDisputes } from '../support/random-disputes.js'
import { makeRandomEvidence } from '../support/random-evidence.js'
import { formatTableRows, getDecisionsByLocation, type Raw, resultOfDossier } from '../support/run.js'
import { readDossier } from './documents.js'
import { decisionsByKey, documentKey, doubtsByKey, type Resolved, resolveReference } from './resolve.js'

/** A multiplier of the number of compared dossiers. Set `DIFFERENTIAL_TIMES` above 1 for a longer run. */
const TIMES = Number(process.env['DIFFERENTIAL_TIMES'] ?? 1)

const knownRaw = (seed: number): Raw => dossierOfKnown(knownDocuments(seed, seed % 2 === 0))

/** Returns the doubts about each document, by the document's location. */
const readDoubts = (result: TaxpayerResult): Record<string, string | undefined> =>
  Object.fromEntries(
    formatTableRows(result, 'documents').map(row => [
      [row['record_id']?.replaceAll('/', '%2F'), row['form'], row['form_index'], row['entry_index']].join('/'),
      row['doubts'],
    ]),
  )

const compare = (raw: Raw, seed: number): Resolved[] => {
  const resolved = resolveReference(readDossier(raw))
  const result = resultOfDossier(raw)
  expect(getDecisionsByLocation(result), `seed ${seed}`).toEqual(decisionsByKey(resolved))
  expect(readDoubts(result), `seed ${seed}, doubts`).toEqual(doubtsByKey(resolved))
  return resolved
}

describe('the library decides like a literal implementation of the rules', () => {
  test('for 2,000 random dossiers of copies', () => {
    const statuses = new Map<string, number>()
    const facts = { verified: 0, otherRecipient: 0 }
    for (let seed = 1; seed <= 2000 * TIMES; seed++) {
      for (const item of compare(makeRandomCopies(seed), seed)) {
        statuses.set(item.status, (statuses.get(item.status) ?? 0) + 1)
        if (item.verified) facts.verified++
        if (item.otherRecipient) facts.otherRecipient++
      }
    }
    // Without enough documents of each status, the comparison would prove little.
    for (const status of ['counted', 'superseded', 'canceled', 'void', 'duplicate', 'conflict'])
      expect(statuses.get(status) ?? 0, status).toBeGreaterThan(500)
    expect(facts.verified).toBeGreaterThan(500)
    expect(facts.otherRecipient).toBeGreaterThan(500)
  })

  test('for 500 more dossiers, with some records pulled twice', () => {
    for (let seed = 2001; seed <= 2000 + 500 * TIMES; seed++) compare(pullAgain(makeRandomCopies(seed), seed), seed)
  })

  test('for 1,500 dossiers of doubtful evidence', () => {
    const doubts = new Set<string>()
    for (let seed = 1; seed <= 1500 * TIMES; seed++) {
      const resolved = compare(makeRandomEvidence(seed).raw, seed)
      for (const item of resolved) for (const doubt of item.doubts) doubts.add(doubt)
    }
    expect(doubts.size).toBe(9)
    // An employer with two names joins an earlier one, and a third employer has to choose between both.
    compare(makeRandomEvidence(14_932).raw, 14_932)
    // An initial is compatible with two names that are not compatible with each other.
    compare(makeRandomEvidence(37_932).raw, 37_932)
  })

  test('for totals with one document as a part, and a box that is zero on one side', () => {
    compare(makeRandomCopies(144_314, { unmarked: true }), 144_314)
    for (const seed of [145_905, 148_461, 148_761]) compare(pullAgain(makeRandomCopies(seed), seed), seed)
    // One box is equal, but the issuer names and the accounts contradict.
    compare(makeRandomCopies(28_039, { unmarked: true }), 28_039)
    compare(makeRandomCopies(114_973), 114_973)
  })

  test('for 500 dossiers without submission types', () => {
    for (let seed = 2501; seed <= 2500 + 500 * TIMES; seed++) compare(makeRandomCopies(seed, { unmarked: true }), seed)
  })

  test('for 500 dossiers in which some sources lack main boxes that other sources have', () => {
    let decided = 0
    for (let seed = 3001; seed <= 3000 + 500 * TIMES; seed++) {
      const raw = makeRandomCopies(seed, { unmarked: seed % 2 === 0, withoutMainBox: true })
      decided += compare(raw, seed).filter(
        ({ doc, status }) => doc.missingMainBox !== null && status === 'duplicate',
      ).length
      compare(pullAgain(raw, seed), seed)
    }
    expect(decided).toBeGreaterThan(300)
  })

  test.each([
    ['150 dossiers with many documents and little data about their parties', 150, makeCrowdedDossier],
    ['150 dossiers in which only half of the documents have distinguishing data', 150, makeHalfIdentifiedDossier],
    ['500 dossiers with one issuer and corrections in several sources', 500, knownRaw],
    ['500 dossiers of doubtful evidence', 500, (seed: number) => makeRandomEvidence(seed).raw],
    ['1,500 dossiers of disputes between the IRS and software', 1500, makeRandomDisputes],
  ])('for %s, including warnings', (_, dossierCount, make) => {
    for (let seed = 1; seed <= dossierCount * TIMES; seed++) {
      const raw = make(seed)
      const resolved = compare(raw, seed)
      const expected = resolved.flatMap(({ doc, warnings }) => warnings.map(code => `${documentKey(doc)} ${code}`))
      const reportedWarnings = resultOfDossier(raw).resolution.warnings.map(
        ({ code, document }) => `${formatDocumentPlace(document)} ${code}`,
      )
      expect(reportedWarnings.sort(), `seed ${seed}`).toEqual(expected.sort())
    }
  })
})

/** Returns the decision about each document, and the warnings in order. */
const describeResolution = (records: readonly SourceRecord[], maxDocumentsToScan: number): object => {
  const { documents, warnings, taxpayerLast4 } = resolveRecords(records, undefined, maxDocumentsToScan)
  return {
    taxpayerLast4,
    documents: documents.map(
      ({ document, status, decidedBy, isVerified, recipientId, isOtherRecipient }) =>
        `${formatDocumentPlace(document)} ${status} ${decidedBy && formatDocumentPlace(decidedBy)} ${isVerified} ${recipientId} ${isOtherRecipient}`,
    ),
    warnings: warnings.map(
      ({ code, document, decidedBy }) =>
        `${code} ${formatDocumentPlace(document)} ${decidedBy && formatDocumentPlace(decidedBy)}`,
    ),
  }
}

describe('a scan of all documents and the document index lead to the same decisions', () => {
  test.each([
    ['2,000 random dossiers of copies', 2000, makeRandomCopies],
    ['500 dossiers with some records pulled twice', 500, (seed: number) => pullAgain(makeRandomCopies(seed), seed)],
    ['500 dossiers without submission types', 500, (seed: number) => makeRandomCopies(seed, { unmarked: true })],
    ['150 dossiers with many documents and little data about their parties', 150, makeCrowdedDossier],
    ['150 dossiers in which only half of the documents have distinguishing data', 150, makeHalfIdentifiedDossier],
    ['400 dossiers with one issuer and corrections in several sources', 400, knownRaw],
    ['500 dossiers of disputes between the IRS and software', 500, makeRandomDisputes],
    ['300 families of documents', 300, (seed: number) => makeFamilyDossier(makeFamily(seed), 20 + (seed % 60), seed)],
  ])('%s', (_, dossierCount, make) => {
    for (let seed = 1; seed <= dossierCount * TIMES; seed++) {
      const { records } = resultOfDossier(make(seed)).dossier
      expect(describeResolution(records, Number.POSITIVE_INFINITY), `seed ${seed}`).toEqual(
        describeResolution(records, 0),
      )
    }
  })
})
