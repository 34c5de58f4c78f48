// Tests the package in Jest, Next and workerd. Each runs the programs, which must give the same results as in Node.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRIES, printedExpectedLines, WEB_ENTRIES } from './programs.mjs'

export const FRAMEWORKS = [
  '@swc/core@1',
  '@swc/jest@0.2',
  'jest@30',
  'next@16',
  'react@19',
  'react-dom@19',
  'workerd@1',
]

/** Runs the programs in each framework before the optional peers are installed. */
export async function checkFrameworks(project, { run, report, expected }) {
  const runNode = async (args, options) => run(project, [process.execPath, ...args], { isQuiet: false, ...options })
  const compare = (name, text, ...programs) =>
    report(printedExpectedLines(text, expected, ...programs), `without the optional peers: ${name}`)

  async function checkJest() {
    const jest = 'node_modules/jest/bin/jest.js'
    const options = { import: ['--experimental-vm-modules'], require: [] }
    for (const [name, nodeOptions] of Object.entries(options)) {
      const text = await runNode([...nodeOptions, jest, '--config', `jest/${name}.json`])
      compare(`Jest, ${name}`, text, ENTRIES, [name])
    }
  }

  async function checkNext() {
    const env = { NEXT_TELEMETRY_DISABLED: '1' }
    const text = await runNode(['node_modules/next/dist/bin/next', 'build', 'next'], { env })
    const results = text === null ? null : readFileSync(join(project, 'next/out/programs'), 'utf8')
    compare('Next, a route handler', results, ENTRIES)
  }

  async function checkWorkerd() {
    const esbuild = ['node_modules/esbuild/bin/esbuild', 'workerd/worker.mjs', '--outfile=workerd/bundle.mjs']
    await runNode([...esbuild, '--bundle', '--format=esm', '--conditions=workerd,worker,browser', '--log-level=error'])
    for (const [worker, name] of Object.entries({ web: 'workerd', node: 'workerd with nodejs_compat' })) {
      const text = await runNode(['node_modules/workerd/bin/workerd', 'test', 'workerd/config.capnp', worker])
      compare(name, text, WEB_ENTRIES)
    }
  }

  await Promise.all([checkJest(), checkNext(), checkWorkerd()])
}
