// The entry of those who read loan files: the XML parser is loaded by it alone.
import { type Issue, makeIssue } from '../core/issue.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { XmlStopped } from '../underwrite/tie-out/mismo/elements.js'
import { readDeal } from '../underwrite/tie-out/mismo/read-deal.js'
import { statedOfDeal } from '../underwrite/tie-out/mismo/stated-of-deal.js'
import type { StatedIncome } from '../underwrite/tie-out/stated.js'

/** How a loan file is read. */
export interface LoanFileOptions {
  /** Whose application it is: the id of the dossier that it is held against. */
  readonly taxpayerId: string
  /** The most bytes of a file; 50,000,000 unless given. */
  readonly maxBytes?: number | undefined
}

const MAX_BYTES = 50_000_000

/**
 * Reads what a MISMO 3.4 loan file states: borrowers with their employers and income, mortgages. Nothing else of it is
 * kept, and of identifiers of persons only the last four digits. Issues: hold no value from the file; a file with a
 * document type, of another kind, or with an amount that cannot be read, is rejected.
 */
export function readLoanFile(
  file: string | Uint8Array,
  { taxpayerId, maxBytes = MAX_BYTES }: LoanFileOptions,
): Outcome<StatedIncome> {
  if (file.length > maxBytes) {
    const expected = `at most ${maxBytes} bytes`
    return refused(null, [makeIssue('limit_reached', null, { expected })])
  }
  const issues: Issue[] = []
  try {
    const text = typeof file === 'string' ? file : decoded(file)
    const stated = statedOfDeal(readDeal(text), taxpayerId, (code, element) =>
      issues.push(makeIssue(code, null, { more: `It stands in ${element}.` })),
    )
    return issues.length > 0 ? refused(null, issues) : accepted(stated, [])
  } catch (cause) {
    if (cause instanceof XmlStopped) return refused(null, [makeIssue(cause.code, null)])
    throw cause
  }
}

const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/

/** The text of a file, by its byte order mark, else as it declares, else UTF-8. Throws XmlStopped. */
function decoded(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const [a, b] = bytes
  const marked = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(marked ?? DECLARED.exec(head)?.[1] ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlStopped('xml_malformed')
  }
}
