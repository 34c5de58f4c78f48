import { readFileSync } from 'node:fs'

/** An entry point: its import name, its declarations, its code as bundled for Node, and its code as compiled. */
export interface Entry {
  readonly name: string
  readonly types: string
  readonly node: string
  readonly code: string
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string
  readonly exports: Record<string, string | Record<'types' | 'node' | 'default', string>>
}

/** Every entry point that package.json exports and that has code. */
export const ENTRIES: readonly Entry[] = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ name: manifest.name + path.slice(1), types: target.types, node: target.node, code: target.default }],
)
