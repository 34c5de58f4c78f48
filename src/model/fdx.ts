/**
 * How the Financial Data Exchange's interface names what a field holds. A text: the property, `a.b` inside an object. A
 * list: the properties that versions 5 and 6 write, then those that are only read.
 */
export type FdxMark = string | readonly string[] | FdxAmounts | FdxTexts | FdxWords

/** The sum of a list's amounts, of those with one of the codes where there are any. Of several codes the sum has no place back. */
export interface FdxAmounts {
  readonly amountsIn: string
  readonly codes: readonly string[]
}

/** The codes of a list, or its texts; with an index, one of them. */
export interface FdxTexts {
  readonly textsIn: string
  readonly index?: number
}

/** A property whose values are other words here: the first of each is written, and each begins what is understood. */
export interface FdxWords {
  readonly at: string
  /** Properties that say the same where they are true. */
  readonly or?: readonly string[]
  readonly words: Readonly<Record<string, readonly string[]>>
}

/** How that interface names a form: the property that holds it, and the list of it whose items are documents here. */
export type FdxForm = string | { readonly form: string; readonly rows: string }

/** How that interface names a party, where it is not as its key here says. */
export interface FdxParty {
  /** What begins its properties; in the second place, that of version 6. */
  readonly at: string | readonly [string, string]
  /** The property of its identifier. */
  readonly tin?: string
  /** A name and an address apart, as persons have them; or one object with all of it. */
  readonly style?: 'apart' | 'object'
}

/** Amounts of a list, by their codes. */
export const amountsIn = (list: string, ...codes: readonly string[]): FdxAmounts => ({
  amountsIn: list,
  codes,
})

/** A box that is checked or not there, and is text here. */
export const checkbox = (at: string): FdxWords => ({
  at,
  words: { true: ['true', 'yes', 'y', 'x', '1'], false: ['false', 'no', 'n', '0'] },
})
