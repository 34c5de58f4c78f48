/** Thrown if an input cannot be read. The message has the file name and the system's error code. */
export class InputError extends Error {
  override readonly name = 'InputError'
  /** The sentences of the message. There may be one for each input. */
  readonly sentences: readonly string[]

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
