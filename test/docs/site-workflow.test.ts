import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('.github/workflows/site.yml', 'utf8')

test('the workflow of the site pins each action to a commit, and runs only scripts that package.json has', () => {
  const uses = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action)
  expect(uses.length).toBe(4)
  for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script)
  expect(text).toContain('path: site\n')
})

test('only the deploy job of the workflow may write, and only to Pages', () => {
  const [before = '', deploy = ''] = text.split('\n  deploy:')
  expect(before).not.toMatch(/: write/)
  expect(before).toMatch(/^permissions:\n {2}contents: read\n/m)
  expect(deploy.match(/[\w-]+: write/g)).toEqual(['pages: write', 'id-token: write'])
})
