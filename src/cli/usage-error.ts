/** How many complaints are shown; the rest is counted. */
const SHOWN = 50

/** A command that was called wrongly: exit code 2. Each complaint is a line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly complaints: readonly string[]

  constructor(...complaints: readonly string[]) {
    const more = complaints.length - SHOWN
    const shown = more > 0 ? [...complaints.slice(0, SHOWN), `${more} more like these.`] : complaints
    super(shown.join(' '))
    this.complaints = shown
  }
}
