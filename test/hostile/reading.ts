import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSourceDossier } from '../../src/normalize/dossier.js'
import type { DossierOptions } from '../../src/stream/dossier-options.js'
import { readDossiers } from '../../src/stream/read-files.js'

/** Does something in a new folder, which is gone behind it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What reading a file gave, in short. */
export interface FileRead {
  /** The records of every taxpayer, by taxpayer, as they were parsed. */
  readonly records: Record<string, unknown[]>
  /** Values that were refused: code, path, line, and the text that was kept. */
  readonly refused: { code: string; path: string; line: number | null; text: string | null }[]
  /** Codes of the issues that reading the dossiers gave. */
  readonly noted: string[]
}

/** Reads bytes as a file of the given name, as the command does. */
export const readBytes = (
  name: string,
  bytes: Buffer | string,
  options: DossierOptions = {},
): Promise<FileRead> =>
  inFolder(async folder => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const records = Object.create(null) as Record<string, unknown[]>
    const read: FileRead = { records, refused: [], noted: [] }
    for await (const found of readDossiers([path], options)) {
      if ('issue' in found) {
        const { code, path: at, origin } = found.issue
        read.refused.push({ code, path: at, line: origin?.line ?? null, text: found.text })
        continue
      }
      records[found.dossier.taxpayerId] = found.dossier.records.map(({ raw }) => raw)
      read.noted.push(...readSourceDossier(found.dossier).noted.map(({ code }) => code))
    }
    return read
  })

/** A good record on one line, to stand beside what is hostile. */
export const good = (id: string): string =>
  JSON.stringify({ id, taxpayer_id: `taxpayer-${id}`, tax_year: '2024', provider_id: 'irs', forms: [] })

/** True where the records beside what is hostile came through. */
export const neighbours = ({ records }: FileRead): string[] =>
  Object.values(records)
    .flat()
    .map(record => (record as { id: string }).id)
    .sort()
