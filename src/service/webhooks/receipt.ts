import type { RefusalReason } from './verify-webhook.js'

/** The outcome of a delivery. `stale` means that newer data was handled. The service repeats `busy` and `failed`. */
export type DeliveryOutcome = 'handled' | 'ignored' | 'duplicate' | 'stale' | 'refused' | 'busy' | 'failed'

/**
 * The response to a delivery: the HTTP status and the reason. It contains none of the event's data. With the reason
 * `event_malformed`, `handled` means that `onMalformed` or `otherEvent` handled the event, and `failed` means that
 * nobody did.
 */
export interface Receipt {
  readonly status: number
  readonly outcome: DeliveryOutcome
  readonly reason?: RefusalReason | 'body_already_read'
  /** How to correct the application, if the body was parsed before it reached the receiver. */
  readonly advice?: string
}

const STATUS_BY_OUTCOME = { handled: 200, ignored: 200, duplicate: 200, stale: 200, busy: 503, failed: 500 } as const

export const makeReceipt = (outcome: keyof typeof STATUS_BY_OUTCOME): Receipt => ({
  status: STATUS_BY_OUTCOME[outcome],
  outcome,
})
