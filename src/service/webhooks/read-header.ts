/**
 * Headers as any platform hands them over: a Headers object, a plain object in any case, Node's lists of values, or
 * the flat list of names and values that Node calls raw headers.
 */
export type HeaderSource =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }
  | readonly string[]

/** A header's value, its repetitions joined by commas; the name is matched in any case. Missing: null. */
export function readHeader(headers: HeaderSource, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name)
  const values: unknown[] = []
  const wanted = name.toLowerCase()
  if (Array.isArray(headers)) {
    for (let i = 0; i + 1 < headers.length; i += 2)
      if (String(headers[i]).toLowerCase() === wanted) values.push(headers[i + 1])
  } else {
    for (const [key, value] of Object.entries(headers)) {
      if (key.toLowerCase() === wanted) values.push(...(Array.isArray(value) ? value : [value]))
    }
  }
  const texts = values.filter(value => typeof value === 'string')
  return texts.length === 0 ? null : texts.join(',')
}

const isHeaders = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof (headers as { get?: unknown }).get === 'function'
