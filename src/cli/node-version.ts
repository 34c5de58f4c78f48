// The check of Node's version. The command loads this before anything else, so it must run in Node 12.20 and later: no
// syntax and no built-in function here may be newer than that.

/** The oldest Node that the package supports, as `engines` of package.json states it: major and minor version. */
export const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19]

/** The part of `process.versions` that says which runtime this is. */
export interface RuntimeVersions {
  readonly node: string
  readonly deno?: string | undefined
  readonly bun?: string | undefined
}

/**
 * Gives the sentence for a Node that is too old to run the command.
 *
 * @param versions - `process.versions`. Deno and Bun imitate some version of Node there, which says nothing about them.
 * @returns null if the runtime is new enough.
 */
export function messageForOldNode({ node, deno, bun }: RuntimeVersions): string | null {
  const [major, minor] = node.split('.').map(Number) as [number, number]
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  if (isNewEnough || deno !== undefined || bun !== undefined) return null
  return `taxtally needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${node}. Install a newer Node, from https://nodejs.org or with your version manager.`
}
