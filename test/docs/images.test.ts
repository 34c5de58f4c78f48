import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The pictures that `npm run screenshots` creates. Their contents are reviewed by people. */
const PICTURES = ['report', 'playground', 'explain']
const README = readFileSync('README.md', 'utf8')

test.each(PICTURES)('docs/images/%s.png is a small picture that README.md shows with a text alternative', name => {
  const bytes = readFileSync(`docs/images/${name}.png`)
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000)
  expect(bytes.length).toBeLessThan(150_000)
  const path = `docs/images/${name}\\.png`
  const [, markdown, markup] =
    new RegExp(`!\\[([^\\]]*)\\]\\(${path}\\)|<img src="./${path}"[^>]* alt="([^"]*)"`).exec(README) ?? []
  const altText = markdown ?? markup ?? ''
  expect(altText.length, `README.md shows docs/images/${name}.png with a text alternative`).toBeGreaterThan(30)
})
