/** The most bytes of one piece of work. */
const ROOM = 1 << 17
const SLOTS = 16

/**
 * What is to be done for a file: read what stands in it for its sum, add bytes, open the reader of its tapes, read a tape,
 * say the sum; or nothing any more. Pieces of what is given before the last one are more of it.
 */
export const [BEGIN, BYTES, OPEN, TAPE, SUM, STOP] = [1, 2, 3, 4, 5, 6] as const
/** With what it is more of. */
export const MORE = 8

/** Whose turn it is with a slot. */
const [GIVER, TAKER] = [0, 1] as const

/** How long the giver waits for the taker to do one piece of work, in milliseconds: it has died by then, or the disk has. */
const PATIENCE = 600_000

// The words in front of the slots, and of each slot.
const [READY, FAILED, HEADS] = [0, 1, 2]
const [TURN, KIND, DESCRIPTOR, LENGTH, WORDS] = [0, 1, 2, 3, 4]
const CODE = 4 * (HEADS + SLOTS * WORDS)
const CODE_ROOM = 32
const SLOTS_AT = CODE + CODE_ROOM

/** Memory that goes round between a thread that gives work for files, and one that takes it, in the order of the work. */
export class Ring {
  readonly memory: SharedArrayBuffer
  /** True once it is known that no taker comes: that none may be started, say. */
  isGone = false
  readonly #words: Int32Array
  readonly #code: Uint8Array
  #at = 0
  #isLost = false

  constructor(memory = new SharedArrayBuffer(SLOTS_AT + SLOTS * ROOM)) {
    this.memory = memory
    this.#words = new Int32Array(memory, 0, CODE / 4)
    this.#code = new Uint8Array(memory, CODE, CODE_ROOM)
  }

  /** True once the taker is there. */
  get isReady(): boolean {
    return Atomics.load(this.#words, READY) === 1
  }

  /** Gives work, with bytes or a length; waits while all slots are taken. */
  give(kind: number, descriptor: number, bytes: Uint8Array | null, length = 0): void {
    for (let from = 0; ; from += ROOM) {
      const piece = bytes === null ? null : bytes.subarray(from, from + ROOM)
      this.#await(this.#at, TAKER)
      if (piece !== null) this.#bytes(this.#at, piece.length).set(piece)
      const head = this.#head(this.#at)
      this.#words[head + KIND] = from + ROOM < (bytes?.length ?? 0) ? kind | MORE : kind
      this.#words[head + DESCRIPTOR] = descriptor
      this.#words[head + LENGTH] = piece === null ? length : piece.length
      this.#pass(TAKER)
      if (bytes === null || from + ROOM >= bytes.length) return
    }
  }

  /** Waits until all that was given is done, and gives the bytes that the last piece of work left in its slot. */
  settle(length: number): Uint8Array {
    for (let slot = 0; slot < SLOTS; slot++) this.#await(slot, TAKER)
    return this.#bytes((this.#at + SLOTS - 1) % SLOTS, length)
  }

  /** The system's code for why the work of a file could not be done, where it is the last that failed; else null. */
  failureOf(descriptor: number): string | null {
    if (Atomics.load(this.#words, FAILED) !== descriptor + 1) return null
    return Buffer.from(this.#code).toString('latin1').replaceAll('\0', '')
  }

  /** Forgets a failure: the descriptor is of another file now. */
  forget(descriptor: number): void {
    if (this.failureOf(descriptor) !== null) Atomics.store(this.#words, FAILED, 0)
  }

  /** The taker: does the work that is given with `work`, which may write into the slot's bytes, until there is to be none. */
  async serve(
    work: (kind: number, descriptor: number, bytes: Uint8Array, length: number) => void | Promise<void>,
  ): Promise<void> {
    const failures = new Map<number, unknown>()
    Atomics.store(this.#words, READY, 1)
    for (;;) {
      this.#await(this.#at, GIVER)
      const head = this.#head(this.#at)
      const [kind, descriptor, length] = [KIND, DESCRIPTOR, LENGTH].map(
        word => this.#words[head + word] as number,
      ) as [number, number, number]
      if (kind === STOP) return
      if (kind === BEGIN) failures.delete(descriptor)
      try {
        // Behind what is missing nothing is written.
        if (failures.has(descriptor)) throw failures.get(descriptor)
        const rest = work(kind, descriptor, this.#bytes(this.#at, ROOM), length)
        if (rest !== undefined) await rest
      } catch (cause) {
        failures.set(descriptor, cause)
        this.#code.fill(0)
        this.#code.set(
          Buffer.from(String((cause as NodeJS.ErrnoException).code ?? 'unknown')).subarray(0, CODE_ROOM),
        )
        Atomics.store(this.#words, FAILED, descriptor + 1)
      }
      this.#pass(GIVER)
    }
  }

  #head(slot: number): number {
    return HEADS + slot * WORDS
  }

  #bytes(slot: number, length: number): Uint8Array {
    return new Uint8Array(this.memory, SLOTS_AT + slot * ROOM, length)
  }

  #await(slot: number, turn: number): void {
    const word = this.#head(slot) + TURN
    // Nobody has to give work: the taker waits as long as the process lives.
    const patience = turn === TAKER ? PATIENCE : Number.POSITIVE_INFINITY
    while (Atomics.load(this.#words, word) === turn) {
      this.#isLost ||= Atomics.wait(this.#words, word, turn, patience) === 'timed-out'
      if (this.#isLost) throw Object.assign(new Error(), { code: 'ETIMEDOUT' })
    }
  }

  #pass(turn: number): void {
    const word = this.#head(this.#at) + TURN
    Atomics.store(this.#words, word, turn)
    Atomics.notify(this.#words, word)
    this.#at = (this.#at + 1) % SLOTS
  }
}
