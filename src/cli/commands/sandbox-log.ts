// The log of the commands `sandbox` and `listen`: one line on standard output for each request and delivery.

import type { DeliveryAttempt, RequestWithResponse } from '../../service/sandbox/index.js'
import { formatJsonObject, replaceUnprintable } from '../output/text.js'

/** Writes a log line, as text or as the fields of an object. */
export type Log = (text: string, fields: Readonly<Record<string, unknown>>) => void

/** Returns a function that writes log lines with the time. Control characters of text are replaced. */
export const createLog =
  (isJson: boolean): Log =>
  (text, fields) => {
    const time = new Date()
    process.stdout.write(
      isJson
        ? formatJsonObject({ time: time.toISOString(), ...fields })
        : `${time.toTimeString().slice(0, 8)} ${replaceUnprintable(text)}\n`,
    )
  }

/** Returns a URL for a log, without the parts that may be secret: credentials, query and fragment. */
export function redactUrl(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Returns the functions with which a sandbox logs its requests and deliveries. */
export const createListeners = (log: Log) => ({
  /** Logs a request to the sandbox. Leaves out the query, because it can contain codes and signatures. */
  onRequest: ({ method, path, status, milliseconds }: RequestWithResponse): void => {
    // `listen` sends this request every second.
    if (method === 'GET' && path === '/_sandbox/webhooks') return
    log(`${method} ${path} ${status ?? 'connection broken'} ${milliseconds} ms`, { method, path, status, milliseconds })
  },
  onAttempt: ({ delivery, status }: DeliveryAttempt): void => {
    const { event, id } = delivery.event
    const [url, attempt] = [redactUrl(delivery.webhook.url), delivery.attempts.length]
    log(`-> ${event} ${id} ${url} ${status ?? 'no answer'} attempt ${attempt}`, { event, id, url, status, attempt })
  },
})
