import type { Flood } from './floods.js'

/** An expected cell: null if empty, a string or number, text that it contains or lacks, or one of several cells. */
export type Cell =
  | null
  | string
  | number
  | { readonly has: string }
  | { readonly hasNot: string }
  | { readonly oneOf: readonly Cell[] }

/** The expected cells of a row by column. */
export type Row = Readonly<Record<string, Cell>>

/** The expected issues: codes that occur, codes that do not occur, columns, and the number of issues by code. */
interface ExpectedIssues {
  readonly has?: readonly string[]
  readonly hasNot?: readonly string[]
  /** The expected columns of issues. The path or message of the issue must contain the text in `names`. */
  readonly matchingRows?: readonly (Row & { readonly names?: string })[]
  readonly count?: Readonly<Record<string, number | { readonly max: number }>>
}

/** The expected result of a run. Any other key is the name of a table with expected rows. */
export interface ExpectedResult {
  readonly exit: number | readonly number[]
  /** The exit code of the second command. */
  readonly commandExit?: number
  /** True if `income` must not have other rows in the same years. */
  readonly incomeExact?: boolean
  readonly not?: Readonly<Record<string, readonly Row[]>>
  /** The number of rows by table. */
  readonly rows?: Readonly<Record<string, number>>
  readonly issues?: ExpectedIssues
  /** Strings that no table may contain, and strings that some table must contain. */
  readonly texts?: readonly string[]
  readonly textsHave?: readonly string[]
  /** True if no table and no output of a command may contain a control character. */
  readonly clean?: boolean
  readonly stdoutHas?: readonly string[]
  readonly stdoutHasNot?: readonly string[]
  readonly stdoutMatches?: readonly string[]
  readonly stdoutNotMatches?: readonly string[]
  readonly stdoutLines?: readonly { readonly with: string; readonly count?: number; readonly has?: readonly string[] }[]
  /** Limits for seconds, peak memory and written output. */
  readonly bounds?: { readonly seconds?: number; readonly megabytes?: number; readonly outputMegabytes?: number }
}

/** A worked case: an input, how it is read, and the expected result. */
export interface Case {
  readonly name: string
  /** The rule, with its section in the documentation. */
  readonly about: string
  /** How the expected figures are computed by hand. */
  readonly why: string
  readonly input?: unknown
  /** The text of the input file, instead of `input`. */
  readonly inputText?: string
  /** How to generate a large input. */
  readonly generate?: Flood
  /** Additional options of `convert`. */
  readonly args?: readonly string[]
  /** A second command whose output is checked. */
  readonly command?: string
  readonly commandArgs?: readonly string[]
  /** True if the case runs only with ACCEPTANCE_HEAVY=1. */
  readonly heavy?: boolean
  readonly expect: ExpectedResult
}

const NO_TABLES: ReadonlySet<string> = new Set<keyof ExpectedResult>([
  'exit',
  'commandExit',
  'incomeExact',
  'not',
  'rows',
  'issues',
  'texts',
  'textsHave',
  'clean',
  'stdoutHas',
  'stdoutHasNot',
  'stdoutMatches',
  'stdoutNotMatches',
  'stdoutLines',
  'bounds',
])

/** Lists the expected rows by table. */
export const listExpectedRows = (wanted: ExpectedResult): readonly (readonly [table: string, rows: readonly Row[]])[] =>
  Object.entries(wanted as unknown as Record<string, readonly Row[]>).filter(([key]) => !NO_TABLES.has(key))

/** Lists the tables that a case needs. A case that searches for strings or control characters needs all of them. */
export function tablesOf({ expect }: Case): string {
  const { texts, textsHave, clean, incomeExact, not = {}, rows = {} } = expect
  if (texts !== undefined || textsHave !== undefined || clean === true) return 'all'
  const names = ['issues', ...listExpectedRows(expect).map(([name]) => name), ...Object.keys({ ...not, ...rows })]
  return [...new Set(incomeExact === true ? [...names, 'income'] : names)].join()
}
