import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, ROOT } from '../cli/command.js'

test.skipIf(process.platform === 'win32')(
  'a build deletes the files of an earlier one, so that they are not packed',
  () => {
    const folder = newFolder()
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: { readonly build: string }
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { build: scripts.build } }))
    for (const name of ['dist/old', 'node_modules/.bin']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'dist/old/module.js'), '')
    // Replace the compiler, which would take too long.
    const tsc = join(folder, 'node_modules/.bin/tsc')
    writeFileSync(tsc, '#!/bin/sh\nmkdir -p dist && echo "$@" > dist/called\n')
    chmodSync(tsc, 0o755)
    for (let i = 0; i < 2; i++) {
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'ignore' })
      expect(readdirSync(join(folder, 'dist'))).toEqual(['called'])
    }
    expect(readFileSync(join(folder, 'dist/called'), 'utf8')).toBe('-p tsconfig.json\n')
  },
)
