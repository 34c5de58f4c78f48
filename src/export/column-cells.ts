/** A batch ends with the row that makes a column of text larger: offsets are 32 bits, and a batch is held. */
export const BATCH_TEXT = 1 << 26

/** The cells of a column as Arrow lays them out. Missing: no bitmap where no cell is null, and offsets for text alone. */
export interface ColumnCells {
  readonly nullBitmap?: Uint8Array
  readonly data: Uint8Array | Int32Array
  readonly valueOffsets?: Int32Array
}

/** The same as `makeData` takes it. */
export interface LaidOutColumn extends ColumnCells {
  readonly length: number
  readonly nullCount: number
}
