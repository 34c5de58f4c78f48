/** A kind of faulty response. `retryAfter` is in seconds, or the text of the header. */
export type FaultKind =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  /** The connection breaks before the request is processed or, with `after`, before the response is sent. */
  | { readonly kind: 'reset'; readonly after?: boolean }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: 'truncated' }
  /** The body ends in the middle, without any other sign of an error. */
  | { readonly kind: 'malformed' }
  /** The values of one field, or of all fields of the outermost object, have the wrong type. */
  | { readonly kind: 'wrong_type'; readonly field?: string }
  /** The response is an error status, such as 429 or 503. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }

/** A fault and the requests to which it applies. By default, it applies to every request. */
export type Fault = FaultKind & {
  readonly method?: string
  /** The exact path, or a pattern that the path must match. */
  readonly path?: string | RegExp
  /** The number of matching requests to skip before the fault applies. */
  readonly skip?: number
  /** The number of requests to which the fault then applies. By default, there is no limit. */
  readonly times?: number
}

/** Creates the error that `fetch` throws if the connection breaks. */
const createConnectionReset = (): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })

/** A response that breaks off. `head` is the part of its body that is sent. `length` is the full length in bytes. */
export class TruncatedResponse extends Response {
  constructor(
    readonly head: Uint8Array,
    readonly length: number,
    init: ResponseInit,
  ) {
    // The reader gets the head first. The next read fails.
    const parts = [head]
    const pullPart = (controller: ReadableStreamDefaultController) => {
      const part = parts.pop()
      if (part === undefined) controller.error(createConnectionReset())
      else controller.enqueue(part)
    }
    super(new ReadableStream({ pull: pullPart }), init)
  }
}

/** The current faults, each with the number of requests that it has matched. */
export class Faults {
  private readonly counts = new Map<Fault, number>()

  /** Adds a fault and returns the function that removes it. */
  add(fault: Fault): () => void {
    const copy = { ...fault }
    this.counts.set(copy, 0)
    return () => void this.counts.delete(copy)
  }

  /** Removes every fault. */
  clear(): void {
    this.counts.clear()
  }

  /** Processes a request and applies the faults that match it. */
  async respond(request: Request, respondNormally: () => Promise<Response>): Promise<Response> {
    const matches = this.listMatches(request)
    for (const fault of matches) {
      if (fault.kind === 'latency') await waitUnlessAborted(request.signal, fault.milliseconds)
      else if (fault.kind === 'reset' && fault.after !== true) throw createConnectionReset()
      else if (fault.kind === 'status') {
        const { status, retryAfter } = fault
        const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
        return Response.json({ message: 'Injected fault.', code: 'injected' }, { status, headers })
      }
    }
    let response = await respondNormally()
    if (matches.some(({ kind }) => kind === 'reset')) throw createConnectionReset()
    for (const fault of matches) {
      if (fault.kind === 'wrong_type') response = await changeTypes(response, fault.field)
      else if (fault.kind === 'malformed' || fault.kind === 'truncated')
        response = await cutResponse(response, fault.kind === 'truncated')
    }
    return response
  }

  /** Lists the faults that apply to a request, and counts the request for every fault that matches it. */
  private listMatches(request: Request): Fault[] {
    const { pathname } = new URL(request.url)
    return [...this.counts].flatMap(([fault, count]) => {
      const { method = request.method, path = pathname, skip = 0, times = Number.POSITIVE_INFINITY } = fault
      // `search` always begins at the start of the path. With a global pattern, `test` begins after its last match.
      const isPath = typeof path === 'string' ? path === pathname : pathname.search(path) >= 0
      if (method !== request.method || !isPath) return []
      this.counts.set(fault, count + 1)
      return count >= skip && count < skip + times ? [fault] : []
    })
  }
}

/** Waits until the time is over or the connection is closed. */
const waitUnlessAborted = (signal: AbortSignal, milliseconds: number) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal.onabort = () => resolve(clearTimeout(timer))
  })

/** Cuts a body in half. If `isBroken`, the connection breaks too. */
async function cutResponse(response: Response, isBroken: boolean): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headBytes = bytes.subarray(0, Math.floor(bytes.length / 2))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const init = { status: response.status, headers }
  return isBroken ? new TruncatedResponse(headBytes, bytes.length, init) : new Response(headBytes, init)
}

async function changeTypes(response: Response, field: string | undefined): Promise<Response> {
  if (response.headers.get('content-type')?.includes('json') !== true) return response
  const value = (await response.json()) as unknown
  const changeFields = (item: unknown): unknown => {
    if (typeof item !== 'object' || item === null) return toOtherType(item)
    const fields = Object.entries(item).map(([key, inner]) =>
      field === undefined || field === key ? [key, toOtherType(inner)] : [key, inner],
    )
    return Object.fromEntries(fields)
  }
  const changedValue = Array.isArray(value) ? value.map(changeFields) : changeFields(value)
  return Response.json(changedValue, { status: response.status })
}

function toOtherType(value: unknown): unknown {
  if (typeof value === 'string') return 17
  if (typeof value === 'number') return { value }
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'boolean' ? 'perhaps' : []
}
