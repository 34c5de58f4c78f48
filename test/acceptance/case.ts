import type { Flood } from './floods.js'

/** What a cell must be: empty, equal as text or as numbers, or a text with or without a part, or one of several. */
export type Cell =
  | null
  | string
  | number
  | { readonly has: string }
  | { readonly hasNot: string }
  | { readonly oneOf: readonly Cell[] }

/** What the named columns of a row must hold. */
export type Row = Readonly<Record<string, Cell>>

/** What must be told. */
interface Told {
  readonly has?: readonly string[]
  readonly hasNot?: readonly string[]
  /** Columns of an issue; `names`: its path or its message holds this text. */
  readonly at?: readonly (Row & { readonly names?: string })[]
  readonly count?: Readonly<Record<string, number | { readonly max: number }>>
}

/** What must hold of a run, beside rows of tables, which stand under the table's name. */
export interface Wanted {
  readonly exit: number | readonly number[]
  /** The exit code of the second command. */
  readonly commandExit?: number
  /** No other row of `income` in the years that are named. */
  readonly incomeExact?: boolean
  readonly not?: Readonly<Record<string, readonly Row[]>>
  /** How many rows a table has. */
  readonly rows?: Readonly<Record<string, number>>
  readonly issues?: Told
  /** What no table holds, and what one does. */
  readonly texts?: readonly string[]
  readonly textsHave?: readonly string[]
  /** No control character in any table, nor in what a command prints. */
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
  /** Seconds, the peak of the process's memory, and what was written, in megabytes. */
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
  /** How the figures come about. */
  readonly why: string
  readonly input?: unknown
  /** The file as it stands, in the place of `input`. */
  readonly inputText?: string
  /** What it is made of, where it is large. */
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

/** The rows that are asked for, by table. */
export const wantedRows = (wanted: Wanted): readonly (readonly [table: string, rows: readonly Row[]])[] =>
  Object.entries(wanted as unknown as Record<string, readonly Row[]>).filter(([key]) => !NO_TABLES.has(key))

/** The tables that a case looks into: all of them where it looks for texts. */
export function tablesOf({ expect }: Case): string {
  const { texts, textsHave, clean, incomeExact, not = {}, rows = {} } = expect
  if (texts !== undefined || textsHave !== undefined || clean === true) return 'all'
  const names = ['issues', ...wantedRows(expect).map(([name]) => name), ...Object.keys({ ...not, ...rows })]
  return [...new Set(incomeExact === true ? [...names, 'income'] : names)].join()
}
