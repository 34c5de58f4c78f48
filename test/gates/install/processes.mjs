// Runs the processes of the install gate.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * Runs a program in the project. Returns its output. Returns null if it failed, or if it wrote to standard error although
 * `isQuiet` is true.
 *
 * @param {string} project
 * @param {readonly string[]} command the program and its arguments
 * @param {{ isQuiet?: boolean, env?: Record<string, string> }} options
 * @returns {Promise<string | null>}
 */
export async function runIn(project, [program, ...args], { isQuiet = true, env = {} } = {}) {
  const options = { cwd: project, timeout: 300_000, maxBuffer: 2 ** 28, env: { ...process.env, ...env } }
  try {
    const { stdout, stderr } = await execute(program, args, options)
    if (stderr === '' || !isQuiet) return stdout
    console.log(stdout + stderr)
  } catch (error) {
    console.log(`${error.message}\n${error.stdout}${error.stderr}`)
  }
  return null
}

/**
 * Calls an asynchronous function for each item. Runs at most one call per processor at a time. Returns the results in
 * the order of the items.
 *
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<Result>} handleItem
 * @returns {Promise<Result[]>}
 */
export async function mapParallel(items, handleItem) {
  const results = []
  const queue = items.entries()
  const workThroughQueue = async () => {
    for (const [i, item] of queue) results[i] = await handleItem(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, workThroughQueue))
  return results
}
