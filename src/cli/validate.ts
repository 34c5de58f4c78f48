import type { Call } from './options.js'
/** stub */
export async function validateCommand(_: Call): Promise<number> {
  return 1
}
