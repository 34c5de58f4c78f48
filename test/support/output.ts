import { vi } from 'vitest'

/** Captures all printed output until mocks are restored. */
export function catchOutput() {
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
