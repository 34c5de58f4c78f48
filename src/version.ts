/** The version of the library, as its package names it. */
export const VERSION = '0.2.0'
