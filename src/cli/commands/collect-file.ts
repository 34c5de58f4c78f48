import { open } from 'node:fs/promises'
import { isObject, parseJson } from '../../core/json-value.js'
import { OutputError } from '../../files/errors.js'
import { PrivateFile } from './private-file.js'

const CHUNK_BYTES = 1 << 20
const NEWLINE = 0x0a
/** The beginning of every line of the file. It identifies a cut-off line as one that `collect` wrote. */
const LINE_START = '{"taxpayer":'
/** The beginning of a line while it is replaced with spaces. It is as long as `LINE_START`. */
const REPLACED_LINE_START = '{"replaced":'

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

/** The line of a taxpayer whose status is REJECTED, and its location in the file. */
interface RejectedLine {
  readonly byteOffset: number
  readonly line: Buffer
}

/**
 * A file of dossiers, one per line, to which `collect` adds dossiers. A taxpayer whose status is REJECTED is requested
 * again by the next run. The new line is added, and then the former line is replaced with spaces.
 */
export class DossierFile {
  /** The ids of the taxpayers in the file, except those whose status is REJECTED. */
  readonly ids = new Set<string>()
  /** True if the last line was cut off, for example by a crash, and was removed. */
  isRepaired = false
  readonly #rejectedLines = new Map<string, RejectedLine>()
  #byteLength = 0

  private constructor(
    private readonly path: string,
    private readonly file: PrivateFile,
  ) {}

  /**
   * Locks a file, opens or creates it, and removes a cut-off last line. Throws OutputError, or UsageError if others can
   * read the file. Never changes a file of other data.
   */
  static async open(path: string): Promise<DossierFile> {
    const file = await PrivateFile.open(path, '--out')
    try {
      const dossierFile = new DossierFile(path, file)
      await file.change(() => dossierFile.#read())
      return dossierFile
    } catch (cause) {
      await file.close()
      throw cause
    }
  }

  /**
   * Appends a taxpayer's line. Throws OutputError. If the line was only partly written, the next call of `open` removes
   * it.
   */
  add(id: string, line: Buffer, isRejected: boolean): Promise<void> {
    return this.file.change(async () => {
      const formerLine = this.#rejectedLines.get(id)
      const content = line.subarray(0, -1)
      if (isRejected && formerLine?.line.equals(content) === true) return
      await this.file.handle.appendFile(line)
      const byteOffset = this.#byteLength
      this.#byteLength += line.length
      await this.#replaceRejected(id, isRejected ? { byteOffset, line: content } : null)
    })
  }

  /** Waits until the content of the file is on disk. Throws OutputError. */
  flush(): Promise<void> {
    return this.file.flush()
  }

  /** Closes and unlocks the file after its content has been flushed to disk. Throws OutputError. */
  close(): Promise<void> {
    return this.file.close()
  }

  async #read(): Promise<void> {
    let pieces: Buffer[] = []
    let number = 1
    let start = 0
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await this.file.handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at)
      if (bytesRead === 0) break
      let from = 0
      for (let end = buffer.indexOf(NEWLINE); end !== -1 && end < bytesRead; ) {
        await this.#addLine(Buffer.concat([...pieces, buffer.subarray(from, end)]), number++, start)
        pieces = []
        from = end + 1
        start = at + from
        end = buffer.indexOf(NEWLINE, from)
      }
      pieces.push(buffer.subarray(from, bytesRead))
      at += bytesRead
    }
    await this.#repairLastLine(Buffer.concat(pieces), start, number)
    this.#byteLength = (await this.file.handle.stat()).size
  }

  async #addLine(line: Buffer, number: number, byteOffset: number): Promise<void> {
    const text = line.toString('utf8').trim()
    if (text === '') return
    if (text.startsWith(REPLACED_LINE_START)) return this.#eraseLine({ byteOffset, line })
    const dossier = readDossierLine(text)
    if (dossier === null)
      throw new OutputError(`Line ${number} of the file of --out is not a dossier, so nothing was collected.`)
    await this.#replaceRejected(dossier.id, dossier.isRejected ? { byteOffset, line } : null)
    if (!dossier.isRejected) this.ids.add(dossier.id)
  }

  /** Records the newest line of a taxpayer. Null means that it is not REJECTED. Removes the former line. */
  async #replaceRejected(id: string, newLine: RejectedLine | null): Promise<void> {
    const formerLine = this.#rejectedLines.get(id)
    if (newLine === null) this.#rejectedLines.delete(id)
    else this.#rejectedLines.set(id, newLine)
    if (formerLine !== undefined) await this.#eraseLine(formerLine)
  }

  /**
   * Replaces a line with spaces. If the process is killed meanwhile, part of the line is left. The line is therefore
   * marked first, and the mark is removed last, so that the next run recognizes such a line and erases it.
   */
  async #eraseLine({ byteOffset, line }: RejectedLine): Promise<void> {
    // A file that was opened for appending writes only at its end.
    const handle = await open(this.path, 'r+')
    try {
      const markLength = REPLACED_LINE_START.length
      for (const [text, offset] of [
        [REPLACED_LINE_START, 0],
        [' '.repeat(line.length - markLength), markLength],
        [' '.repeat(markLength), 0],
      ] as const) {
        await handle.write(Buffer.from(text), 0, text.length, byteOffset + offset)
        await handle.datasync()
      }
    } finally {
      await handle.close()
    }
  }

  async #repairLastLine(rest: Buffer, start: number, number: number): Promise<void> {
    if (rest.length === 0) return
    if (readDossierLine(rest.toString('utf8')) !== null) {
      await this.#addLine(rest, number, start)
      await this.file.handle.appendFile('\n')
      return
    }
    const head = rest.subarray(0, LINE_START.length).toString('latin1')
    // If the last line does not begin like a line of `collect`, another program wrote it, and `#addLine` throws.
    if (!LINE_START.startsWith(head)) await this.#addLine(rest, number, start)
    await this.file.handle.truncate(start)
    this.isRepaired = true
  }
}

function readDossierLine(text: string): { id: string; isRejected: boolean } | null {
  const value = parseJson(text)
  if (!isObject(value) || !Array.isArray(value['records'])) return null
  const { taxpayer } = value
  const id = idOfTaxpayer(taxpayer)
  return id === null ? null : { id, isRejected: isObject(taxpayer) && taxpayer['status'] === 'REJECTED' }
}
