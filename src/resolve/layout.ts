import { boxTrait, type Equality, NO_MONEY } from './boxes.js'
import type { Entry } from './entry.js'
import { SPEAKS } from './identity.js'
import { partyTraits, SOURCE, type Trait, wholeTrait } from './traits.js'

/** Up to so many documents are looked at one by one, which costs less than to tell them apart. */
export const FEW = 16

/** Of documents with more different sets of boxes, only the boxes that tell most apart are looked up. */
const MAX_SETS = 40
const MAX_BOXES = 8

/** What is looked for. */
export interface Scope {
  /** Documents are compared as between sources. */
  readonly between: boolean
  /** By their parties: who is the same; who of these is most so; null where parties say nothing. */
  readonly parties: 'same' | 'best' | null
  /** Whose amounts are the same; who has most equal boxes; null where amounts say nothing. */
  readonly amounts: Equality | null
  /** Only those that still count. */
  readonly isLiving?: boolean
}

/** True where equal amounts speak for one document. */
export const speaksIn = ({ between, parties, amounts }: Scope): boolean =>
  between && parties !== null && amounts === 'same'

/** What tells documents apart, and the most points that those from each on, and what is behind them, can give. */
export interface Traits {
  readonly all: readonly Trait[]
  readonly left: readonly number[]
}

/** How the documents of one form and year are told apart. */
export class Layout {
  readonly few: number
  readonly #block: readonly Entry[]
  #known: Boxes | null = null
  #whole: Trait | null = null

  constructor(block: readonly Entry[], few: number) {
    this.#block = block
    this.few = few
  }

  /** Of those that are in whole dollars, or of those that have cents. */
  traits(scope: Scope, isWhole: boolean): Traits {
    const { between, parties, amounts } = scope
    const all: Trait[] = amounts === 'same' ? [NO_MONEY] : []
    if (amounts !== null)
      for (const field of this.#boxes.telling) all.push(boxTrait(field, between, isWhole, amounts))
    if (parties !== null) all.push(SOURCE, ...partyTraits(between, parties === 'best'))
    if (speaksIn(scope) && parties === 'same') {
      this.#whole ??= wholeTrait(this.#block)
      all.push(this.#whole)
    }
    const left = [speaksIn(scope) ? SPEAKS : amounts === 'equal' ? this.#boxes.others : 0]
    for (const { most } of all.toReversed()) left.unshift((left[0] as number) + most)
    return { all, left }
  }

  /** True where those that no trait tells apart are alike to who asks. */
  isExact({ amounts }: Scope): boolean {
    return amounts === null || this.#boxes.isExact
  }

  get #boxes(): Boxes {
    this.#known ??= boxesOf(this.#block)
    return this.#known
  }
}

/** The boxes that are looked up, those that tell most apart first; and how many others are not zero. */
interface Boxes {
  readonly telling: readonly number[]
  readonly others: number
  readonly isExact: boolean
}

function boxesOf(block: readonly Entry[]): Boxes {
  const values = (block[0] as Entry).amounts.map(
    (_, field) => new Set(block.map(({ amounts }) => amounts[field])),
  )
  const sizeOf = (field: number): number => (values[field] as Set<unknown>).size
  const filled = [...values.keys()].filter(field => sizeOf(field) > 1 || block[0]?.amounts[field])
  const telling = filled.filter(field => sizeOf(field) > 1).sort((a, b) => sizeOf(b) - sizeOf(a))
  const isExact = new Set(block.map(boxesOn)).size <= MAX_SETS
  if (!isExact) telling.splice(MAX_BOXES)
  return { telling, others: filled.length - telling.length, isExact }
}

const boxesOn = ({ amounts }: Entry): string => amounts.map(cents => Number(cents !== null)).join('')
