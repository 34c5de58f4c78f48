// The entry point `taxtally/mismo`, which reads loan files. It is separate so that other programs load no XML parser.
import { acceptValue, type Issue, makeIssue, type Outcome, rejectInput } from '../core/issues/issue.js'
import type { StatedIncome } from '../underwriting/facts/stated-income.js'
import { convertDeal } from '../underwriting/tie-out/mismo/convert-deal.js'
import { XmlStopped } from '../underwriting/tie-out/mismo/elements.js'
import { readDeal } from '../underwriting/tie-out/mismo/read-deal.js'

/** Options for reading a loan file. */
export interface LoanFileOptions {
  /** The `taxpayerId` of the dossier to compare the loan application with. */
  readonly taxpayerId: string
  /** The maximum size of the file in bytes. The default is 50,000,000. */
  readonly maxBytes?: number | undefined
}

const MAX_LOAN_FILE_BYTES = 50_000_000

/**
 * Reads the stated income from a MISMO 3.4 loan file: borrowers with their employers and income, and mortgages. Keeps
 * nothing else, and only the last four digits of personal identifiers. Rejects a file that is not a loan file, has a
 * document type declaration or an unreadable amount, or exceeds `maxBytes`. Issues contain no value from the file.
 */
export function readLoanFile(
  file: string | Uint8Array,
  { taxpayerId, maxBytes = MAX_LOAN_FILE_BYTES }: LoanFileOptions,
): Outcome<StatedIncome> {
  if (file.length > maxBytes) {
    const expected = `at most ${maxBytes} bytes`
    return rejectInput(null, [makeIssue('limit_reached', null, { expected })])
  }
  const issues: Issue[] = []
  try {
    const text = typeof file === 'string' ? file : decodeFile(file)
    const statedIncome = convertDeal(readDeal(text), taxpayerId, (code, element) =>
      issues.push(makeIssue(code, null, { explanation: `It is in ${element}.` })),
    )
    return issues.length > 0 ? rejectInput(null, issues) : acceptValue(statedIncome, [])
  } catch (cause) {
    if (cause instanceof XmlStopped) return rejectInput(null, [makeIssue(cause.code, null)])
    throw cause
  }
}

const DECLARED_ENCODING_PATTERN = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/

/**
 * Decodes a file by its byte order mark. Without one, uses the encoding in the XML declaration, or else UTF-8.
 *
 * @throws XmlStopped if the encoding is unknown or the bytes do not match it.
 */
function decodeFile(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const [a, b] = bytes
  const encodingFromByteOrderMark = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(encodingFromByteOrderMark ?? DECLARED_ENCODING_PATTERN.exec(head)?.[1] ?? 'utf-8', {
      fatal: true,
    }).decode(bytes)
  } catch {
    throw new XmlStopped('xml_malformed')
  }
}
