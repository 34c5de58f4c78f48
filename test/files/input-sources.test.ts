import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'
import zlib from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { analyzeFiles, convert, InputError, type InputSource, OutputError } from '../../src/files/index.js'
import { analyze } from '../../src/index.js'
import { sharedFolder } from '../support/folder.js'

/** Writes bytes as a zstd frame of one block that is not compressed, by RFC 8878, because Node 20 cannot make one. */
function packAsZstd(content: Uint8Array): Uint8Array {
  expect(content.length).toBeLessThan(2 ** 17)
  const head = Buffer.alloc(12)
  head.writeUInt32LE(0xfd2fb528, 0)
  // One segment, whose length follows in four bytes.
  head.writeUInt8(0xa0, 4)
  head.writeUInt32LE(content.length, 5)
  // The block's length, after the bits of the last block and of its type.
  head.writeUIntLE(content.length * 8 + 1, 9, 3)
  return Buffer.concat([head, content])
}

const folder = sharedFolder()
const path = 'fixtures/borrower.ndjson'
const bytes = new Uint8Array(readFileSync(path))

/** A stream that yields nothing and does not end. */
const makeSilentStream = (): ReadableStream<Uint8Array> => new ReadableStream({ pull: () => new Promise(() => {}) })

const SOURCES: Readonly<Record<string, () => InputSource>> = {
  'a URL': () => pathToFileURL(path),
  bytes: () => bytes,
  'compressed bytes': () => zlib.gzipSync(bytes),
  'a Node stream': () => createReadStream(path),
  'a Node stream of text': () => Readable.from([...readFileSync(path, 'utf8')]),
  'a web stream': () => new Blob([bytes]).stream() as ReadableStream<Uint8Array>,
}

describe('inputs of analyzeFiles and convert', () => {
  test.each(Object.entries(SOURCES))('%s gives the same figures as a path', async (name, makeSource) => {
    const listTotals = async (source: InputSource): Promise<string[]> => {
      const totals: string[] = []
      for await (const { value } of analyzeFiles([source]))
        totals.push(`${value?.taxpayerId} ${value?.underwriting.total.qualifyingMonthly}`)
      return totals
    }
    expect(await listTotals(makeSource())).toEqual(await listTotals(path))
    const outputs = await Promise.all(
      [path, makeSource()].map(async (source, i) => {
        const out = join(folder, `${name} ${i}`)
        await convert([source], { out, tables: ['income', 'facts'] })
        return ['income', 'facts'].map(table => readFileSync(join(out, `${table}.csv`), 'utf8'))
      }),
    )
    expect(outputs[1]).toEqual(outputs[0])
  })

  it('are named by position in messages if they have no path', async () => {
    const result = convert([path, bytes.subarray(0, 0), Readable.from(['a,b\n1,2\n'])], { out: join(folder, 'named') })
    expect(await result).toMatchObject({
      wrongInputs: [expect.stringMatching(/^input 3 looks like CSV/)],
      emptyInputs: [expect.stringMatching(/^input 2 is empty/)],
    })
  })

  it('are rejected with a TypeError that names the position if they are of another kind', async () => {
    await expect(convert([path, 5 as never], { out: folder })).rejects.toThrow(/convert takes paths.*input 2 is none/)
  })

  it('may be compressed with zstd if Node can unpack it, and are named otherwise', async () => {
    const result = convert([packAsZstd(bytes)], { out: join(folder, 'zstd'), tables: ['taxpayers'] })
    if ('createZstdDecompress' in zlib) expect(await result).toMatchObject({ taxpayers: 1, wrongInputs: [] })
    else await expect(result).rejects.toThrow(/compressed with zstd \(which Node unpacks from version 22\.15 on\)/)
  })
})

