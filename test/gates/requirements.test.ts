import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder, ROOT } from '../cli/command.js'

function runNode(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

describe('a test with a missing requirement', () => {
  const script = `import { requireFor } from './test/support/requirements.mjs'
    console.log(requireFor('reports in a browser', 'chromium'))`
  const CHROMIUM = '/no/such/browser'
  const runScript = (CI: string) => runNode(['--input-type=module', '--eval', script], { CHROMIUM, CI })

  test.each(['', 'false'])('is skipped with a line on standard error if CI is "%s"', CI => {
    expect(runScript(CI)).toEqual({
      status: 0,
      stdout: 'undefined\n',
      stderr: 'SKIPPED: reports in a browser, because there is no Chromium (CHROMIUM may name one).\n',
    })
  })

  test.each(['true', '1'])('is an error if CI is "%s"', CI => {
    const { status, stderr } = runScript(CI)
    expect(status).toBe(1)
    expect(stderr).toContain('CI must not skip this: reports in a browser.')
  })

  test('is listed by its Debian package name for `.ci/run`', () => {
    const { stdout } = runNode(['test/support/requirements.mjs'], { CHROMIUM })
    expect(stdout.trim().split(' ')).toContain('chromium')
  })
})

describe('the count of tests', () => {
  const countTests = (CI: string, ...tests: readonly (readonly [fullName: string, status: string])[]) => {
    const path = join(newFolder(), 'report.json')
    const assertionResults = tests.map(([fullName, status]) => ({ fullName, status }))
    const testResults = [{ name: join(ROOT, 'test/some.test.ts'), assertionResults }]
    writeFileSync(path, JSON.stringify({ testResults }))
    return runNode(['.ci/count-tests.mjs', path], { CI })
  }

  test.each(['pending', 'skipped', 'todo'])('counts a test that is %s as failed in CI', status => {
    const counted = countTests('true', ['a', 'passed'], ['b', 'passed'], ['c', 'failed'], ['d', status])
    expect(counted).toEqual({
      status: 0,
      stdout: '2 2\n',
      stderr: '!! failed: test/some.test.ts: c\n!! skipped: test/some.test.ts: d\n',
    })
  })

  test("ignores skipped tests on a developer's machine", () => {
    expect(countTests('false', ['a', 'passed'], ['b', 'pending'])).toEqual({ status: 0, stdout: '1 0\n', stderr: '' })
  })

  test('fails without a report', () => {
    expect(runNode(['.ci/count-tests.mjs', '/no/such/report'], {}).status).toBe(1)
  })

  test('counts a failure for each listed test that does not exist', () => {
    const path = join(newFolder(), 'report.json')
    const name = join(ROOT, 'test/cases.test.ts')
    writeFileSync(path, JSON.stringify({ testResults: [{ name, assertionResults: [] }] }))
    const { stdout, stderr } = runNode(['.ci/count-tests.mjs', path], {})
    expect(stdout).toBe('0 1\n')
    expect(stderr).toMatch(/^!! no such test: test\/cases\.test\.ts: returns that were filed .*\n$/)
  })
})

test('tests are skipped only because something is missing, or on Windows', () => {
  const names = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  const skips = names
    .filter(name => name.endsWith('.test.ts'))
    .flatMap(name => [
      ...readFileSync(join(ROOT, 'test', name), 'utf8').matchAll(
        /\b(?:it|test|describe)\.(?:skip|todo|only|runIf|skipIf|fails)\b(?:\([^()]*\))?/g,
      ),
    ])
    .map(([text]) => text.replace(/^\w+\./, ''))
  expect(skips.length).toBeGreaterThan(15)
  // These are the conditions that tests create with test/support/requirements.mjs. The pattern checks only their form,
  // not their origin.
  const allowed =
    /^skipIf\((?:\w+ === (?:undefined|null)|(?:missing|mountReason) !== null|process\.platform === 'win32')\)$/
  expect(skips.filter(skip => !allowed.test(skip))).toEqual([])
})
