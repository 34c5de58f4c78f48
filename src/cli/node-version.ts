// Checks the version of Node. The command loads this module before any other, so it must run in Node 12.20: it must not
// use newer syntax or built-in functions.

/** The major and minor version of the oldest supported Node, as in `engines` of package.json. */
export const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19]

/** The part of `process.versions` that identifies the runtime. */
export interface RuntimeVersions {
  readonly node: string
  readonly deno?: string | undefined
  readonly bun?: string | undefined
}

/**
 * Returns the message for a Node that is too old to run the command. Returns null if the runtime is new enough.
 *
 * @param versions - `process.versions`. In Deno and Bun, its `node` is the version that they imitate, so it is ignored.
 */
export function messageForOldNode({ node, deno, bun }: RuntimeVersions): string | null {
  const [major, minor] = node.split('.').map(Number) as [number, number]
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  if (isNewEnough || deno !== undefined || bun !== undefined) return null
  return `taxtally needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${node}. Install a newer Node, from https://nodejs.org or with your version manager.`
}
