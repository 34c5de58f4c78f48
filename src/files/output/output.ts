// The folder `files/output` writes a run's files as atomically as a file system allows. A run may fail or be killed at
// any time, and its incomplete files must not look like a result.
//
// Each output is first written under another name to a *temporary file* in the output folder, which only its owner can
// read. When all outputs are complete, the run *commits*: it removes the old manifest, renames the temporary files to
// their final names, and renames the new *manifest* last. Therefore, a folder with a manifest is complete. A *stale*
// file is an output of an earlier run that this run does not write. It is removed, so that it does not seem new.
//
// For example, a run writes `.w2.csv.5f3a.part` and `.manifest.json.81c0.part`, removes `manifest.json`, and renames
// the two files to `w2.csv` and `manifest.json`. If it is killed before that, the result of the earlier run remains.
import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { OutputError } from '../errors.js'
import { formatFileIdentity, OutputFile, REPLACED_ERROR, runOrElse, withOutputError } from './output-file.js'

/** The name of the manifest file, which lists a run's inputs and outputs. */
export const MANIFEST = 'manifest.json'

const isExistingFolder = (path: string): boolean => runOrElse(() => statSync(path).isDirectory(), false)

/**
 * Creates a folder and its missing parents. Replaces the recursive `mkdir` of Node 20, which loops forever if an
 * existing parent does not accept folders, such as /proc. If a folder cannot be created, removes the created parents.
 *
 * @returns The folders that were created, innermost first.
 */
export function makeFolder(path: string): string[] {
  const parent = dirname(path)
  if (isExistingFolder(path)) return []
  const createdParents = parent !== path && !existsSync(parent) ? makeFolder(parent) : []
  try {
    mkdirSync(path)
  } catch (cause) {
    // Another run may have created the folder in the meantime.
    if (isExistingFolder(path)) return createdParents
    for (const folder of createdParents) removeEmpty(folder)
    throw cause
  }
  return [path, ...createdParents]
}

/** Removes a folder if it is empty. Ignores errors. */
const removeEmpty = (path: string): void => runOrElse(() => rmdirSync(path), undefined)

/** Returns the distinct folders of part files. */
const listPartFolders = (names: readonly string[]): string[] => [
  ...new Set(names.filter(name => name.includes('/')).map(name => dirname(name))),
]

const unfinishedFolders = new Set<OutputFolder>()

/** Removes the temporary files of every unfinished run of this process. Called when a signal ends the process. */
export function discardUnfinished(): void {
  for (const folder of unfinishedFolders) folder.discard()
}

/**
 * Waits until the handlers of signals that arrived in the meantime have run. Signals are handled only while the program
 * waits, so it waits twice: once for current work, and once for signals.
 */
export async function handlePendingSignals(): Promise<void> {
  await yieldToEvents()
  await yieldToEvents()
}

/** The settings of a commit. */
interface CommitOptions {
  /** Returns the contents of the manifest, given the name, rows and hash of each file. */
  readonly makeManifest: (files: readonly object[]) => object
  /** True for a file that only its owner may read. */
  readonly isPrivate: (name: string) => boolean
  /** The outputs of an earlier run to remove. */
  readonly staleNames?: readonly string[]
}

/** The output files of a run, all in one folder. */
export class OutputFolder {
  readonly #folder: string
  /** The files by name, in the order in which they were opened. */
  readonly #files = new Map<string, OutputFile>()
  readonly #attachedResources: { discard(): void }[] = []
  /** The folders for part files that this run created. */
  readonly #createdPartFolders: string[] = []
  /** The folders that this run created, innermost first: the output folder and its parents. */
  readonly #createdFolders: readonly string[]

  readonly #identity: string

  /** Creates the folder if it does not exist. Throws OutputError. */
  constructor(folder: string) {
    this.#folder = folder
    this.#createdFolders = withOutputError('The output folder', () => makeFolder(resolve(folder)), folder)
    this.#identity = withOutputError('The output folder', this.#readIdentity, folder)
    unfinishedFolders.add(this)
  }

