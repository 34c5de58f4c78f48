import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const files = readdirSync(FOLDER)
  .filter(name => name !== 'README.md')
  .sort()

test('the index lists every decision by its title, in order', () => {
  const listed = [...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/^(\d+)\. \[([^\]]+)\]\(([^)]+)\)$/gm)]
  const titles = files.map(name => /^# (\d+)\. (.+)$/m.exec(readFileSync(`${FOLDER}/${name}`, 'utf8')))
  expect(listed.map(([, number, title, name]) => [number, title, name])).toEqual(
    titles.map((title, i) => [title?.[1], title?.[2], files[i]]),
  )
})

test.each(files)('%s states the decision, its reason and its drawbacks in half a page', name => {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(['Decision', 'Why', 'Drawbacks'])
  expect(text.split(/\s+/).length).toBeLessThan(350)
})
