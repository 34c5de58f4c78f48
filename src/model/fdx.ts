/**
 * The place of a field's value in the Financial Data Exchange (FDX). A text is the path of a property, such as `a.b`. A list
 * has the properties that versions 5 and 6 write, then those that are only read.
 */
export type FdxMark = string | readonly string[] | FdxAmounts | FdxTexts | FdxWords

/**
 * The sum of the amounts of an FDX list. If there are codes, only amounts with one of them count. A sum over several codes
 * cannot be written back.
 */
export interface FdxAmounts {
  readonly amountsIn: string
  readonly codes: readonly string[]
}

/** The codes or the texts of an FDX list. With an index, only that one of them. */
export interface FdxTexts {
  readonly textsIn: string
  readonly index?: number
}

/**
 * An FDX property whose values have other texts in the records. `spellings` maps each FDX value to these texts. The first text is
 * the one that reading produces. When writing, a text that begins with one of them gives that value.
 */
export interface FdxWords {
  readonly property: string
  /** Other properties that mean the same if they are true. */
  readonly or?: readonly string[]
  readonly spellings: Readonly<Record<string, readonly string[]>>
}

/** The FDX property that contains a form. If FDX puts several documents in one form, `rows` is the list that has them. */
export type FdxForm = string | { readonly form: string; readonly rows: string }

/** The FDX names of a party whose name in FDX differs from its key. */
export interface FdxParty {
  /** The prefix of its properties. If there are two, the second is for version 6. */
  readonly prefix: string | readonly [string, string]
  /** The property of its identifier. */
  readonly tin?: string
  /** `apart`: name and address are separate properties, as for persons. `object`: one object contains everything. */
  readonly style?: 'apart' | 'object'
}

/** Declares the sum of the amounts of an FDX list with certain codes. */
export const amountsIn = (list: string, ...codes: readonly string[]): FdxAmounts => ({
  amountsIn: list,
  codes,
})

/** Declares a checkbox of FDX that is a text in the records. */
export const checkbox = (property: string): FdxWords => ({
  property,
  spellings: { true: ['true', 'yes', 'y', 'x', '1'], false: ['false', 'no', 'n', '0'] },
})
