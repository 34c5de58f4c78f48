import type { AnsweredRequest, DeliveryAttempt } from '../service/sandbox/index.js'
import { printable } from './text.js'

/** An address as a log shows it: without what may be secret in it. */
export function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Writes a line of a log with the time before it. What it holds cannot command a terminal. */
export function log(text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${printable(text)}\n`)
}

/** Logs a request that the sandbox answered. Queries are left out: they hold codes and signatures. */
export const logRequest = ({ method, path, status, milliseconds }: AnsweredRequest): void =>
  log(`${method} ${path} ${status ?? 'connection broken'} ${milliseconds} ms`)

/** Logs an attempt at a delivery. */
export function logDelivery({ delivery, status }: DeliveryAttempt): void {
  const { event, webhook, attempts } = delivery
  const answer = status ?? 'no answer'
  log(`-> ${event.event} ${event.id} ${shownAddress(webhook.url)} ${answer} attempt ${attempts.length}`)
}
