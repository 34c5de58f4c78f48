import { randomBytes, randomUUID } from 'node:crypto'

/** An identifier that cannot be guessed. */
export const newId = (): string => randomUUID()

/** A credential: 256 random bits behind a prefix that says what it is. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`
