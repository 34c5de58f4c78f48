import type { Call } from './options.js'
/** stub */
export async function formsCommand(_: Call): Promise<number> {
  return 1
}
