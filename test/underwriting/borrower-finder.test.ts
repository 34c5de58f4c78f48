import { expect, test, vi } from 'vitest'
import { areCompatiblePersonNames, type PersonName, parsePersonName } from '../../src/core/person-name.js'
import type { ResolvedDocument } from '../../src/resolve/resolved-document.js'
import { type Borrower, BorrowerFinder } from '../../src/underwriting/borrowers/borrower.js'
import { Dice } from '../support/random-copies.js'

const makeNamed = (name: string | null, lastFours: string[] = []) => ({
  borrower: { lastFours } as unknown as Borrower,
  name: name === null ? null : parsePersonName(name),
})

const makeDocument = (name: string | null, recipientId: string | null = null): ResolvedDocument =>
  ({ document: { recipient: { name } }, recipientId, recipientName: null }) as unknown as ResolvedDocument

const WORDS = ['ROBIN', 'ROBI', 'R', 'ROB', 'CASEY', 'CASE', 'C', 'EXAMPLE', 'EXAM', 'E', 'EXAMINE', 'ROBERTA']

test('finds the first borrower with a compatible name or equal digits, like a comparison with each of them', () => {
  const dice = new Dice(1)
  const makeName = () => `${dice.pick(WORDS)} ${dice.pick(WORDS)}`
  const digits = ['1111', '2222', '3333', '4444']
  for (let run = 0; run < 300; run++) {
    const named = Array.from({ length: 4 }, () =>
      dice.pick([true, false]) ? makeNamed(makeName()) : makeNamed(null, [dice.pick(digits)]),
    )
    const finder = new BorrowerFinder(named)
    for (let i = 0; i < 20; i++) {
      const [name, id] = [makeName(), dice.pick([null, `12345${dice.pick(digits)}`])]
      const expected = named.find(
        candidate =>
          (id !== null && candidate.borrower.lastFours.includes(id.slice(-4))) ||
          (candidate.name !== null && areCompatiblePersonNames(candidate.name, parsePersonName(name) as PersonName)),
      )
      expect(finder.find(makeDocument(name, id))).toBe(expected?.borrower)
    }
  }
})

test('a document takes as many look-ups with 4,000 borrowers as with 1,000', () => {
  const countLookups = (count: number): number => {
    const finder = new BorrowerFinder(
      Array.from({ length: count }, (_, i) => makeNamed(`FIRST${i} LAST${i}`, [String(i).padStart(4, '0')])),
    )
    const get = vi.spyOn(Map.prototype, 'get')
    finder.find(makeDocument('SOMEBODY ELSE', '123459999'))
    const { length } = get.mock.calls
    get.mockRestore()
    return length
  }
  expect(countLookups(4000)).toBe(countLookups(1000))
})
