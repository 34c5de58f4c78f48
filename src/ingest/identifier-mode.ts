/** The way in which people's identifiers appear in the output. */
export type IdentifierMode = (typeof IDENTIFIER_MODES)[number]

/** All identifier modes. The first is the default. */
export const IDENTIFIER_MODES = ['last4', 'full', 'pseudonym'] as const
