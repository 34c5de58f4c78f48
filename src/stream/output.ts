import { createHash, type Hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { endWriting, type WrittenBehind, writeBehind } from './behind/writing.js'
import type { LaidOutRows, Outlet } from './formats/writer.js'
import { failed, OutputError } from './output-error.js'
import { foldersOf, makePartFolder, removeEmpty } from './parts/folders.js'
import { holds, type Print, printOf, printOfOpen, type Written } from './print.js'
import { giveUsualMode } from './usual-mode.js'

export { OutputError }

/** What a folder says, last, of the files in it. */
export const MANIFEST = 'manifest.json'

const BUFFER = 1 << 18
const PIECE = 1 << 15
/** From so many bytes on a file is written by another thread: for fewer it is not worth its start. */
const LARGE = 1 << 22
const NO_BYTES = Buffer.alloc(0)

/** Somebody else put another file, or a link, where a file of this run was. */
const REPLACED = Object.assign(new Error(), { code: 'replaced meanwhile' })

function remove(folder: string, name: string): void {
  try {
    rmSync(join(folder, name), { force: true })
  } catch (cause) {
    throw failed(name, cause)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a folder and those above it. Node 20 by itself tries for ever where one that is there takes none: /proc. */
function makeFolder(path: string): void {
  const above = dirname(path)
  if (isFolder(path)) return
  if (above !== path && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have made it meanwhile.
    if (!isFolder(path)) throw cause
  }
}

/** A file that is written beside its place, unreadable to others, and put there when it is whole. */
export class OutputFile implements Outlet {
  readonly name: string
  rows = 0
  readonly #folder: string
  readonly #temporary: string
  readonly #descriptor: number
  readonly #hash: Hash = createHash('sha256')
  #buffer = Buffer.allocUnsafe(BUFFER)
  #used = 0
  #pending = ''
  #open = true
  #size = 0
  #behind: WrittenBehind | null = null
  #written: Written | null = null
  #placed: Print | null = null

  /** Creates the temporary file; an existing file or link of that name is never opened. Throws OutputError. */
  constructor(folder: string, name: string) {
    this.name = name
    this.#folder = folder
    // Beside the folders of parts too: those are made when all is whole.
    this.#temporary = join(folder, `.${name.replace('/', '.')}.${randomBytes(6).toString('hex')}.part`)
    try {
      this.#descriptor = openSync(
        this.#temporary,
        constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
        0o600,
      )
    } catch (cause) {
      throw failed(name, cause)
    }
  }

  /** Adds text as UTF-8; short pieces are put together first. */
  text(text: string): void {
    this.#pending += text
    if (this.#pending.length > PIECE) this.#encode()
  }

  /** Adds a row that is a line of text. */
  line(text: string): void {
    this.rows++
    this.text(`${text}\n`)
  }

  /** Adds rows as a thread laid them out. */
  add({ count, chunks }: LaidOutRows): void {
    this.rows += count
    for (const chunk of chunks) this.bytes(chunk as Uint8Array)
  }

  /** Adds bytes; they are written or copied before this returns. */
  bytes(bytes: Uint8Array): void {
    this.#encode()
    if (bytes.length > BUFFER - this.#used) this.#flush()
    if (bytes.length > BUFFER) this.#put(bytes)
    else {
      this.#buffer.set(bytes, this.#used)
      this.#used += bytes.length
    }
  }

  /**
   * Writes what is left and gives the sum of the bytes; the file is not in its place yet. Whole, it may be read by
   * others, but for one that may hold whole identifiers.
   */
  finish(isPrivate = false): Written {
    if (this.#written !== null) return this.#written
    this.#encode()
    this.#flush()
    try {
      const sha256 = this.#behind === null ? this.#hash.digest('hex') : this.#behind.sum()
      // All by the descriptor: where others may write to the folder, the name could be of another file by now.
      if (!isPrivate) giveUsualMode(this.#descriptor)
      const { identity, size } = printOfOpen(this.#descriptor)
      this.#close()
      this.#written = { rows: this.rows, identity, size, sha256 }
      this.#buffer = NO_BYTES
      return this.#written
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }

  /** The print of the finished file. Throws OutputError where its temporary name is not of it any more. */
  check(): Print {
    try {
      const print = printOf(this.#temporary)
      if (!holds(this.#temporary, print, this.#written as Written)) throw REPLACED
      return print
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }

  /** Puts the finished file in its place. Throws OutputError. */
  place(): void {
    this.#placed = this.check()
    try {
      renameSync(this.#temporary, join(this.#folder, this.name))
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }

  /** True while what stands in its place is this file, or has its bytes. */
  stands(): boolean {
    const path = join(this.#folder, this.name)
    try {
      const print = printOf(path)
      return print.text === this.#placed?.text || holds(path, print, this.#written as Written)
    } catch {
      return false
    }
  }

  /** Removes the temporary file. What cannot be removed stays, as after a kill: why the run ends is said already. */
  discard(): void {
    for (const end of [() => this.#close(), () => rmSync(this.#temporary, { force: true })]) {
      try {
        end()
      } catch {}
    }
  }

  #close(): void {
    if (!this.#open) return
    this.#open = false
    this.#behind?.settle()
    closeSync(this.#descriptor)
  }

  #encode(): void {
    const text = this.#pending
    if (text === '') return
    this.#pending = ''
    const most = text.length * 3
    if (most > BUFFER - this.#used) this.#flush()
    if (most > BUFFER) this.#put(Buffer.from(text, 'utf8'))
    else this.#used += this.#buffer.write(text, this.#used, 'utf8')
  }

  #flush(): void {
    if (this.#used > 0) this.#put(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  #put(bytes: Uint8Array): void {
    try {
      if (this.#size >= LARGE) this.#behind ??= writeBehind(this.#descriptor, this.#size)
      if (this.#behind !== null) this.#behind.write(bytes)
      else {
        this.#hash.update(bytes)
        for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
      }
      this.#size += bytes.length
    } catch (cause) {
      throw failed(this.name, cause)
    }
  }
}

const unfinished = new Set<OutputFolder>()

/** Removes what every unfinished run of this process has written: for a signal that ends it. */
export function discardUnfinished(): void {
  for (const folder of unfinished) folder.discard()
}

/** The files of one run in one folder: all of them are put in their places, the manifest last, or none is. */
export class OutputFolder {
  readonly #folder: string
  readonly #files: OutputFile[] = []
  readonly #held: { discard(): void }[] = []
  /** Folders of parts that this run made. */
  readonly #made: string[] = []

  /** Makes the folder where it is missing. Throws OutputError. */
  constructor(folder: string) {
    this.#folder = folder
    try {
      makeFolder(resolve(folder))
    } catch (cause) {
      throw failed('The output folder', cause)
    }
    unfinished.add(this)
  }

  /** Opens a file of the folder. */
  open(name: string): OutputFile {
    const file = new OutputFile(this.#folder, name)
    this.#files.push(file)
    return file
  }

  /** Opens a file of the folder, or gives the one that is open. */
  openOnce(name: string): OutputFile {
    return this.#files.find(file => file.name === name) ?? this.open(name)
  }

  /** The names of the files that are open. */
  get names(): readonly string[] {
    return this.#files.map(({ name }) => name)
  }

  /** Removes something of the run with it, however it ends. */
  holding<Held extends { discard(): void }>(held: Held): Held {
    this.#held.push(held)
    return held
  }

  /**
   * Puts files in their places that no manifest tells of, the first one last: where that is there, it is whole. `stale` are
   * files of an earlier run that this one did not write. Throws OutputError.
   */
  commitAlone(isPrivate: (name: string) => boolean, stale: readonly string[]): void {
    for (const file of this.#files) file.finish(isPrivate(file.name))
    for (const file of this.#files) file.check()
    for (const name of stale) remove(this.#folder, name)
    for (const file of this.#files.toReversed()) file.place()
    this.#files.length = 0
    this.discard()
  }

  /**
   * Puts every file in its place, and a manifest last; an older manifest goes first, so that a folder whose manifest is
   * there is whole. `stale` are files of an earlier run that this one did not write. Throws OutputError, also where another
   * run put files into the folder meanwhile.
   */
  commit(
    manifest: (files: readonly { readonly name: string; readonly rows: number }[]) => object,
    isPrivate: (name: string) => boolean,
    stale: readonly string[] = [],
  ): void {
    const outputs = [...this.#files]
    const files = outputs.map(file => {
      const { rows, sha256 } = file.finish(isPrivate(file.name))
      return { name: file.name, rows, sha256 }
    })
    // Before anything is replaced: a disk that is full leaves the older result.
    const last = this.open(MANIFEST)
    last.text(`${JSON.stringify(manifest(files), null, 2)}\n`)
    last.finish()
    for (const file of this.#files) file.check()
    const kept = foldersOf(outputs.map(file => file.name))
    for (const name of kept) if (makePartFolder(this.#folder, name)) this.#made.push(name)
    for (const name of [MANIFEST, ...stale]) remove(this.#folder, name)
    for (const name of foldersOf(stale)) if (!kept.includes(name)) removeEmpty(this.#folder, name)
    for (const file of outputs) {
      file.place()
      // Of another run that ended meanwhile: it would stand beside files that are not its own.
      remove(this.#folder, MANIFEST)
    }
    last.place()
    if (!this.#files.every(file => file.stands())) {
      if (last.stands()) remove(this.#folder, MANIFEST)
      throw new OutputError('The output folder was written to by another run at the same time; run it again.')
    }
    this.#files.length = 0
    this.#made.length = 0
    this.#end()
  }

  /**
   * Puts one file in its place before the others: one that is whole by itself, of a run that writes more than can be held
   * open. Throws OutputError.
   */
  put(file: OutputFile): void {
    file.finish()
    file.place()
    this.#files.splice(this.#files.indexOf(file), 1)
  }

  /** Removes a file of an earlier run. Throws OutputError. */
  remove(name: string): void {
    remove(this.#folder, name)
  }

  #end(): void {
    if (unfinished.delete(this) && unfinished.size === 0) endWriting()
  }

  /** Removes what was written so far and is not in its place. */
  discard(): void {
    for (const each of [...this.#files, ...this.#held]) each.discard()
    this.#files.length = 0
    this.#held.length = 0
    for (const name of this.#made.splice(0)) removeEmpty(this.#folder, name)
    this.#end()
  }
}
