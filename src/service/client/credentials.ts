import { isObject } from '../../core/json-value.js'
import { HIDDEN } from './redact.js'

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** True for text that may be in a header: printable ASCII without spaces, and at least one character. */
export const isHeaderSafe = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** True for what can authorize a request. A caller without types may pass a text or a grant instead. */
export const isCredential = (value: unknown): boolean =>
  isObject(value) && typeof value['bearer'] === 'function'

/** Either kind of credential. Every way to print it gives `[redacted]`. */
abstract class Credential {
  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [INSPECT](): string {
    return HIDDEN
  }
}

/**
 * The application's credentials from the developer dashboard. For client links, Form 8821, the token exchange and
 * retrieving tokens; no data operation takes them. Source: interface, Authentication.
 */
export class ClientCredentials extends Credential {
  readonly #id: string
  readonly #secret: string

  constructor(clientId: string, clientSecret: string) {
    super()
    if (clientId === '' || clientId.includes(':'))
      throw new TypeError('A client id is text, not empty, without a colon')
    if (clientSecret === '') throw new TypeError('A client secret is text, not empty')
    this.#id = clientId
    this.#secret = clientSecret
  }

  /** The id and the secret themselves; for the body of the token exchange. */
  reveal(): { readonly clientId: string; readonly clientSecret: string } {
    return { clientId: this.#id, clientSecret: this.#secret }
  }

  /** The value after `Bearer`: base64 of `<client_id>:<client_secret>`. */
  bearer(): string {
    const bytes = new TextEncoder().encode(`${this.#id}:${this.#secret}`)
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }

  /** The texts that must not be seen in an error. */
  secrets(): readonly string[] {
    return [this.#id, this.#secret, this.bearer()]
  }
}

/**
 * A token bound to one taxpayer and one provider; for the data operations.
 * Store it like a password: `reveal` is the one way to its value. Source: interface, Authentication.
 */
export class AccessToken extends Credential {
  readonly #value: string

  constructor(value: string) {
    super()
    if (!isHeaderSafe(value)) throw new TypeError('An access token is printable ASCII text, not empty')
    this.#value = value
  }

  /** The value itself, for secure storage. */
  reveal(): string {
    return this.#value
  }

  /** The value after `Bearer`. */
  bearer(): string {
    return this.#value
  }

  /** The texts that must not be seen in an error. */
  secrets(): readonly string[] {
    return [this.#value]
  }
}