describe('an AbortSignal', () => {
  it('ends analyzeFiles and convert while a stream waits, and convert leaves no output', async () => {
    const out = join(folder, 'aborted')
    await expect(convert([makeSilentStream()], { out, signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/)
    expect(existsSync(out)).toBe(false)
    const read = async () => {
      for await (const _ of analyzeFiles([makeSilentStream()], { signal: AbortSignal.timeout(50) })) void _
    }
    await expect(read()).rejects.toThrow(/timeout/)
  })

  it('that is aborted before the call ends it at once, with the reason', async () => {
    const reason = new Error('no longer needed')
    const signal = AbortSignal.abort(reason)
    await expect(convert([path], { out: join(folder, 'before'), signal })).rejects.toBe(reason)
    await expect(analyzeFiles([path], { signal }).next()).rejects.toBe(reason)
  })
})

describe('a thrown value that is not an error', () => {
  test.each([null, undefined, 'text', 5])('%j becomes the cause of an InputError', async thrown => {
    async function* failEarly() {
      yield bytes.subarray(0, 100)
      throw thrown
    }
    const onBytes = () => {
      throw thrown
    }
    const expected = { name: 'InputError', message: 'input 1 could not be read (unknown).', cause: thrown }
    await expect(analyzeFiles([failEarly()]).next()).rejects.toMatchObject(expected)
    await expect(analyzeFiles([bytes], { onBytes }).next()).rejects.toMatchObject(expected)
    const webStream = new ReadableStream<Uint8Array>({ pull: controller => controller.error(thrown) })
    await expect(convert([webStream], { out: join(folder, 'thrown') })).rejects.toMatchObject(expected)
  })
})

describe('errors have the code, the path and the cause', () => {
  test('InputError', async () => {
    const error = await analyzeFiles(['no-such-file'])
      .next()
      .catch(cause => cause)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ code: 'ENOENT', path: 'no-such-file', cause: { code: 'ENOENT' } })
  })

  test('OutputError', async () => {
    const error = await convert([path], { out: path }).catch(cause => cause)
    expect(error).toBeInstanceOf(OutputError)
    expect(error).toMatchObject({ code: 'EEXIST', path, cause: { code: 'EEXIST' } })
  })
})

describe('a stream that fails before its turn', () => {
  const readAll = async (sources: readonly InputSource[]) => {
    let count = 0
    for await (const { value } of analyzeFiles(sources)) if (value !== undefined) count++
    return count
  }
  /** Yields one file in small parts, and makes a stream fail while the first part is read. */
  async function* failLater(stream: Readable) {
    stream.destroy(Object.assign(new Error('broken'), { code: 'ECONNRESET' }))
    for (const part of readFileSync(path, 'utf8').split(/(?<=\n)/)) {
      await new Promise(resolve => setImmediate(resolve))
      yield part
    }
  }

  test.each([
    ['analyzeFiles', readAll],
    [
      'convert',
      (sources: readonly InputSource[]) => convert(sources, { out: join(folder, 'late'), tables: ['taxpayers'] }),
    ],
  ] as const)('%s rejects with an InputError for that input', async (_, run) => {
    const stream = new Readable({ read: () => {} })
    const expected = { path: 'input 2', code: 'ECONNRESET', cause: { message: 'broken' } }
    await expect(run([failLater(stream), stream])).rejects.toMatchObject(expected)
    await expect(run([createReadStream('no-such-file')])).rejects.toMatchObject({ path: 'input 1', code: 'ENOENT' })
    await expect(run([Readable.from([{}]).map(() => Promise.reject({ code: null }))])).rejects.toMatchObject({
      code: 'unknown',
    })
  })
})

test('analyze takes several policies, and underwriting is the first', () => {
  const dossier = JSON.parse(readFileSync('fixtures/example.json', 'utf8'))
  const names = ['latest-year', 'fha-4000.1'] as const
  const { value } = analyze(dossier, { policy: names })
  expect(value?.underwritings.map(({ policy }) => policy.name)).toEqual(names)
  expect(value?.underwriting).toBe(value?.underwritings[0])
  for (const [i, policy] of names.entries())
    expect(JSON.stringify(value?.underwritings[i])).toBe(
      JSON.stringify(analyze(dossier, { policy }).value?.underwriting),
    )
  expect(() => analyze(dossier, { policy: [] })).toThrow(RangeError)
})
