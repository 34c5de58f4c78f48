/** A name in camelCase: `withholding_agent` becomes `withholdingAgent`. */
export const camelCase = (name: string): string =>
  name.replace(/[_ ]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const separateWords = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, letter => separator + letter.toLowerCase())

/** A camelCase name in snake_case. */
export const snakeCase = (name: string): string => separateWords(name, '_')

/** A camelCase name in kebab-case. */
export const kebabCase = (name: string): string => separateWords(name, '-')
