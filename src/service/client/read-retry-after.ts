/**
 * Reads a Retry-After header: seconds, or an HTTP date. Units: milliseconds from now, never below 0.
 * Missing: undefined where there is none or it cannot be read.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // An HTTP date begins with the name of a day; nothing else is asked of Date.parse, which reads too much.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text) || text.length > 40) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
