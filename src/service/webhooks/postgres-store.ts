import type { EventStore } from './event-store.js'

/** Creates the table of `createPostgresStore`, unless it exists. Run it once, with the rights of the table's owner. */
export const POSTGRES_STORE_SQL = `CREATE TABLE IF NOT EXISTS taxtally_webhooks (
  kind text NOT NULL,
  id text NOT NULL,
  value text,
  holder text,
  expires_at timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX IF NOT EXISTS taxtally_webhooks_changed_at ON taxtally_webhooks (changed_at);
`

// A row with a holder is a lease. It is free if `expires_at` is null or in the past. All times are those of the
// database's clock.
const toExpirySql = (parameter: string) => `clock_timestamp() + make_interval(secs => ${parameter})`
const LEASE_SQL = `INSERT INTO taxtally_webhooks AS w (kind, id, holder, expires_at, changed_at)
VALUES ($1, $2, $3, ${toExpirySql('$4')}, clock_timestamp())
ON CONFLICT (kind, id) DO UPDATE SET holder = $3, expires_at = ${toExpirySql('$4')}, changed_at = clock_timestamp()
WHERE w.expires_at IS NULL OR w.expires_at < clock_timestamp()
RETURNING value`
const RENEW_SQL = `UPDATE taxtally_webhooks SET expires_at = ${toExpirySql('$4')}
WHERE kind = $1 AND id = $2 AND holder = $3 AND expires_at IS NOT NULL`
const END_SQL = `UPDATE taxtally_webhooks SET expires_at = NULL, value = coalesce($4, value), changed_at = clock_timestamp()
WHERE kind = $1 AND id = $2 AND holder = $3
RETURNING holder`
const DELETE_OLD_SQL = `DELETE FROM taxtally_webhooks
WHERE changed_at < clock_timestamp() - make_interval(secs => $1)
AND (expires_at IS NULL OR expires_at < clock_timestamp())`

const DELETE_OLD_EVERY_MS = 3_600_000

/** The options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /**
   * Runs one statement with parameters `$1`, `$2` and returns its rows. With the package `pg`, this is
   * `(text, values) => pool.query(text, values)`. Each statement must be a transaction of its own.
   */
  readonly query: (
    text: string,
    values: unknown[],
  ) => Promise<{ readonly rows: readonly { readonly value?: unknown }[] }>
  /**
   * How long a lease lasts after its process has ended, in milliseconds. The default is one minute. Leases are renewed
   * while the process runs.
   */
  readonly leaseMs?: number
  /** How long to remember events and subjects, in ms: longer than the receiver's tolerance. By default, 8 days. */
  readonly keepMs?: number
}

/**
 * Creates a store in PostgreSQL that receivers in several processes can share. It needs the table of
 * `POSTGRES_STORE_SQL`, and deletes its old rows about once an hour.
 */
export function createPostgresStore(options: PostgresStoreOptions): EventStore {
  const { query, leaseMs = 60_000, keepMs = 691_200_000 } = options
  let nextDeletionAt = 0
  const deleteOldRows = async () => {
    if (Date.now() < nextDeletionAt) return
    nextDeletionAt = Date.now() + DELETE_OLD_EVERY_MS
    await query(DELETE_OLD_SQL, [keepMs / 1000])
  }
  return {
    async lease(kind, id) {
      await deleteOldRows()
      const key = [kind, id, crypto.randomUUID()]
      const [row] = (await query(LEASE_SQL, [...key, leaseMs / 1000])).rows
      if (row === undefined) return null
      // An error is ignored, because the next renewal comes before the lease expires.
      const timer = setInterval(() => query(RENEW_SQL, [...key, leaseMs / 1000]).catch(() => {}), leaseMs / 4)
      return {
        value: typeof row.value === 'string' ? row.value : null,
        async end(value) {
          clearInterval(timer)
          return (await query(END_SQL, [...key, value ?? null])).rows.length > 0
        },
      }
    },
  }
}
