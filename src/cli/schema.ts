import type { Call } from './options.js'
/** stub */
export async function schemaCommand(_: Call): Promise<number> {
  return 1
}
