import { describe, expect, test } from 'vitest'
import { formatDocumentPlace, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { readMeaning, type SourceDocument } from '../../src/ingest/source.js'
import type { Candidate } from '../../src/resolve/candidate.js'
import type { ResolvedDocument } from '../../src/resolve/resolved-document.js'
import { Dice, makeRandomCopies, pullAgain, shuffleForms, shuffleRecords } from '../support/random-copies.js'
import { DECIDING_VALUES, makeRandomEvidence } from '../support/random-evidence.js'
import { computeFigures, formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

// Laws about evidence: doubts travel with amounts, software never changes what IRS documents say, and the order and
// number of pulls change neither figures nor doubts.

const SEEDS = Array.from({ length: 400 }, (_, i) => i + 1)

/** Dossiers in which sources disagree, and dossiers of many copies. */
const DOSSIERS: readonly Raw[] = SEEDS.flatMap(seed => [makeRandomEvidence(seed).raw, makeRandomCopies(seed)])

const joinCodes = (codes: Iterable<string>): string => [...new Set(codes)].sort().join(';')
const splitCodes = (codes: string | undefined): string[] => (codes ? codes.split(';') : [])

const listCounted = ({ resolution }: TaxpayerResult): ResolvedDocument[] =>
  resolution.documents.filter(({ status }) => status === 'counted')

type TableRow = Readonly<Record<string, string>>

const getPlace = (row: TableRow): string =>
  ['record_id', 'form', 'form_index', 'entry_index'].map(column => row[column]).join('/')

const toTablePlace = ({ record, compiledForm, formIndex, entryIndex }: SourceDocument): string =>
  [record.id, compiledForm.key, formIndex, entryIndex].join('/')

/** Finds the recipient of each document, from its columns in `documents`. */
const readRecipients = (result: TaxpayerResult): ReadonlyMap<string, string> =>
  new Map(
    formatTableRows(result, 'documents').map(row => [
      getPlace(row),
      row['other_recipient'] === 'false' ? 'self' : row['recipient_last4'] || 'unknown',
    ]),
  )

describe('a doubt travels with the amount', () => {
  test('the doubts of income and withholding are exactly those of their counted facts and gaps', () => {
    let doubtfulRows = 0
    for (const [i, raw] of DOSSIERS.entries()) {
      const result = resultOfDossier(raw)
      const recipients = readRecipients(result)
      const facts = formatTableRows(result, 'facts').filter(({ counted }) => counted === 'true')
      for (const [table, column, prefix] of [
        ['income', 'category', 'income.'],
        ['withholding', 'kind', 'withheld.'],
      ] as const)
        for (const row of formatTableRows(result, table)) {
          const role = row[column] === 'foreign_tax' ? 'foreign_tax' : `${prefix}${row[column]}`
          const ofRow = facts.filter(
            fact =>
              fact['tax_year'] === row['tax_year'] &&
              fact['role'] === role &&
              (table === 'withholding' || recipients.get(getPlace(fact)) === row['recipient']),
          )
          const gapsOfRow = result.ledger.gaps.flatMap(({ resolvedDocument, role: gapRole, year }) =>
            resolvedDocument !== null &&
            String(year) === row['tax_year'] &&
            gapRole === role &&
            (table === 'withholding' || recipients.get(toTablePlace(resolvedDocument.document)) === row['recipient'])
              ? [resolvedDocument]
              : [],
          )
          const expected = joinCodes([
            ...ofRow.flatMap(({ doubts }) => splitCodes(doubts)),
            ...gapsOfRow.flatMap(({ doubts }) => doubts),
          ])
          expect(row['doubts'], `dossier ${i}, ${table}, ${row['tax_year']} ${role}`).toBe(expected)
          if (expected !== '') doubtfulRows++
        }
    }
    expect(doubtfulRows).toBeGreaterThan(500)
  })

  test('the doubts of years and employers are exactly those of their counted documents', () => {
    for (const [i, raw] of DOSSIERS.entries()) {
      const result = resultOfDossier(raw)
      const counted = listCounted(result)
      const employment = formatTableRows(result, 'employment')
      const recipients = readRecipients(result)
      for (const row of [...formatTableRows(result, 'years'), ...formatTableRows(result, 'year_totals')]) {
        // A row of `year_totals` has no recipient.
        const { tax_year: year = '', recipient } = row
        const ofYear = counted.filter(
          ({ document }) =>
            String(document.year) === year &&
            (recipient === undefined ||
              recipients.get(decodeURIComponent(formatDocumentPlace(document))) === recipient),
        )
        const doubts = splitCodes(row['doubts']).filter(doubt => doubt !== 'net_negative')
        expect(doubts.join(';'), `dossier ${i}, ${year}`).toBe(joinCodes(ofYear.flatMap(document => document.doubts)))
        expect(row['doubtful_documents'], `dossier ${i}, ${year}`).toBe(
          String(ofYear.filter(document => document.doubts.length > 0).length),
        )
        const w2s = ofYear.filter(({ document }) => document.compiledForm.form.key === 'form_w2')
        const employers = employment.filter(
          employer => employer['tax_year'] === year && (recipient === undefined || employer['recipient'] === recipient),
        )
        expect(joinCodes(employers.flatMap(employer => splitCodes(employer['doubts']))), `dossier ${i}, ${year}`).toBe(
          joinCodes(w2s.flatMap(document => document.doubts)),
        )
      }
    }
  })

  test('only counted documents have doubts', () => {
    for (const raw of DOSSIERS)
      for (const { status, doubts } of resultOfDossier(raw).resolution.documents)
        if (status !== 'counted') expect(doubts).toEqual([])
  })
})

/** Returns the doubts of the counted documents of each form and year, so that other record ids make no difference. */
const listDoubts = (raw: Raw): string[] =>
  listCounted(resultOfDossier(raw))
    .map(({ document, doubts }) => `${document.compiledForm.form.key} ${document.year} ${doubts.join(';')}`)
    .sort()

/** True if no document is marked, so that no rule depends on positions in the record. */
const hasOnlyOriginals = (raw: Raw): boolean =>
  resultOfDossier(raw).resolution.documents.every(({ document }) => document.submission === 'original')

describe('neither figures nor doubts change', () => {
  const expectSame = (raw: Raw, changed: Raw, label: string): void => {
    expect(computeFigures(changed), label).toEqual(computeFigures(raw))
    expect(listDoubts(changed), label).toEqual(listDoubts(raw))
  }

  test('if the records are in another order', () => {
    for (const seed of SEEDS) {
      const { raw } = makeRandomEvidence(seed)
      expectSame(raw, shuffleRecords(raw, seed), `seed ${seed}`)
    }
  })

  test('if forms and entries are in another order, and all documents are originals', () => {
    let compared = 0
    for (const seed of SEEDS) {
      const { raw } = makeRandomEvidence(seed)
      if (!hasOnlyOriginals(raw)) continue
      compared++
      expectSame(raw, shuffleForms(raw, seed), `seed ${seed}`)
    }
    expect(compared).toBeGreaterThan(100)
  })

  test('if records are pulled again', () => {
    for (const seed of SEEDS) {
      const { raw } = makeRandomEvidence(seed)
      expectSame(raw, pullAgain(raw, seed, seed % 2 === 0), `seed ${seed}`)
    }
  })
})

const isIrsRecord = (record: Raw): boolean => /^irs/.test(String(record['provider_id']))
const keepRecords = (raw: Raw, isKept: (record: Raw) => boolean): Raw => ({
  ...raw,
  records: (raw['records'] as Raw[]).filter(isKept),
})

/** Returns the values of a document that decide what its amounts mean. A value that it does not have is empty. */
const readDeciding = ({ compiledForm, cells }: Candidate['document']): string[] =>
  compiledForm.decidingPositions.map(position => readMeaning(compiledForm, cells, position))

describe('software never changes what IRS documents say', () => {
  test('it never replaces, cancels or voids one, and one is in conflict only with another one', () => {
    let [changed, conflicts] = [0, 0]
    for (const [i, raw] of DOSSIERS.entries()) {
      // Of records with one id, only the latest is used, so a software record could hide an IRS record.
      const ids = (raw['records'] as Raw[]).map(record => record['id'])
      if (new Set(ids).size < ids.length) continue
      const describeReplaced = (result: TaxpayerResult): string[] =>
        result.resolution.documents.flatMap(({ document, status }) =>
          document.record.isFromIrs && ['superseded', 'canceled', 'void'].includes(status)
            ? [`${formatDocumentPlace(document)} ${status}`]
            : [],
        )
      const result = resultOfDossier(raw)
      const replaced = describeReplaced(result)
      expect(replaced, `dossier ${i}`).toEqual(describeReplaced(resultOfDossier(keepRecords(raw, isIrsRecord))))
      changed += replaced.length
      const { documents } = result.resolution
      const verified = new Set(documents.flatMap(({ document, isVerified }) => (isVerified ? [document] : [])))
      for (const { document, status, decidedBy } of documents)
        if (document.record.isFromIrs && status === 'conflict') {
          conflicts++
          expect(decidedBy !== null && verified.has(decidedBy), `dossier ${i}, ${formatDocumentPlace(document)}`).toBe(
            true,
          )
        }
    }
    expect(changed).toBeGreaterThan(100)
    expect(conflicts).toBeGreaterThan(50)
  })

  test('a counted software copy has the values of its IRS copy that decide', () => {
    let disagreements = 0
    for (const seed of SEEDS) {
      const { documents } = resultOfDossier(makeRandomEvidence(seed).raw).resolution
      for (const { document, asRead, status, isVerified } of documents) {
        if (status !== 'counted' || !isVerified || document.record.isFromIrs) continue
        const copies = documents.filter(
          ({ decidedBy, ...copy }) => decidedBy === document && copy.status === 'duplicate',
        )
        const [irsCopy, ...otherCopies] = copies.filter(copy => copy.document.record.isFromIrs)
        // With several copies, the order of documents decides which of them are pairs.
        if (irsCopy === undefined || otherCopies.length > 0) continue
        const values = readDeciding(document)
        // A box that is not checked means the same as one that is absent, so it is not copied.
        for (const [i, value] of readDeciding(irsCopy.document).entries())
          if (value !== '' && (value !== 'FALSE' || values[i] !== ''))
            expect(values[i], `seed ${seed}, ${formatDocumentPlace(document)}`).toBe(value)
        if (readDeciding(asRead).join() !== values.join()) disagreements++
      }
    }
    expect(disagreements).toBeGreaterThan(20)
  })
})

/** The main box of each form that has fields that decide, and other boxes with the same amount in every copy. */
const BOXES: Readonly<Record<string, readonly [issuer: string, id: string, main: string, ...others: string[]]>> = {
  form_w2: ['employer', 'ein', 'wages_tips_other_compensation', 'federal_income_tax_withheld'],
  form_1099_r: ['payer', 'fin', 'gross_distribution', 'Tax Withheld'],
  form_1099_b: ['payer', 'fin', 'proceeds', 'cost_basis', 'federal_income_tax_withheld'],
  form_1042_s: ['withholding_agent', 'ein', 'gross_income', 'us_federal_tax_withheld'],
}

/** Makes a dossier of IRS documents with a value in every field that decides, and copies that contradict some of them. */
function makeContradicted(seed: number): Raw {
  const dice = new Dice(seed)
  const pickValues = (form: string): Raw =>
    Object.fromEntries(
      Object.entries(DECIDING_VALUES[form] ?? {}).map(([key, values]) => [
        key,
        dice.pick(values.filter(value => value !== null && value !== 'perhaps' && JSON.stringify(value) !== '[]')),
      ]),
    )
  const makeRecord = (provider: string, form: string, entries: readonly Raw[]): Raw => ({
    ...{ id: `${provider} ${form}`, provider_id: provider, tax_year: '2024', date: '2025-08-15T12:00:00Z' },
    forms: [{ year: '2024', ssn: '900-11-3333', [form]: entries }],
  })
  const records = Object.entries(BOXES).flatMap(([form, [issuer, id, main, ...others]]) => {
    const irsEntries = Array.from(
      { length: 1 + dice.rollBelow(3) },
      (_, i): Raw => ({
        [issuer]: { [id]: `00-123456${i}`, name: `ISSUER ${i}` },
        [main]: 10_000 + dice.rollBelow(90_000),
        ...Object.fromEntries(others.map(box => [box, 100 + dice.rollBelow(900)])),
        ...pickValues(form),
      }),
    )
    // Only the main box has cents in software. They never lower the income.
    const copies = irsEntries.map(entry => ({
      ...entry,
      ...pickValues(form),
      [main]: (entry[main] as number) + dice.rollBelow(100) / 100,
    }))
    return [makeRecord('irs', form, irsEntries), makeRecord('turbotax', form, copies)]
  })
  return { taxpayer: { id: 't' }, records: dice.shuffle(records) }
}

const sumIncome = (result: TaxpayerResult): Map<string, number> =>
  new Map(result.income.map(({ category, amount }) => [category, Number(amount)]))

test('taking away a software source that contradicts the IRS removes its doubts and never raises income', () => {
  let disagreements = 0
  for (const seed of SEEDS) {
    const raw = makeContradicted(seed)
    const before = resultOfDossier(raw)
    const after = resultOfDossier(keepRecords(raw, isIrsRecord))
    disagreements += listCounted(before).filter(({ doubts }) => doubts.includes('copies_disagree')).length
    expect(listCounted(after).flatMap(({ doubts }) => doubts)).toEqual([])
    const incomeBefore = sumIncome(before)
    for (const [category, cents] of sumIncome(after))
      expect(cents, `seed ${seed}, ${category}`).toBeLessThanOrEqual(incomeBefore.get(category) ?? 0)
    // The cents of a copy are the only difference, so each document adds less than a dollar.
    for (const [category, cents] of incomeBefore)
      expect(cents - (sumIncome(after).get(category) ?? 0), `seed ${seed}, ${category}`).toBeLessThan(1200)
  }
  expect(disagreements).toBeGreaterThan(1000)
})
