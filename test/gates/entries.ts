import { readFileSync } from 'node:fs'

/** An entry point of the package: the name that is imported, its declarations, and its code: for Node, and as it is compiled. */
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

/** Every entry point with code, as package.json exports it. */
export const ENTRIES: readonly Entry[] = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ name: manifest.name + path.slice(1), types: target.types, node: target.node, code: target.default }],
)
