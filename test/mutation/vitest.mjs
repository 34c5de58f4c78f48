/** Implements the part of vitest that the tests of figures use, so that they run without starting the test runner. */
import { format } from 'node:util'
import { expect, expectTypeOf, vi } from 'vitest'

export { expect, expectTypeOf, vi }

const top = { name: '', before: [], after: [], parent: null }
const tests = []
let current = top

const formatName = (name, args) => {
  // Use only as many values as there are placeholders, because `format` would append the other values.
  const places = name.match(/%[sdifjoO]/g)?.length ?? 0
  return format(name, ...args.slice(0, places))
}

const withEach = call => {
  call.each = rows => (name, body) => {
    const areArgs = rows.every(row => Array.isArray(row))
    for (const row of rows) {
      const args = areArgs ? row : [row]
      call(formatName(name, args), () => body(...args))
    }
  }
  call.skip = () => {}
  return call
}

export const describe = withEach((name, body) => {
  current = { name, before: [], after: [], parent: current }
  body()
  current = current.parent
})

const declare = withEach((name, body) => {
  tests.push({ name, body, group: current })
})

export { declare as it, declare as test }

export const beforeEach = body => current.before.push(body)
export const beforeAll = body => {
  let done
  current.before.push(() => {
    done ??= Promise.resolve(body())
    return done
  })
}
export const afterEach = body => current.after.push(body)
// Each run has its own process, so only what outlives the process, such as a folder, must be cleaned up.
const ends = []
export const afterAll = body => ends.push(body)
/** Calls the function at the end of the file. Vitest would call it at the end of the test. */
export const onTestFinished = body => ends.push(body)

const listGroups = group => (group === null ? [] : [...listGroups(group.parent), group])

/** Runs the declared tests that are not skipped until one fails. Returns null, or the failed test and its error. */
export async function runTests(isSkipped, onTest) {
  try {
    return await runEach(isSkipped, onTest)
  } finally {
    for (const end of ends.splice(0).toReversed()) await end()
  }
}

async function runEach(isSkipped, onTest = (_name, _milliseconds) => {}) {
  for (const { name: testName, body, group } of tests.splice(0)) {
    const groups = listGroups(group)
    const name = [...groups.slice(1).map(ancestor => ancestor.name), testName].join(' > ')
    if (isSkipped(name)) continue
    const start = performance.now()
    try {
      for (const { before } of groups) for (const hook of before) await hook()
      await body()
      for (const { after } of groups) for (const hook of after) await hook()
    } catch (error) {
      return { name, error }
    }
    onTest(name, performance.now() - start)
  }
  return null
}
