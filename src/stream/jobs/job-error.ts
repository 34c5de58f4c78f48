/** A thread of `--jobs` ended before its work did, or could not be started. */
export class JobError extends Error {
  override readonly name = 'JobError'
}
