import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The maximum size of a declaration in bytes. A larger one probably repeats a type that should have a name. */
const MAX_DECLARATION_BYTES = 8192

const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(name => /\.[jt]s$/.test(name))
const declarations = built.filter(name => name.endsWith('.d.ts'))
const read = (name: string): string => readFileSync(join('dist', name), 'utf8')

describe('declaration files', () => {
  it('exist, and each belongs to a source file', () => {
    expect(declarations.length).toBeGreaterThan(200)
    // Bundled files do not correspond to a source file.
    const compiled = built.filter(name => !/^(?:bundled|command)\b/.test(name))
    const stale = compiled.filter(name => !existsSync(join('src', name.replace(/(?:\.d\.ts|\.js)$/, '.ts'))))
    expect(stale, 'remove dist and build again').toEqual([])
  })

  it('contain no zod schemas, except for the service, which derives its types from its schemas', () => {
    const kinds = /\bZod(?!Type\b|Error\b)[A-Z]\w*/g
    const others = declarations.filter(name => !name.startsWith('service/contract/'))
    const uses = others.flatMap(
      name =>
        read(name)
          .match(kinds)
          ?.map(kind => [name, kind]) ?? [],
    )
    expect(uses).toEqual([])
  })

  it(`have at most ${MAX_DECLARATION_BYTES} bytes in each declaration`, () => {
    const tooLong = declarations.flatMap(name =>
      ts
        .createSourceFile(name, read(name), ts.ScriptTarget.ES2022)
        .statements.map(({ pos, end }) => [name, pos, Buffer.byteLength(read(name).slice(pos, end))] as const)
        .filter(([, , bytes]) => bytes > MAX_DECLARATION_BYTES),
    )
    expect(tooLong).toEqual([])
  })
})
