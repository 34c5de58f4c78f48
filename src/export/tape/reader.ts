/** Makes the bytes of a file of the cells on tapes. */
export interface TapeReader {
  /** Reads the next tape: slots are of it alone, what is kept is of all. */
  read(tape: Int32Array): void
  /** Writes what is left. */
  end(): void
}
