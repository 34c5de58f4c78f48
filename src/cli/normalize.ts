import type { Call } from './options.js'
/** stub */
export async function normalizeCommand(_: Call): Promise<number> {
  return 1
}
