import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'

describe('the playground build', () => {
  const folder = sharedFolder()
  const files = new Map<string, string>()
  beforeAll(() => {
    execFileSync(process.execPath, ['src/tools/playground/build.mjs', folder])
    for (const name of readdirSync(folder)) files.set(name, readFileSync(join(folder, name), 'utf8'))
  })
  const readFileText = (name: string): string => files.get(name) ?? ''

  test('consists of a page, a style sheet and one bundle, under 350 kB gzipped in total', () => {
    expect([...files.keys()].toSorted()).toEqual(['index.html', 'playground.css', 'playground.js'])
    const sizes = [...files.values()].map(text => gzipSync(text, { level: 9 }).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350_000)
  })

  test('has a content security policy that allows no requests, no eval, and inline only the code of a report', () => {
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileText('index.html')) ?? []
    const rules = policy.replaceAll('&#39;', "'").split('; ')
    expect(rules).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='$/),
      expect.stringMatching(/^style-src 'self' 'sha256-[A-Za-z0-9+/]{43}='$/),
      'worker-src blob:',
      'frame-src blob:',
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(readFileText('index.html')).not.toMatch(/<style|<script>| style=| on[a-z]+=/)
  })

  test('contains no code that contacts a server or stores data', () => {
    for (const text of files.values())
      expect(text).not.toMatch(
        /\b(?:XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|localStorage|sessionStorage|indexedDB|importScripts|document\.cookie|eval\()|\bfetch\(/,
      )
  })

  test('contains the text of every example', () => {
    const examples = [...readFileText('index.html').matchAll(/data-example="([^"]*)"/g)].map(([, name = '']) => name)
    expect(examples.length).toBeGreaterThan(4)
    for (const name of examples) {
      const text = readFileSync(fixture(name), 'utf8')
      // Quotation marks and line breaks are escaped in the bundle, so compare the longest section without them.
      const [part = ''] = text.split(/["\\\n]/).toSorted((a, b) => b.length - a.length)
      expect(part.length, name).toBeGreaterThan(5)
      expect(readFileText('playground.js'), name).toContain(part)
    }
  })
})
