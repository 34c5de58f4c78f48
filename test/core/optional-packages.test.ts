import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadPeer, PEERS } from '../../src/core/load-peer.js'
import { fixture, newFolder, ROOT, runProcess } from '../cli/command.js'

const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

/** Returns environment variables under which Node finds every package except the given one. */
function envWithout(packageName: string): NodeJS.ProcessEnv {
  const hook = `export async function resolve(name, context, next) {
    if (name !== '${packageName}' && !name.startsWith('${packageName}/')) return next(name, context)
    throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' })
  }`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))})`
  return { NODE_OPTIONS: `--no-warnings --import ${dataUrl(register)}` }
}

const SANDBOX_MESSAGE =
  'The sandbox needs the packages hono, @hono/node-server and @cantoo/pdf-lib. Install them: npm install hono @hono/node-server @cantoo/pdf-lib'

test('every optional peer dependency belongs to a feature', () => {
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly peerDependencies: object
  }
  expect(Object.values(PEERS).flat().sort()).toEqual(Object.keys(peerDependencies).sort())
})

test('an error that an optional package throws while it loads is not reported as a missing package', async () => {
  const specifier = dataUrl(`throw new RangeError('broken')`)
  await expect(loadPeer('Parquet', specifier)).rejects.toThrow(new RangeError('broken'))
})

test.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])('the error code %s means a missing package', async code => {
  const specifier = dataUrl(`throw Object.assign(new Error(), { code: '${code}' })`)
  await expect(loadPeer('Parquet', specifier)).rejects.toThrow('Install it: npm install hyparquet-writer')
})

describe('without an optional package', () => {
  test('converting to Parquet ends with exit code 2, says what to install and creates no folder', () => {
    const out = join(newFolder(), 'out')
    const args = ['convert', fixture('dossiers.ndjson'), '--out', out, '--format', 'parquet']
    expect(runProcess(args, undefined, envWithout('hyparquet-writer'))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'taxtally: Parquet needs the package hyparquet-writer. Install it: npm install hyparquet-writer\n',
    })
    expect(existsSync(out)).toBe(false)
  })

  test('a report as a workbook ends with exit code 2, says what to install and creates no folder', () => {
    const out = join(newFolder(), 'out')
    const args = ['report', fixture('borrower.ndjson'), '--out', out, '--format', 'html,xlsx']
    expect(runProcess(args, undefined, envWithout('hucre'))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'taxtally: A workbook needs the package hucre. Install it: npm install hucre\n',
    })
    expect(existsSync(out)).toBe(false)
    const pages = ['report', fixture('borrower.ndjson'), '--out', out, '--quiet']
    expect(runProcess(pages, undefined, envWithout('hucre')).code).toBe(0)
  })

  test.each(['hono', '@hono/node-server'])('the command sandbox says what to install if %s is missing', name => {
    expect(runProcess(['sandbox', '--port', '0'], undefined, envWithout(name))).toEqual({
      code: 2,
      stdout: '',
      stderr: `taxtally: ${SANDBOX_MESSAGE}\n`,
    })
  })

  test('a sandbox can be imported and created without hono, and its first request says what to install', () => {
    const code = `
      import { createSandbox } from 'taxtally/sandbox'
      const sandbox = createSandbox()
      console.log(sandbox.people.length)
      for (const start of [() => sandbox.listen(), () => sandbox.fetch('http://localhost/')])
        await start().catch(({ name, message }) => console.log(name, message))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, ...envWithout('hono') },
    })
    expect(stderr).toBe('')
    const line = `PeerMissing ${SANDBOX_MESSAGE}\n`
    expect(stdout).toBe(`8\n${line}${line}`)
  })
})
