import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByIssuer, IssuerIndex, scoreIssuers } from '../../src/figures/issuers.js'
import type { SourceParty } from '../../src/ingest/source.js'
import { recordWith } from '../support/records.js'
import { sourceOfDossier } from '../support/run.js'

/** Generates parties from few values, so that many match, with truncated, padded and masked text. */
const party: fc.Arbitrary<SourceParty> = fc.record({
  id: fc.constantFrom(null, '001234567', '991234567', 'XXXXX4567', '001239999', 'XXXXX9999'),
  name: fc.constantFrom(null, 'A', 'ACME', 'ACMEXXXX', 'acme', 'ACME INC', 'Acme Ltd', 'ACM', 'BETA', 'BETA CO'),
  address: fc.constantFrom(null, '1 MAIN', '1 MAIN STREET'),
  mayBePerson: fc.constant(false),
})

describe('an index of issuers', () => {
  it('finds the same parties as a linear search, in the order of insertion', () => {
    fc.assert(
      fc.property(
        fc.array(party, { maxLength: 40 }),
        fc.array(party, { minLength: 1, maxLength: 20 }),
        (existingParties, searchedParties) => {
          const index = new IssuerIndex<number>()
          existingParties.forEach((issuer, i) => {
            index.add(issuer, i)
          })
          for (const issuer of searchedParties) {
            const isSame = (party: SourceParty): boolean =>
              (party.id === issuer.id && party.id !== null && !party.id.startsWith('X')) ||
              scoreIssuers(party, issuer) >= 4
            const same = existingParties.flatMap((party, i) => (isSame(party) ? [i] : []))
            const values = index.findLists(issuer).flatMap(entries => entries.map(({ value }) => value))
            expect(values.sort((a, b) => a - b)).toEqual(same)
            expect(index.findFirst(issuer)).toBe(same[0])
          }
        },
      ),
      { seed: 1040, numRuns: 3000 },
    )
  })
})

it('an employer named null is different from one without a name', () => {
  const makeW2 = (name: string | null, wages: number) => ({
    employer: { ein: 'XX-XXX4567', ...(name === null ? {} : { name }) },
    wages_tips_other_compensation: wages,
  })
  const record = recordWith({ form_w2: [makeW2(null, 1), makeW2('null', 2), makeW2('null', 3)] })
  const { records } = sourceOfDossier({ records: [record] })
  // A masked number matches only together with an equal name.
  const groups = groupByIssuer(records.flatMap(({ documents }) => documents))
  expect(groups.map(({ documents }) => documents.map(({ entryIndex }) => entryIndex))).toEqual([[0], [1, 2]])
})

it('a masked number matches any name of an employer, and not only the first one', () => {
  const makeW2 = (ein: string, name: string) => ({ employer: { ein, name }, wages_tips_other_compensation: 1 })
  const record = recordWith({
    form_w2: [
      makeW2('00-1234567', 'BRAND'),
      makeW2('00-1234567', 'CITY SCHOOLS'),
      makeW2('XX-XXX4567', 'CITY'),
      makeW2('XX-XXX4567', 'OAK'),
    ],
  })
  const { records } = sourceOfDossier({ records: [record] })
  const groups = groupByIssuer(records.flatMap(({ documents }) => documents))
  expect(groups.map(({ documents }) => documents.map(({ entryIndex }) => entryIndex))).toEqual([[0, 1, 2], [3]])
})
