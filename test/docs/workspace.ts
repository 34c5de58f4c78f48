import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sharedFolder } from '../support/folder.js'
import { POLARS } from '../support/polars.js'

const ROOT = realpathSync('.')

/** A folder in which the blocks of a page run one after another. */
export interface Workspace {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** Writes a file in the folder. */
  put(file: string, text: string): void
}

/** The files to copy for a page with blocks that change the sources. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  'docs/dev/extending.md': ['package.json', 'tsconfig.json', 'src', 'schemas', 'docs', 'fixtures'],
}

/** Links the repository's packages and the library, as in a project that depends on it. */
function linkPackages(modules: string): void {
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const installed = join(ROOT, 'node_modules')
  const link = (name: string) => symlinkSync(join(installed, name), join(modules, name))
  // The repository may contain a version of nodejs-polars for a different machine.
  const isLinked = (name: string): boolean => !name.startsWith('.') && name !== 'nodejs-polars'
  for (const name of readdirSync(installed)) if (isLinked(name)) link(name)
  for (const name of readdirSync(join(installed, '.bin'))) link(`.bin/${name}`)
  symlinkSync(POLARS, join(modules, 'nodejs-polars'))
  symlinkSync(ROOT, join(modules, 'taxtally'))
  const script = `#!/bin/sh\nexec node '${join(ROOT, 'dist/cli/main.js')}' "$@"\n`
  writeFileSync(join(modules, '.bin/taxtally'), script, { mode: 0o755 })
}

/** Creates the workspace for a page's tests: a project that depends on the library, or a copy of the sources. */
export function workspaceFor(page: string): Workspace {
  const folder = realpathSync(sharedFolder())
  const modules = join(folder, 'node_modules')
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const copied = COPIED[page]
  if (copied === undefined) {
    linkPackages(modules)
    symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'))
    put('package.json', '{ "private": true, "type": "module" }\n')
    // The page of an example is in the same folder as the example's files.
    if (page.startsWith('docs/examples/')) cpSync(dirname(page), folder, { recursive: true })
  } else {
    symlinkSync(join(ROOT, 'node_modules'), modules)
    for (const name of copied) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  const { NODE_OPTIONS: _, FORCE_COLOR: __, ...env } = process.env
  return {
    folder,
    env: {
      ...env,
      PATH: `${join(modules, '.bin')}:${env['PATH']}`,
      NO_COLOR: '1',
      // A made-up secret, which the blocks read from the environment.
      WEBHOOK_SECRET: 'whsec_of_this_endpoint',
    },
    put,
  }
}
