import type { PartyPlan } from '../../model/plan.js'
import { partyOf } from '../../normalize/read-party.js'
import type { Reading } from '../../normalize/reading.js'
import type { Party } from '../../normalize/source.js'
import type { JsonWindow } from './json-window.js'
import { KeyWords } from './key-words.js'

const [QUOTE, COMMA, OPEN_BRACE, CLOSE_BRACE] = [34, 44, 123, 125]

/** Reads the parties that most are: an object of plain texts under the keys of a party, each at most once. */
export class PartyReader {
  /** Behind the party that was read last. */
  end = 0
  readonly #words = new Map<PartyPlan, KeyWords>()

  /** The party whose brace stands here; null where it is written otherwise, or something else stands here. */
  read(window: JsonWindow, from: number, plan: PartyPlan, reading: Reading): Party | null {
    const { bytes, view } = window
    if (bytes[from] !== OPEN_BRACE) return null
    let words = this.#words.get(plan)
    if (words === undefined) {
      words = new KeyWords(['name', 'address', plan.id.key])
      this.#words.set(plan, words)
    }
    let name: string | undefined
    let address: string | undefined
    let id: string | undefined
    for (let at = from + 1; ; ) {
      let slot = 0
      while (slot < 3 && !words.standsAt(view, at, slot)) slot++
      if (slot === 3) return null
      at += words.lengths[slot] as number
      if (bytes[at] !== QUOTE) return null
      const quote = window.endOfPlain(at + 1)
      if (quote === -1) return null
      const text = window.slice(at + 1, quote)
      if (slot === 0 && name === undefined) name = text
      else if (slot === 1 && address === undefined) address = text
      else if (slot === 2 && id === undefined) id = text
      else return null
      const mark = bytes[quote + 1]
      at = quote + 2
      if (mark === COMMA) continue
      if (mark !== CLOSE_BRACE) return null
      this.end = at
      return partyOf(id, name, address, plan, null, reading, null)
    }
  }
}
