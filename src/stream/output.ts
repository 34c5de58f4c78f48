import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { attempt, OutputError, OutputFile } from './output-file.js'

/** Lists the files of a folder. It is written last. */
export const MANIFEST = 'manifest.json'

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Makes a folder and its missing parents. Node 20 itself loops forever if an existing parent takes no folder, as /proc does.
 * If a folder cannot be made, the parents that were made are removed again.
 *
 * @returns the folders that were made, innermost first.
 */
export function makeFolder(path: string): string[] {
  const parent = dirname(path)
  if (isFolder(path)) return []
  const createdParents = parent !== path && !existsSync(parent) ? makeFolder(parent) : []
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have made it meanwhile.
    if (isFolder(path)) return createdParents
    for (const folder of createdParents) removeEmpty(folder)
    throw cause
  }
  return [path, ...createdParents]
}

/** Removes a folder if it is empty. */
function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {}
}

/** Returns the folders of parts among files, without repetitions. */
const partFoldersOf = (names: readonly string[]): string[] => [
  ...new Set(names.filter(name => name.includes('/')).map(name => dirname(name))),
]

const unfinished = new Set<OutputFolder>()

/** Removes what every unfinished run of this process has written: for a signal that ends it. */
export function discardUnfinished(): void {
  for (const folder of unfinished) folder.discard()
}

/** The files of one run in one folder: all of them are put in their places, the manifest last, or none is. */
export class OutputFolder {
  readonly #folder: string
  readonly #files: OutputFile[] = []
  readonly #attached: { discard(): void }[] = []
  /** Folders of parts that this run created. */
  readonly #createdPartFolders: string[] = []
  /** Folders that this run created: the output folder and its parents, innermost first. */
  readonly #createdFolders: readonly string[]

  /** Makes the folder if it is missing. Throws OutputError. */
  constructor(folder: string) {
    this.#folder = folder
    this.#createdFolders = attempt('The output folder', () => makeFolder(resolve(folder)))
    unfinished.add(this)
  }

  open(name: string): OutputFile {
    const file = new OutputFile(this.#folder, name)
    this.#files.push(file)
    return file
  }

  /** Opens a file of the folder, or returns the one that is open. */
  openOnce(name: string): OutputFile {
    return this.#files.find(file => file.name === name) ?? this.open(name)
  }

  /** The names of the files that are open. */
  get names(): readonly string[] {
    return this.#files.map(({ name }) => name)
  }

  /** Discards something else with the run, however the run ends. */
  holding<Attached extends { discard(): void }>(attached: Attached): Attached {
    this.#attached.push(attached)
    return attached
  }

  /**
   * Puts files in their places without a manifest, the first one last: if that one is there, the run was complete. `stale`
   * are files of an earlier run that this one did not write. Throws OutputError.
   */
  commitAlone(isPrivate: (name: string) => boolean, stale: readonly string[]): void {
    for (const file of this.#files) file.finish(isPrivate(file.name))
    for (const file of this.#files) file.check()
    for (const name of stale) this.remove(name)
    for (const file of this.#files.toReversed()) file.place()
    this.#files.length = 0
    this.discard()
  }

  /**
   * Puts every file in its place, and a manifest last. An older manifest is removed first, so that a folder with a manifest
   * is complete. `stale` are files of an earlier run that this one did not write. Throws OutputError, also if another run
   * put files into the folder meanwhile.
   *
   * @returns the files but for the manifest.
   */
  commit(
    manifest: (files: readonly object[]) => object,
    isPrivate: (name: string) => boolean,
    stale: readonly string[] = [],
  ): readonly { readonly name: string; readonly rows: number }[] {
    const outputs = [...this.#files]
    const files = outputs.map(file => {
      const { sha256 } = file.finish(isPrivate(file.name))
      return { name: file.name, rows: file.rows, sha256 }
    })
    // Written before anything is replaced: if the disk is full, the older result stays.
    const manifestFile = this.open(MANIFEST)
    manifestFile.text(`${JSON.stringify(manifest(files), null, 2)}\n`)
    manifestFile.finish()
    for (const file of this.#files) file.check()
    const partFolders = partFoldersOf(outputs.map(file => file.name))
    for (const name of partFolders) this.#makePartFolder(name)
    for (const name of [MANIFEST, ...stale]) this.remove(name)
    for (const name of partFoldersOf(stale))
      if (!partFolders.includes(name)) removeEmpty(join(this.#folder, name))
    for (const file of outputs) {
      file.place()
      // Another run may have ended meanwhile. Its manifest would stand next to files that are not its own.
      this.remove(MANIFEST)
    }
    manifestFile.place()
    if (!this.#files.every(file => file.stands())) {
      if (manifestFile.stands()) this.remove(MANIFEST)
      throw new OutputError('The output folder was written to by another run at the same time; run it again.')
    }
    this.#files.length = 0
    this.#createdPartFolders.length = 0
    unfinished.delete(this)
    return files
  }

  /**
   * Puts a file that does not depend on others in its place before them, because the run writes more files than can be open.
   * Throws OutputError.
   */
  put(file: OutputFile): void {
    file.finish()
    file.place()
    this.#files.splice(this.#files.indexOf(file), 1)
  }

  /** Removes a file of an earlier run. Throws OutputError. */
  remove(name: string): void {
    attempt(name, () => rmSync(join(this.#folder, name), { force: true }))
  }

  /** Makes the folder of a table's parts, unless it exists and is not a link. Throws OutputError. */
  #makePartFolder(name: string): void {
    const path = join(this.#folder, name)
    attempt(name, () => {
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats === undefined) {
        mkdirSync(path)
        this.#createdPartFolders.push(path)
      } else if (!stats.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    })
  }

  /** Removes what was written so far and is not in its place. */
  discard(): void {
    for (const file of [...this.#files, ...this.#attached]) file.discard()
    this.#files.length = 0
    this.#attached.length = 0
    for (const folder of [...this.#createdPartFolders.splice(0), ...this.#createdFolders]) removeEmpty(folder)
    unfinished.delete(this)
  }
}
