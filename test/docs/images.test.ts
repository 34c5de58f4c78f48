import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The pictures that `npm run screenshots` creates, with the pages that show them. People review their contents. */
const PICTURES = [
  ['report', 'README.md', './docs/images'],
  ['playground', 'docs/playground.md', './images'],
  ['explain', 'docs/concepts.md', './images'],
] as const

test.each(PICTURES)('docs/images/%s.png is small, and %s shows and describes it', (name, page, folder) => {
  const bytes = readFileSync(`docs/images/${name}.png`)
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000)
  expect(bytes.length).toBeLessThan(150_000)
  const image = new RegExp(`<img src="${folder}/${name}\\.png"[^>]* alt="([^"]*)"`).exec(readFileSync(page, 'utf8'))
  expect(image?.[1]?.length, `${page} shows docs/images/${name}.png with a text alternative`).toBeGreaterThan(30)
})
