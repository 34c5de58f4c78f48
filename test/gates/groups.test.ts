import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../cli/command.js'
import { SEPARATE_TESTS, SLOW_TESTS } from '../vitest.config.js'

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('every group of tests has a script, a step of continuous integration, and a description in docs/dev', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  expect(
    /^for project in (.+); do\n +tests vitest --project "\$project"$/m.exec(readText('.ci/run'))?.[1]?.split(' '),
  ).toEqual(Object.keys(SEPARATE_TESTS))
  for (const group of Object.keys(SEPARATE_TESTS)) {
    expect(scripts[`test:${group}`]).toMatch(new RegExp(`--project ${group}$`))
    expect(readText('docs/dev/testing.md')).toContain(`npm run test:${group}`)
  }
})

test('every file name of a group matches a test', () => {
  for (const name of [...SLOW_TESTS, ...Object.values(SEPARATE_TESTS).flat()]) {
    const testFiles = readdirSync(join(ROOT, 'test', dirname(name)))
    const [start = ''] = name.slice(dirname(name).length + 1).split('*')
    expect(
      testFiles.some(file => file.startsWith(start) && file.endsWith('.test.ts')),
      name,
    ).toBe(true)
  }
})
