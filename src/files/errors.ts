/** Details of an error about an input or output. */
export interface FileErrorDetails {
  /** The system's error code, such as `ENOENT`, or words if it gave none. Undefined if no call of the system failed. */
  readonly code?: string | undefined
  /** The path of the input as the caller gave it, `input 1` if it is bytes or a stream, or the name of the output. Undefined if there are several. */
  readonly path?: string | undefined
  /** The error that was caught. Undefined if the library itself found the problem. */
  readonly cause?: unknown
}

const CODE_MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: ': there is no such file. Check the path',
  EACCES: ': this user may not read it',
  EISDIR: ': it is a folder, not a file. Name the files in it, such as FOLDER/*.ndjson',
  Z_BUF_ERROR: ': it is a gzip that ends early',
}

/** Formats the system's error code for the end of a message, with its meaning if it is a common one. */
export const formatErrorCode = (code = 'unknown'): string => `(${code})${CODE_MEANINGS[code] ?? ''}`

/** Thrown if an input cannot be read. The message has the file name and the system's error code. */
export class InputError extends Error implements FileErrorDetails {
  override readonly name = 'InputError'
  readonly code: string | undefined
  readonly path: string | undefined
  /** The sentences of the message. There may be one for each input. */
  readonly sentences: readonly string[]

  constructor(sentences: string | readonly string[], { code, path, cause }: FileErrorDetails = {}) {
    const list = [sentences].flat()
    super(list.join('\n'), { cause })
    this.sentences = list
    this.code = code
    this.path = path
  }
}

/** Thrown if an output cannot be written. The message has the file name and the system's error code. */
export class OutputError extends Error implements FileErrorDetails {
  override readonly name = 'OutputError'
  readonly code: string | undefined
  readonly path: string | undefined

  constructor(message: string, { code, path, cause }: FileErrorDetails = {}) {
    super(message, { cause })
    this.code = code
    this.path = path
  }
}

/** Thrown if a thread of `--jobs` cannot be started or ends before it finishes its work. */
export class JobError extends Error {
  override readonly name = 'JobError'
}
