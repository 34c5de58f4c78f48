import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { makeReports, pageOf } from './api-report.js'
import { ENTRIES } from './entries.js'

const FOLDER = 'docs/api'
const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8'))

describe('the public API is the one that was reviewed', () => {
  const program = ts.createProgram(
    ENTRIES.map(({ types }) => resolve(types)),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ['node'] },
  )
  const reports = makeReports(program, ENTRIES)

  it('has one page for each entry point, and no others', () => {
    expect(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []).toEqual(ENTRIES.map(({ name }) => pageOf(name)).sort())
  })

  it('lists no value that cannot be imported', async () => {
    const listValuesOn = (page: string): string[] =>
      [...(page.split('## Not exported')[0] ?? '').matchAll(/^(?:const|function|(?:abstract )?class) (\w+)/gm)].map(
        match => match[1] as string,
      )
    for (const { name, code } of ENTRIES) {
      const values = Object.keys(await import(resolve(code)))
      expect(values, name).toEqual(expect.arrayContaining(listValuesOn(reports.get(name) ?? '')))
    }
  })

  it('is the same in Node, where entry points share classes and functions', async () => {
    const classes = new Map<string, unknown>()
    for (const { name, node, code } of ENTRIES) {
      const bundled = (await import(resolve(node))) as Record<string, unknown>
      expect(Object.keys(bundled).sort(), name).toEqual(Object.keys(await import(resolve(code))).sort())
      for (const [key, value] of Object.entries(bundled)) {
        if (classes.has(key)) expect(value === classes.get(key), `${key} of ${name}`).toBe(true)
        classes.set(key, value)
      }
    }
  })

  it('consists of separate modules for bundlers, also for Node, so that unused code can be removed', async () => {
    const contents = ENTRIES.map(({ name }) => `export * from '${name}'`).join('\n')
    const external = Object.keys({ ...PACKAGE.dependencies, ...PACKAGE.peerDependencies })
    const { metafile } = await build({
      stdin: { contents, resolveDir: '.' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      external,
      write: false,
      metafile: true,
      logLevel: 'error',
    })
    const inputs = Object.keys(metafile.inputs)
    for (const { code } of ENTRIES) expect(inputs).toContain(code.replace('./', ''))
    expect(inputs.filter(name => /^dist\/(?:bundled|command)/.test(name))).toEqual([])
  })

  it('lets the command load apache-arrow as its single published file', async () => {
    const chunk = readdirSync('dist/command').find(name => name.startsWith('arrow-')) ?? ''
    await import(resolve('dist/command', chunk))
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter(name => /[\\/]apache-arrow[\\/]/.test(name))
    expect(loaded.map(name => basename(name))).toEqual(['Arrow.es2015.min.js'])
  })

  it.each(['taxtally/arrow', 'taxtally/node'])('%s includes apache-arrow in bundles for Node', async name => {
    const { metafile } = await build({
      stdin: { contents: `export * from '${name}'`, resolveDir: '.' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      // If a build names conditions, the bundler no longer adds the condition `module`.
      conditions: ['production'],
      external: Object.keys(PACKAGE.dependencies).filter(name => name !== 'apache-arrow'),
      write: false,
      metafile: true,
      logLevel: 'error',
    })
    expect(Object.keys(metafile.inputs)).toContain('node_modules/apache-arrow/Arrow.node.mjs')
  })

  for (const [name, report] of reports) {
    it(`${name} matches its page (after an intended change, run \`npm run api\` and review docs/api)`, async () => {
      await expect(report).toMatchFileSnapshot(resolve(FOLDER, pageOf(name)))
    })
  }
})
