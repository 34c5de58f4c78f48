import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Ceiling of one declaration file. Units: bytes. Past it, a type is written out where it should be named. */
const CEILING = 20_480

const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(name => /\.[jt]s$/.test(name))
const declarations = built.filter(name => name.endsWith('.d.ts'))
const read = (name: string): string => readFileSync(join('dist', name), 'utf8')

describe('declaration files', () => {
  it('are there, and each belongs to a source', () => {
    expect(declarations.length).toBeGreaterThan(200)
    // A bundled file has no source file of its own.
    const compiled = built.filter(name => !/^(?:bundled|command)\b/.test(name))
    const stale = compiled.filter(name => !existsSync(join('src', name.replace(/(?:\.d\.ts|\.js)$/, '.ts'))))
    expect(stale, 'remove dist and build again').toEqual([])
  })

  it('write out no zod schema, except those of the service, from which its types come', () => {
    const kinds = /\bZod(?!Type\b|Error\b)[A-Z]\w*/g
    const others = declarations.filter(name => !name.startsWith('service/resources/'))
    const found = others.flatMap(
      name =>
        read(name)
          .match(kinds)
          ?.map(kind => [name, kind]) ?? [],
    )
    expect(found).toEqual([])
  })

  it(`are ${CEILING} bytes each at most`, () => {
    const over = declarations.map(name => [name, Buffer.byteLength(read(name))] as const)
    expect(over.filter(([, bytes]) => bytes > CEILING)).toEqual([])
  })
})
