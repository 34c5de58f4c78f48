import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from './make-folder.js'
import { failed, OutputError } from './output-error.js'
import { OutputFile } from './output-file.js'
import { foldersOf, makePartFolder, removeEmpty } from './parts/folders.js'

export { OutputError }

/** What a folder says, last, of the files in it. */
export const MANIFEST = 'manifest.json'

function remove(folder: string, name: string): void {
  try {
    rmSync(join(folder, name), { force: true })
  } catch (cause) {
    throw failed(name, cause)
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
  /** Folders that this run created: the output folder and its parents, innermost first. */
  readonly #createdFolders: readonly string[]

  /** Makes the folder where it is missing. Throws OutputError. */
  constructor(folder: string) {
    this.#folder = folder
    try {
      this.#createdFolders = makeFolder(resolve(folder))
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
    unfinished.delete(this)
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

  /** Removes what was written so far and is not in its place. */
  discard(): void {
    for (const each of [...this.#files, ...this.#held]) each.discard()
    this.#files.length = 0
    this.#held.length = 0
    for (const name of this.#made.splice(0)) removeEmpty(this.#folder, name)
    for (const folder of this.#createdFolders) removeEmpty(folder, '')
    unfinished.delete(this)
  }
}
