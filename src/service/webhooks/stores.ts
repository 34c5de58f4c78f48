// The entry point `taxtally/webhook-stores`: stores for receivers that survive a restart.

export type { EventStore, Lease } from './event-store.js'
export { createFileStore, type FileStore } from './file-store.js'
export type { MemoryStoreOptions } from './memory-store.js'
export { createPostgresStore, POSTGRES_STORE_SQL, type PostgresStoreOptions } from './postgres-store.js'
