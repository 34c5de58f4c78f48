/**
 * The location of a field's value in the Financial Data Exchange (FDX) format. A string is a property path, such as
 * `a.b`. A list contains the properties to write in FDX versions 5 and 6, followed by those that are only read.
 */
export type FdxLocation = string | readonly string[] | FdxAmounts | FdxTexts | FdxWords

/**
 * The sum of the amounts in an FDX list. If `codes` is not empty, only amounts with one of these codes count. A sum
 * over several codes cannot be written back.
 */
export interface FdxAmounts {
  readonly amountsIn: string
  readonly codes: readonly string[]
}

/** The codes or texts in an FDX list. If `index` is set, only the item at that index. */
export interface FdxTexts {
  readonly textsIn: string
  readonly index?: number
}

/**
 * An FDX property with values that the records spell differently. `spellings` maps each FDX value to those spellings.
 * Reading FDX produces the first one. Writing FDX chooses a value if the record's text begins with a spelling of it.
 */
export interface FdxWords {
  readonly property: string
  /** Other properties that mean the same if they are true. */
  readonly equivalentProperties?: readonly string[]
  readonly spellings: Readonly<Record<string, readonly string[]>>
}

/** The FDX property that contains a form. If one FDX form contains several documents, `rows` is the key of the list. */
export type FdxForm = string | { readonly form: string; readonly rows: string }

/** The FDX names of a party whose name in FDX differs from its key. */
export interface FdxParty {
  /** The prefix of its properties. If there are two, the second is for version 6. */
  readonly prefix: string | readonly [string, string]
  /** The property of its identifier. */
  readonly tin?: string
  /** `apart`: name and address are separate properties, as for people. `object`: one object contains everything. */
  readonly style?: 'apart' | 'object'
}

/** Declares the sum of the amounts of an FDX list with certain codes. */
export const amountsIn = (list: string, ...codes: readonly string[]): FdxAmounts => ({ amountsIn: list, codes })

/** Declares an FDX checkbox that is a text in the records. */
export const checkbox = (property: string): FdxWords => ({
  property,
  spellings: { true: ['true', 'yes', 'y', 'x', '1'], false: ['false', 'no', 'n', '0'] },
})
