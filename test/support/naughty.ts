import { createRequire } from 'node:module'

/** Texts that may break a page: the Big List of Naughty Strings, and more markup, control characters and surrogates. */
export const NAUGHTY: readonly string[] = [
  ...(createRequire(import.meta.url)('big-list-of-naughty-strings') as string[]),
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)"],
  ...['</title><script>alert(1)</script>', '</title></style><script>alert(1)</script>', '</style>', '-->'],
  ...['nul\u0000inside', 'half \ud800 of a pair'],
]

/** The texts that contain a character with a meaning in HTML. */
export const NAUGHTY_MARKUP: readonly string[] = NAUGHTY.filter(text => /[<>&"']/.test(text))
