import { type FileHandle, open } from 'node:fs/promises'
import { isObject, parseJson } from '../../core/json-value.js'
import { OutputError } from '../../files/output/output-file.js'

const CHUNK_BYTES = 1 << 20
const NEWLINE = 0x0a
/** The beginning of every line of the file. It identifies a cut-off line as one that `collect` wrote. */
const LINE_START = '{"taxpayer":'

/** Returns the id of a taxpayer object as text. Null if the value is not an object or has no usable id. */
export function idOfTaxpayer(taxpayer: unknown): string | null {
  const id = isObject(taxpayer) ? taxpayer['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** Returns a dossier as one line. Copies the service's JSON text without parsing it, so numbers keep every digit. */
export function makeDossierLine(taxpayer: Uint8Array, records: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(LINE_START),
    toSingleLine(taxpayer),
    Buffer.from(',"records":'),
    toSingleLine(records),
    Buffer.from('}\n'),
  ])
}

/** Replaces line breaks with spaces, and removes a byte order mark. JSON has line breaks only between tokens. */
function toSingleLine(json: Uint8Array): Uint8Array {
  const jsonBytes = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? json.subarray(3) : json
  return jsonBytes.map(byte => (byte === NEWLINE || byte === 0x0d ? 0x20 : byte))
}

/** A file of dossiers, one per line, to which `collect` adds dossiers. */
export class DossierFile {
  /** The ids of the taxpayers in the file. */
  readonly ids = new Set<string>()
  /** True if the last line was cut off, for example by a crash, and was removed. */
  isRepaired = false

  private constructor(private readonly file: FileHandle) {}

  /**
   * Opens or creates a file, and removes a cut-off last line. Throws OutputError. Never changes a file of other data.
   */
  static async open(path: string): Promise<DossierFile> {
    let handle: FileHandle | null = null
    try {
      // The file contains tax records, so only its owner gets access.
      handle = await open(path, 'a+', 0o600)
      if (!(await handle.stat()).isFile()) throw new OutputError('The file of --out is not a regular file.')
      const file = new DossierFile(handle)
      await file.#read()
      return file
    } catch (cause) {
      await handle?.close()
      return throwOutputError(cause)
    }
  }

  /** Appends a line. Throws OutputError. If the line was only partly written, the next call of `open` removes it. */
  async add(line: Buffer): Promise<void> {
    await this.file.appendFile(line).catch(throwOutputError)
  }

  /** Closes the file after its content has been flushed to disk. */
  async close(): Promise<void> {
    await this.file.sync().catch(throwOutputError)
    await this.file.close().catch(throwOutputError)
  }

  async #read(): Promise<void> {
    let pieces: Buffer[] = []
    let number = 1
    let start = 0
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await this.file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at)
      if (bytesRead === 0) break
      let from = 0
      for (let end = buffer.indexOf(NEWLINE); end !== -1 && end < bytesRead; ) {
        this.#addLine(Buffer.concat([...pieces, buffer.subarray(from, end)]), number++)
        pieces = []
        from = end + 1
        start = at + from
        end = buffer.indexOf(NEWLINE, from)
      }
      pieces.push(buffer.subarray(from, bytesRead))
      at += bytesRead
    }
    await this.#repairLastLine(Buffer.concat(pieces), start, number)
  }

  #addLine(line: Buffer, number: number): void {
    const text = line.toString('utf8').trim()
    if (text === '') return
    const id = readId(text)
    if (id === null)
      throw new OutputError(`Line ${number} of the file of --out is not a dossier; the file was not changed.`)
    this.ids.add(id)
  }

  async #repairLastLine(rest: Buffer, start: number, number: number): Promise<void> {
    if (rest.length === 0) return
    const id = readId(rest.toString('utf8'))
    if (id !== null) {
      this.ids.add(id)
      await this.file.appendFile('\n')
      return
    }
    const head = rest.subarray(0, LINE_START.length).toString('latin1')
    // If the last line does not begin like a line of `collect`, another program wrote it, and `#addLine` throws.
    if (!LINE_START.startsWith(head)) this.#addLine(rest, number)
    await this.file.truncate(start)
    this.isRepaired = true
  }
}

function readId(text: string): string | null {
  const value = parseJson(text)
  return isObject(value) && Array.isArray(value['records']) ? idOfTaxpayer(value['taxpayer']) : null
}

function throwOutputError(cause: unknown): never {
  if (cause instanceof OutputError) throw cause
  const { code = 'unknown' } = cause as NodeJS.ErrnoException
  throw new OutputError(`The file of --out cannot be used (${code}).`)
}
