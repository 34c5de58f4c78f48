/**
 * An answer that says no. Shape of its body: `{ message, code }`.
 * Gap: the interface shows only `message`, for the Form 8821 operations; `code` is an addition.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The answer to an error. A message that is not the sandbox's own is not shown. */
export function answerError(cause: unknown): Response {
  const error = cause instanceof Refusal ? cause : new Refusal(500, 'internal', 'The sandbox failed.')
  return Response.json({ message: error.message, code: error.code }, { status: error.status })
}