  /** Creates a temporary file for an output. Throws OutputError, also if a link took the place of the folder. */
  open(name: string): OutputFile {
    withOutputError(
      'The output folder',
      () => {
        if (this.#readIdentity() !== this.#identity) throw REPLACED_ERROR
      },
      this.#folder,
    )
    const file = new OutputFile(this.#folder, name)
    this.#files.set(name, file)
    return file
  }

  /** Opens a file in the folder, or returns it if it is already open. */
  getOrOpen(name: string): OutputFile {
    return this.#files.get(name) ?? this.open(name)
  }

  /** The names of the files that are not renamed yet. */
  get names(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** Registers a temporary resource, which `discard` and `commitWithoutManifest` discard. */
  attach<Attached extends { discard(): void }>(resource: Attached): Attached {
    this.#attachedResources.push(resource)
    return resource
  }

  /**
   * Removes the stale files and renames all files, without a manifest. The first file that was opened is renamed last,
   * so the result is complete if that file exists. Throws OutputError.
   */
  commitWithoutManifest(isPrivate: (name: string) => boolean, staleNames: readonly string[]): void {
    const files = [...this.#files.values()]
    for (const file of files) file.finish(isPrivate(file.name))
    for (const file of files) file.checkNotReplaced()
    for (const name of staleNames) this.remove(name)
    for (const file of files.toReversed()) file.moveToFinalPath()
    this.#files.clear()
    this.discard()
  }

  /**
   * Removes the old manifest and the stale files, renames all files, and renames the new manifest last. Throws
   * OutputError, for example if another run wrote to the folder in the meantime.
   *
   * @returns The files except for the manifest.
   */
  commit({
    makeManifest,
    isPrivate,
    staleNames = [],
  }: CommitOptions): readonly { readonly name: string; readonly rows: number }[] {
    const outputs = [...this.#files.values()]
    const files = outputs.map(file => {
      const { sha256 } = file.finish(isPrivate(file.name))
      return { name: file.name, rows: file.rowCount, sha256 }
    })
    // The manifest is written before any file is replaced, so that a full disk does not destroy the earlier result.
    const manifestFile = this.open(MANIFEST)
    manifestFile.writeText(`${JSON.stringify(makeManifest(files), null, 2)}\n`)
    this.commitWithLast(manifestFile, staleNames)
    return files
  }

  /**
   * Removes the old version of a file, which says that the folder is complete, and the stale files. Then renames all
   * files, and that file last. Throws OutputError, for example if another run wrote to the folder in the meantime.
   */
  commitWithLast(lastFile: OutputFile, staleNames: readonly string[] = []): void {
    lastFile.finish()
    const outputs = [...this.#files.values()].filter(file => file !== lastFile)
    for (const file of [...outputs, lastFile]) file.checkNotReplaced()
    const partFolders = listPartFolders(outputs.map(file => file.name))
    for (const name of partFolders) this.#makePartFolder(name)
    for (const name of [lastFile.name, ...staleNames]) this.remove(name)
    for (const name of listPartFolders(staleNames))
      if (!partFolders.includes(name)) removeEmpty(join(this.#folder, name))
    for (const file of outputs) {
      file.moveToFinalPath()
      // Another run may have committed in the meantime. Its last file would list files that this run replaces.
      this.remove(lastFile.name)
    }
    lastFile.moveToFinalPath()
    if (![...outputs, lastFile].every(file => file.isInPlace())) {
      if (lastFile.isInPlace()) this.remove(lastFile.name)
      throw new OutputError('Another run wrote to the output folder at the same time; run this one again.')
    }
    this.#files.clear()
    this.#createdPartFolders.length = 0
    unfinishedFolders.delete(this)
  }

  /** Removes a file in the folder if it exists. Throws OutputError. */
  remove(name: string): void {
    withOutputError(name, () => rmSync(join(this.#folder, name), { force: true }))
  }

  readonly #readIdentity = (): string => formatFileIdentity(statSync(this.#folder, { bigint: true }))

  /** Creates the folder for a table's parts if missing. Throws OutputError if the path is a link or a file. */
  #makePartFolder(name: string): void {
    const path = join(this.#folder, name)
    withOutputError(name, () => {
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats === undefined) {
        mkdirSync(path)
        this.#createdPartFolders.push(path)
      } else if (!stats.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    })
  }

  /** Removes the temporary files, and the empty folders among those that this run created. */
  discard(): void {
    for (const file of [...this.#files.values(), ...this.#attachedResources]) file.discard()
    this.#files.clear()
    this.#attachedResources.length = 0
    for (const folder of [...this.#createdPartFolders.splice(0), ...this.#createdFolders]) removeEmpty(folder)
    unfinishedFolders.delete(this)
  }
}
