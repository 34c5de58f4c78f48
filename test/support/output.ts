import { vi } from 'vitest'

/** Captures everything that is written to standard output and standard error until the mocks are restored. */
export function captureOutput() {
  const printed = { out: '', err: '' }
  for (const [stream, name] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation(chunk => {
      printed[name] += String(chunk)
      return true
    })
  return printed
}
