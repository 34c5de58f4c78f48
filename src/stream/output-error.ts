/** An output that could not be written. Holds the file's name and the system's code. */
export class OutputError extends Error {
  override readonly name = 'OutputError'
}

/** What is told of a file that could not be written. */
export const failed = (name: string, cause: unknown): OutputError =>
  new OutputError(`${name} could not be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`)
