import { describe, expect, test } from 'vitest'
import { equalBoxes, REJECT, SAME, sameAmounts, score } from '../../src/resolve/compare.js'
import { DocumentIndex, type Meet } from '../../src/resolve/document-index.js'
import { Entry, isAmended } from '../../src/resolve/entry.js'
import { Layout, type Scope } from '../../src/resolve/layout.js'
import { Transcript } from '../../src/resolve/transcripts.js'
import { crowded, halfTold } from '../support/crowded.js'
import { dossierOfFamily, familyOf } from '../support/families.js'
import { seeded } from '../support/mutate.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

function entriesOf(records: readonly unknown[]): Entry[] {
  const entries = sourceOfDossier({ records }).records.flatMap(({ documents }) =>
    documents.map(document => new Entry(document, new Transcript([document.record]))),
  )
  for (const [place, entry] of entries.entries()) entry.place = place
  return entries
}

const isSame = (a: Entry, b: Entry, between: boolean): boolean => score(a, b, between) >= SAME

const isEqual = (a: Entry, b: Entry, between: boolean): boolean =>
  sameAmounts(a, b, between) && isSame(a, b, between)

const FEW = 3

/** What an index finds of all that it holds. */
function foundBy(scope: Scope, all: readonly Entry[]) {
  const index = new DocumentIndex(new Layout(all, FEW), scope, all)
  return (entry: Entry): Set<Entry> => {
    const found = new Set<Entry>()
    const meet: Meet = (held, _, alike) => {
      for (const { entry: other } of alike?.items ?? [held]) if (other !== entry) found.add(other)
    }
    index.visit(entry, { score: SAME }, meet)
    return found
  }
}

const MAKERS: readonly [string, number, (seed: number) => Raw][] = [
  ['crowded dossiers', 30, crowded],
  ['dossiers half told apart', 15, halfTold],
  ['families', 150, seed => dossierOfFamily(familyOf(seed), 60, seed)],
]

describe.each(MAKERS)('of %s', (_, most, make) => {
  const each = (check: (entries: readonly Entry[], seed: number) => void): void => {
    for (let seed = 1; seed <= most; seed++) {
      const entries = entriesOf(make(seed)['records'] as Raw[])
      const forms = new Map<unknown, Entry[]>()
      for (const entry of entries)
        forms.set(entry.document.plan, [...(forms.get(entry.document.plan) ?? []), entry])
      for (const same of forms.values()) check(same, seed)
    }
  }

  test('what is found is what a comparison with each finds', () => {
    each((entries, seed) => {
      const inside: Scope = { between: false, parties: true, amounts: 'speak' }
      const between: Scope = { between: true, parties: true, amounts: 'same' }
      const scopes: readonly [Scope, (a: Entry, b: Entry) => boolean][] = [
        [inside, (a, b) => isSame(a, b, false)],
        [{ ...inside, amounts: 'same' }, (a, b) => isEqual(a, b, false)],
        [between, (a, b) => isEqual(a, b, true)],
      ]
      for (const [scope, isMeant] of scopes) {
        const find = foundBy(scope, entries)
        for (const entry of entries)
          expect(find(entry), `seed ${seed}`).toEqual(
            new Set(entries.filter(other => other !== entry && isMeant(entry, other))),
          )
      }
    })
  })

  test('the most equal boxes are those that a comparison with each finds, and the first that has them', () => {
    each((entries, seed) => {
      const originalsFirst = [...entries].sort((a, b) => Number(isAmended(a)) - Number(isAmended(b)))
      const scopes: readonly Scope[] = [
        { between: false, parties: true, amounts: 'equal' },
        { between: true, parties: false, amounts: 'equal' },
      ]
      for (const scope of scopes) {
        const { between, parties } = scope
        const index = new DocumentIndex(new Layout(entries, FEW), scope, originalsFirst)
        for (const entry of entries) {
          const meant = originalsFirst.filter(other => !parties || isSame(entry, other, between))
          const equal = meant.map(other => equalBoxes(entry, other, between))
          const most = Math.max(...equal)
          // Of none, the least number is at no place.
          const first = meant[equal.indexOf(most)] ?? null
          expect(index.likest(entry).entry, `seed ${seed}`).toBe(first)
          if (first !== null) expect(index.likest(entry).score, `seed ${seed}`).toBe(most)
        }
      }
    })
  })

  test('as many are like one as a comparison with each counts', () => {
    each((entries, seed) => {
      const scope = { between: true, parties: true, amounts: 'same' } as const
      const index = new DocumentIndex(new Layout(entries, FEW), scope, entries)
      for (const entry of entries) {
        const likes = entries.filter(other => {
          const points = score(entry, other, true)
          const isEqual = sameAmounts(entry, other, true) && equalBoxes(entry, other, true) > 0
          return isEqual && points !== REJECT && points < SAME
        })
        expect(index.likes(entry), `seed ${seed}`).toBe(likes.length)
      }
    })
  })
})

const isInside = (a: Entry, b: Entry): boolean => isSame(a, b, false)

test('an account may be called as the index calls none and any, or as nothing is printed', () => {
  const accounts = ['none', 'any', 'none', 'NONE', null, 'null', '1', '2', '3', '4', '5', '6', '7', '8', null]
  const below = seeded(1)
  for (const key of ['form_1099_int', 'form_1042_s'] as const) {
    const isInt = key === 'form_1099_int'
    const entries = accounts.map(account => ({
      [isInt ? 'payer' : 'withholding_agent']: {
        [isInt ? 'fin' : 'ein']: '20-1111234',
        name: below(2) === 0 ? 'ACME' : 'NONE',
      },
      recipient: { id: '900-11-3333' },
      [isInt ? 'account_number' : 'recipient_account_number']: account,
    }))
    const all = entriesOf([
      { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', [key]: entries }] },
    ])
    const find = foundBy({ between: false, parties: true, amounts: 'speak' }, all)
    for (const entry of all)
      expect(find(entry)).toEqual(new Set(all.filter(other => other !== entry && isInside(entry, other))))
  }
})
