import { HttpError } from './requests.js'

/** The version of the interface that the sandbox speaks. */
const API_VERSION = '2024-01-01'

/** The endpoints that call the version header optional. Source: interface, Endpoints. */
const OPTIONAL_VERSION =
  /^(?:GET \/auth\/tax-payer\/[^/]+\/token|GET \/introspect|POST \/disconnect|POST \/tax-payer\/[^/]+\/refresh|GET \/tax-payer\/[^/]+\/refresh\/[^/]+)$/

/**
 * Refuses a request with a version that does not exist, and one without the header; where an endpoint calls it optional,
 * only if `strict`. Source: interface, Versioning, requires it on every request.
 */
export function requireVersion({ method, url, headers }: Request, strict: boolean): void {
  const version = headers.get('service-api-version')
  if (version === null && !strict && OPTIONAL_VERSION.test(`${method} ${new URL(url).pathname}`)) return
  if (version === null)
    throw new HttpError(400, 'version_missing', 'The header Service-API-Version is required.')
  if (version !== API_VERSION)
    throw new HttpError(400, 'version_unknown', `The version must be ${API_VERSION}.`)
}
