import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageForOldNode, OLDEST_NODE } from '../../src/cli/node-version.js'
import { MAIN, ROOT } from './command.js'

describe('the check of the Node version', () => {
  test('requires the version in package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(engines.node).toBe(`>=${OLDEST_NODE.join('.')}`)
  })

  test.each(['0.12.18', '9.11.2', '12.22.12', '18.20.8', '20.0.0', '20.9.0', '20.18.3'])(
    'rejects Node %s in one sentence with advice',
    version => {
      const message = messageForOldNode({ node: version })
      expect(message).toBe(
        `taxtally needs Node 20.19 or newer; this is Node ${version}. Install a newer Node, from https://nodejs.org or with your version manager.`,
      )
    },
  )

  test.each(['20.19.0', '20.20.1', '21.0.0', '22.1.0', '24.11.1', '100.0.0', '27.0.0-nightly20261101'])(
    'accepts Node %s',
    version => expect(messageForOldNode({ node: version })).toBeNull(),
  )

  test('does not reject Deno or Bun for the Node version that they imitate', () => {
    expect(messageForOldNode({ node: '20.11.1', deno: '2.0.0' })).toBeNull()
    expect(messageForOldNode({ node: '18.15.0', bun: '1.0.0' })).toBeNull()
  })
})

test('the command checks the version before it loads anything else of the package', () => {
  // Node 12 and later can parse this code. test/gates/install runs it on Node 18.
  const code = readFileSync(MAIN, 'utf8')
  const imported = [...code.matchAll(/^\s*import\b[^('"]*from\s*["']([^"']+)["']/gm)].map(([, name]) => name)
  expect(imported).toEqual([])
  expect(code).not.toMatch(/^(?:const .* = )?await /m)
  // Change the version that Node reports before the command starts. The command must reject it.
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, MAIN, 'forms']
  let failure: { status?: number; stdout?: string; stderr?: string } = {}
  try {
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (cause) {
    failure = cause as typeof failure
  }
  expect(failure.status).toBe(2)
  expect(failure.stdout).toBe('')
  expect(failure.stderr).toMatch(/^taxtally needs Node 20\.19 or newer; this is Node 18\.20\.8\. .*\n$/)
})
