/** What became of a claim: it is the caller's, another one is at work on the event, or the event is done. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * What a receiver remembers. Give it a table in a database to share it among processes and keep it over restarts.
 * Each method must be atomic. A store outside the process should let a claim lapse after some minutes, because its
 * process may end. Remember events and subjects for twice the tolerance of the receiver, so long can the same bytes
 * pass, and for 4 days at least, because they come again for 3. `complete` and `advance` are tried again where they
 * throw, so they must bear repetition.
 */
export interface EventStore {
  /** Claims an event for handling, unless it is claimed or done. */
  claim(eventId: string): Promise<Claim>
  /** The claimed event was handled. */
  complete(eventId: string): Promise<void>
  /** The claimed event was not handled: it may be claimed again. */
  release(eventId: string): Promise<void>
  /** The moment of the newest data handled for a subject; null where there is none. */
  newest(subject: string): Promise<string | null>
  /** Data of this moment was handled. An older moment than the one remembered changes nothing. */
  advance(subject: string, moment: string): Promise<void>
}
