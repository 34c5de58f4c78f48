import { CATEGORY_WORDS } from './words.js'

/** A name of the library in words: `wages.latest_amount` as "wages, latest amount". */
export const spaced = (name: string): string => name.replaceAll('.', ', ').replaceAll('_', ' ')

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A category of qualifying income, or its total, in words. */
export const wordsOfCategory = (category: string): string =>
  (CATEGORY_WORDS as Readonly<Record<string, string>>)[category] ?? upperFirst(spaced(category))

/** A borrower in words. */
export const wordsOfBorrower = (borrower: string): string =>
  borrower === 'self'
    ? 'Borrower'
    : borrower === 'all'
      ? 'All borrowers'
      : borrower === 'unknown'
        ? 'A borrower not named'
        : `Borrower ending ${borrower}`

/** An indicator in words. */
export const wordsOfIndicator = (name: string): string =>
  name === 'dti' ? 'Debt to income' : upperFirst(spaced(name))
