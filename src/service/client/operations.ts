/** An operation of the service's API. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  /** The path, with its variable parts in braces. */
  readonly path: string
  readonly credential: 'none' | 'client' | 'token'
  /** True if the operation can be repeated after a fault without doing its work twice. */
  readonly repeatable: boolean
  /** The status of a retry that shows that an earlier attempt succeeded, although its response was lost. */
  readonly statusIfDone?: number
}

const defineGet = (path: string, credential: 'client' | 'token') =>
  ({ method: 'GET', path, credential, repeatable: true }) as const
const definePost = (path: string, credential: Operation['credential']) =>
  ({ method: 'POST', path, credential, repeatable: false }) as const

/**
 * Every operation of the service. The API document names no credentials for GET /providers. It is listed with a token,
 * because every operation takes one unless it takes client credentials. Source: service API, Endpoints, Authentication.
 */
export const OPERATIONS = {
  exchangeCode: definePost('/auth/token', 'none'),
  retrieveToken: defineGet('/auth/tax-payer/{id}/token', 'client'),
  introspect: defineGet('/introspect', 'token'),
  // Disconnecting deletes the token, so the service rejects that token on a retry.
  disconnect: { ...definePost('/disconnect', 'token'), repeatable: true, statusIfDone: 401 },
  listProviders: defineGet('/providers', 'token'),
  getTaxpayer: defineGet('/tax-payer', 'token'),
  startRefresh: definePost('/tax-payer/{id}/refresh', 'token'),
  getRefresh: defineGet('/tax-payer/{taxpayerId}/refresh/{jobId}', 'token'),
  clearRecords: { ...definePost('/tax-payer/clear-records', 'token'), repeatable: true },
  listRecords: defineGet('/records', 'token'),
  getRecord: defineGet('/records/{id}', 'token'),
  createClientLink: definePost('/client-links', 'client'),
  createUnsignedForm: definePost('/providers/irs/f8821/unsigned', 'client'),
  uploadSignedForm: definePost('/providers/irs/f8821/upload/{documentId}', 'client'),
} as const satisfies Record<string, Operation>

/** The name of an operation of the service. */
export type OperationName = keyof typeof OPERATIONS

/** The call that an error names: an operation, a call that combines several operations, or a raw request. */
export type CallName = OperationName | 'waitForCompletion' | 'refresh' | 'collect' | 'request'

/** Tests whether an id can be a path segment. "", "." and ".." change the path. URLs cannot encode lone surrogates. */
export const isPathSegment = (id: unknown): id is string =>
  typeof id === 'string' && !/^\.{0,2}$/.test(id) && !/\p{Cs}/u.test(id)

/** Fills in and escapes the variable parts of an operation's path. Throws a TypeError if a part is unusable. */
export function buildPath(operation: OperationName, parts: readonly string[]): string {
  const remainingParts = [...parts]
  return OPERATIONS[operation].path.replace(/\{\w+\}/g, name => {
    const part = remainingParts.shift()
    if (!isPathSegment(part))
      throw new TypeError(`${operation}: ${name} is text that can be part of a URL, not empty, "." or ".."`)
    return encodeURIComponent(part)
  })
}
