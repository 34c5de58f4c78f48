interface DecimalLike {
  toFixed(places: number): string
}

/** An issue as the library returns it. */
export interface IssueSeen {
  readonly code: string
  readonly severity: string
  readonly path?: string | null
  readonly message: string
  readonly expected?: string
  readonly received?: string
}

/** The location of a document. */
export interface PlaceSeen {
  readonly recordId: string
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
}

export interface FactSeen extends PlaceSeen {
  readonly otherRecipient: boolean
  readonly taxYear: number | null
  readonly field: string
  readonly role: string
  readonly amount: DecimalLike
  readonly counted: boolean
  readonly reason: string | null
}

/** A document as the library returns it. */
export interface DocumentSeen extends PlaceSeen {
  readonly taxYear: number | null
  readonly status: string
  readonly document: { readonly recipient: { readonly last4: string | null } }
}

interface IncomeSeen {
  readonly taxYear: number
  readonly recipient: string
  readonly category: string
  readonly amount: DecimalLike | null
  readonly documents: number
  readonly complete: boolean
}

interface YearSeen {
  readonly taxYear: number
  readonly recipient: string
  readonly totalIncome: DecimalLike | null
  readonly complete: boolean
  readonly unreadAmounts?: unknown
}

/** The figures of an outcome. */
export interface AnalysisSeen {
  readonly documents: readonly DocumentSeen[]
  readonly facts: readonly FactSeen[]
  readonly income: readonly IncomeSeen[]
  readonly years: readonly YearSeen[]
}

/** The library's outcome for an input. */
export interface OutcomeSeen {
  readonly status: string
  readonly issues: readonly IssueSeen[]
  readonly value?: AnalysisSeen
}

/** The number of rows in each table. */
export interface TablesSeen {
  readonly facts: number
  readonly documents: number
  readonly issues: number
}

/** A violation of a rule. `detail` helps a developer to find the cause. */
export interface Violation {
  readonly rule: string
  readonly detail: string
}
