/** Work that is done one at a time for each subject, in the order in which it came. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs behind everything that came before for the subject, however that ended; at once where there is none. */
  take<T>(subject: string | null, run: () => Promise<T>): Promise<T> {
    if (subject === null) return run()
    const turn = (this.#last.get(subject) ?? Promise.resolve()).then(run, run)
    this.#last.set(subject, turn)
    const leave = () => {
      if (this.#last.get(subject) === turn) this.#last.delete(subject)
    }
    turn.then(leave, leave)
    return turn
  }
}
