import { getOrCreate } from '../core/lists.js'
import { boxTrait } from './boxes.js'
import type { Entry } from './entry.js'
import { SAME, SPEAKS } from './identity.js'
import { ANY, type Held, partyTraits, sourceTrait, type Trait, wholeTrait } from './traits.js'
import type { Plan } from './tree.js'

/** Up to so many documents are looked at one by one, which costs less than to tell them apart. */
export const FEW = 16

/** More kinds of amounts are not told apart. */
export const MAX_KINDS = 40

/** Beyond those, so many boxes are told apart, whether they are there or not. */
const MAX_BOXES = 4

/** What is looked for. */
export interface Scope {
  /** Documents are compared as between sources. */
  readonly between: boolean
  /** By their parties: who is the same; who of these is most so; who does not reject; null where parties say nothing. */
  readonly parties: 'same' | 'best' | 'any' | null
  /** Only those with the same amounts. */
  readonly amounts: boolean
  /** Only those of one's own source, or of others. */
  readonly source?: 'own' | 'others'
}

/** The kinds of amounts: which boxes a document has and, between sources, whether they are whole dollars. */
interface Kinds {
  /** A document of each. */
  readonly samples: readonly Entry[]
  readonly of: ReadonlyMap<Entry, number>
  /** Sets of boxes were too many to tell them apart. */
  readonly isVarious: boolean
}

interface Box {
  readonly field: number
  /** How many amounts it has. */
  readonly count: number
}

const boxesOn = ({ amounts }: Entry): string => amounts.map(cents => (cents === null ? 0 : 1)).join('')

/** How the documents of one form and year are told apart: by what is not the same on all of them. */
export class Layout {
  readonly few: number
  readonly #all: readonly Entry[]
  #boxes: readonly Box[] | null = null
  readonly #kinds = new Map<boolean, Kinds>()
  readonly #parties = new Map<string, { traits: readonly Trait[]; points: number }>()

  constructor(all: readonly Entry[], few: number) {
    this.#all = all
    this.few = few
  }

  /** The number of a document's kind. */
  kindOf(entry: Entry, { between, amounts }: Scope): number {
    return amounts ? (this.#kindsOf(between).of.get(entry) as number) : 0
  }

  /** A document of each kind. */
  samples({ between, amounts }: Scope): readonly Entry[] {
    return amounts ? this.#kindsOf(between).samples : this.#all.slice(0, 1)
  }

  /** How those of one kind are told apart for those of another who ask; null where no amounts of theirs are the same. */
  plan(scope: Scope, held: Entry, asker: Entry): Plan | null {
    const base = {
      few: this.few,
      speaks: scope.amounts && scope.between,
      ...this.#partyTraits(scope),
    }
    if (!scope.amounts) return { ...base, boxes: 0, isExact: true }
    const comparison = { between: scope.between, held: held.whole, asked: asker.whole }
    if (this.#kindsOf(scope.between).isVarious) {
      const boxes = this.#boxesOf().slice(0, MAX_BOXES)
      const traits = [...boxes.map(({ field }) => boxTrait(field, comparison, false)), ...base.traits]
      return { ...base, traits, boxes: 0, isExact: false }
    }
    const onBoth = this.#boxesOf().filter(
      ({ field }) => held.amounts[field] !== null && asker.amounts[field] !== null,
    )
    if (onBoth.length === 0 && boxesOn(held) !== boxesOn(asker)) return null
    const telling = onBoth.filter(({ count }) => count > 1)
    return {
      ...base,
      traits: [...telling.map(({ field }) => boxTrait(field, comparison, true)), ...base.traits],
      boxes: onBoth.filter(({ field, count }) => count === 1 && held.amounts[field] !== 0).length,
      isExact: true,
    }
  }

  #kindsOf(between: boolean): Kinds {
    return getOrCreate(this.#kinds, between, () => {
      const kindsBy = (textOf: (entry: Entry) => string, isVarious: boolean): Kinds => {
        const numbers = new Map<string, number>()
        const samples: Entry[] = []
        const of = new Map<Entry, number>()
        for (const entry of this.#all)
          of.set(
            entry,
            getOrCreate(numbers, textOf(entry), () => samples.push(entry) - 1),
          )
        return { samples, of, isVarious }
      }
      const wholeOf = ({ whole }: Entry): string => (between && whole ? 'whole' : '')
      const kinds = kindsBy(entry => boxesOn(entry) + wholeOf(entry), false)
      return kinds.samples.length > MAX_KINDS ? kindsBy(wholeOf, true) : kinds
    })
  }

  /** The boxes that any has, those that tell most documents apart first. */
  #boxesOf(): readonly Box[] {
    this.#boxes ??= (this.#all[0] as Entry).amounts
      .map((_, field) => {
        const values = new Set(this.#all.map(entry => entry.amounts[field]))
        values.delete(null)
        return { field, count: values.size }
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
    return this.#boxes
  }

  /** The traits in which parties differ, and the points that the others give to all. */
  #partyTraits({ between, parties, amounts, source }: Scope): { traits: readonly Trait[]; points: number } {
    return getOrCreate(this.#parties, `${between} ${parties} ${amounts} ${source}`, () => {
      if (parties === null) return { traits: [], points: 0 }
      const traits: Trait[] = []
      let points = 0
      const [entry] = this.#all as readonly [Entry]
      const one: Held<null> = { entry, core: null, value: null, isOver: false }
      const all = [...partyTraits(this.#all, between, parties === 'best')]
      if (between && amounts && parties !== 'best') all.push(wholeTrait(this.#all))
      if (source !== undefined) all.unshift(sourceTrait(source))
      for (const trait of all) {
        const value = trait.valueOf(entry)
        if (this.#all.some(each => trait.valueOf(each) !== value)) traits.push(trait)
        else points += trait.asked(entry).find(([key]) => trait.held(one).includes(key))?.[1] ?? 0
      }
      if (parties === 'any') return { traits, points }
      const most = traits.reduce((sum, trait) => sum + trait.most, points + (amounts && between ? SPEAKS : 0))
      return { traits: traits.map(trait => this.#withoutRest(trait, SAME - (most - trait.most))), points }
    })
  }

  /** Where the rest of all cannot be the same, it need not stand under their key. */
  #withoutRest(trait: Trait, least: number): Trait {
    const isAsked = (entry: Entry): boolean =>
      trait.asked(entry).some(([key, points]) => key === ANY && points >= least)
    if (this.#all.some(isAsked)) return trait
    return { ...trait, held: held => trait.held(held).filter(key => key !== ANY) }
  }
}
