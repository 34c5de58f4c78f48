import type { AnsweredRequest, DeliveryAttempt } from '../service/sandbox/index.js'
import { printable } from './text.js'

/** An address as a log shows it: without what may be secret in it. */
export function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** A line of a log with the time before it. What it holds cannot command a terminal. */
export const logLine = (text: string, now = new Date()): string =>
  `${now.toTimeString().slice(0, 8)} ${printable(text)}\n`

/** A request that the sandbox answered, in one line. Queries are left out: they hold codes and signatures. */
export const requestLine = ({ method, path, status, milliseconds }: AnsweredRequest): string =>
  logLine(`${method} ${path} ${status ?? 'connection broken'} ${milliseconds} ms`)

/** An attempt at a delivery, in one line. */
export const deliveryLine = ({ delivery, status }: DeliveryAttempt): string => {
  const { event, webhook, attempts } = delivery
  const answer = status ?? 'no answer'
  return logLine(
    `-> ${event.event} ${event.id} ${shownAddress(webhook.url)} ${answer} attempt ${attempts.length}`,
  )
}
