/** A row for a person: a label, cells to the right of it, and a remark behind them. */
export interface TextRow {
  readonly label: string
  readonly cells: readonly string[]
  readonly remark?: string
  /** The sum that the cells are of. Missing: they are of none. */
  readonly about?: string
}
