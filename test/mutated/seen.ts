interface Exact {
  toFixed(places: number): string
}

/** An issue. */
export interface IssueSeen {
  readonly code: string
  readonly severity: string
  readonly path?: string | null
  readonly message: string
  readonly expected?: string
  readonly received?: string
}

interface FactSeen {
  readonly recordId: string
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
  readonly taxYear: number | null
  readonly field: string
  readonly role: string
  readonly amount: Exact
  readonly counted: boolean
  readonly reason: string | null
}

/** A document. */
export interface DocumentSeen {
  readonly recordId: string
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
  readonly taxYear: number | null
  readonly status: string
}

interface IncomeSeen {
  readonly taxYear: number
  readonly category: string
  readonly amount: Exact | null
  readonly documents: number
  readonly complete: boolean
}

interface YearSeen {
  readonly taxYear: number
  readonly totalIncome: Exact | null
  readonly complete: boolean
  readonly unreadAmounts?: unknown
}

/** The figures. */
export interface AnalysisSeen {
  readonly documents: readonly DocumentSeen[]
  readonly facts: readonly FactSeen[]
  readonly income: readonly IncomeSeen[]
  readonly years: readonly YearSeen[]
}

/** The outcome that the library returns for an input. */
export interface OutcomeSeen {
  readonly status: string
  readonly issues: readonly IssueSeen[]
  readonly value?: AnalysisSeen
}

/** The number of rows of each table. The harness counts them. */
export interface TablesSeen {
  readonly facts: number
  readonly documents: number
  readonly issues: number
}

/** A rule that was broken. */
export interface Violation {
  readonly rule: string
  readonly detail: string
}
