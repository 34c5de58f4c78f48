import type { Flood } from './floods.js'

/** An expected cell: null if empty, equal as text or as number, text with or without a part, or one of several. */
export type Cell =
  | null
  | string
  | number
  | { readonly has: string }
  | { readonly hasNot: string }
  | { readonly oneOf: readonly Cell[] }

/** The expected cells of a row by column. */
export type Row = Readonly<Record<string, Cell>>

/** The expected issues. */
interface Told {
  readonly has?: readonly string[]
  readonly hasNot?: readonly string[]
  /** Columns of an issue. Its path or message must contain the text in `names`. */
  readonly matchingRows?: readonly (Row & { readonly names?: string })[]
  readonly count?: Readonly<Record<string, number | { readonly max: number }>>
}

/** The expected result of a run. Expected rows have the name of their table as key. */
export interface Wanted {
  readonly exit: number | readonly number[]
  /** The exit code of the second command. */
  readonly commandExit?: number
  /** True if `income` must have no other rows in these years. */
  readonly incomeExact?: boolean
  readonly not?: Readonly<Record<string, readonly Row[]>>
  /** The number of rows by table. */
  readonly rows?: Readonly<Record<string, number>>
  readonly issues?: Told
  /** Texts that no table contains, and texts that some table contains. */
  readonly texts?: readonly string[]
  readonly textsHave?: readonly string[]
  /** True if no table and no output of a command may contain a control character. */
  readonly clean?: boolean
  readonly stdoutHas?: readonly string[]
  readonly stdoutHasNot?: readonly string[]
  readonly stdoutMatches?: readonly string[]
  readonly stdoutNotMatches?: readonly string[]
  readonly stdoutLines?: readonly {
    readonly with: string
    readonly count?: number
    readonly has?: readonly string[]
  }[]
  /** Limits for seconds, peak memory and written output. */
  readonly bounds?: {
    readonly seconds?: number
    readonly megabytes?: number
    readonly outputMegabytes?: number
  }
}

/** A worked case: an input, how it is read, and what must come out. */
export interface Case {
  readonly name: string
  /** The rule, with its section. */
  readonly about: string
  /** How the figures are computed. */
  readonly why: string
  readonly input?: unknown
  /** The text of the input file, instead of `input`. */
  readonly inputText?: string
  /** How to generate a large input. */
  readonly generate?: Flood
  /** More options of `convert`. */
  readonly args?: readonly string[]
  /** A second command, for what it prints. */
  readonly command?: string
  readonly commandArgs?: readonly string[]
  /** Only with ACCEPTANCE_HEAVY=1. */
  readonly heavy?: boolean
  readonly expect: Wanted
}

const NO_TABLES: ReadonlySet<string> = new Set<keyof Wanted>([
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
export const wantedRows = (wanted: Wanted): readonly (readonly [table: string, rows: readonly Row[]])[] =>
  Object.entries(wanted as unknown as Record<string, readonly Row[]>).filter(([key]) => !NO_TABLES.has(key))

/** Lists the tables that a case needs: all of them if it searches for texts. */
export function tablesOf({ expect }: Case): string {
  const { texts, textsHave, clean, incomeExact, not = {}, rows = {} } = expect
  if (texts !== undefined || textsHave !== undefined || clean === true) return 'all'
  const names = ['issues', ...wantedRows(expect).map(([name]) => name), ...Object.keys({ ...not, ...rows })]
  return [...new Set(incomeExact === true ? [...names, 'income'] : names)].join()
}
