import { isObject } from '../../core/json-value.js'
import { REDACTED_TEXT } from './redact.js'

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/** Tests whether a string can be sent in a header: printable ASCII without spaces, and at least one character. */
export const isHeaderSafe = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** Tests whether a value is a credential. A caller without types may pass text or a token response instead. */
export const isCredential = (value: unknown): boolean => isObject(value) && typeof value['bearer'] === 'function'

/** A credential of either kind. It prints as `[redacted]` in every way. */
abstract class Credential {
  toString(): string {
    return REDACTED_TEXT
  }

  toJSON(): string {
    return REDACTED_TEXT
  }

  [INSPECT](): string {
    return REDACTED_TEXT
  }
}

/**
 * The application's credentials from the developer dashboard. They authenticate client links, Form 8821 operations, the
 * token exchange and token retrieval, but not data operations. Source: service API, Authentication.
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

  /** Returns the id and the secret, for the body of the token exchange. */
  reveal(): { readonly clientId: string; readonly clientSecret: string } {
    return { clientId: this.#id, clientSecret: this.#secret }
  }

  /** Returns the text after `Bearer` in the Authorization header: base64 of `<client_id>:<client_secret>`. */
  bearer(): string {
    const bytes = new TextEncoder().encode(`${this.#id}:${this.#secret}`)
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }

  /** Lists the texts that must not appear in an error. */
  secrets(): readonly string[] {
    return [this.#id, this.#secret, this.bearer()]
  }
}

/**
 * A token for the data operations that is bound to one taxpayer and one provider. Store it like a password. Use
 * `reveal` to read its value for storage. Source: service API, Authentication.
 */
export class AccessToken extends Credential {
  readonly #value: string

  constructor(value: string) {
    super()
    if (!isHeaderSafe(value)) throw new TypeError('An access token is printable ASCII text, not empty')
    this.#value = value
  }

  /** Returns the token's value, for secure storage. */
  reveal(): string {
    return this.#value
  }

  /** Returns the text after `Bearer` in the Authorization header. */
  bearer(): string {
    return this.#value
  }

  /** Lists the texts that must not appear in an error. */
  secrets(): readonly string[] {
    return [this.#value]
  }
}
