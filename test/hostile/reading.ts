import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DossierOptions } from '../../src/files/read/dossier-options.js'
import { readDossiers } from '../../src/files/read/read-files.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'

/** Calls a function with a new folder and removes the folder afterwards. */
export async function inFolder<T>(useFolder: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  try {
    return await useFolder(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The results of reading a file. */
export interface FileRead {
  /** The parsed records of every taxpayer, by taxpayer id. */
  readonly records: Record<string, unknown[]>
  /** The rejected values, each with its issue code, path, line and kept text. */
  readonly refused: { code: string; path: string; line: number | null; text: string | null }[]
  /** The codes of the issues that reading the dossiers reported. */
  readonly issueCodes: string[]
}

/** Writes bytes to a file with the given name, reads the file like the command and returns the results. */
export const readBytes = (name: string, bytes: Buffer | string, options: DossierOptions = {}): Promise<FileRead> =>
  inFolder(async folder => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const records = Object.create(null) as Record<string, unknown[]>
    const read: FileRead = { records, refused: [], issueCodes: [] }
    for await (const result of readDossiers([path], options)) {
      if ('issue' in result) {
        const { code, path: issuePath, origin } = result.issue
        read.refused.push({ code, path: issuePath, line: origin?.line ?? null, text: result.text })
        continue
      }
      records[result.dossier.taxpayerId] = result.dossier.records.map(({ raw }) => raw)
      read.issueCodes.push(...readSourceDossier(result.dossier).pendingIssues.map(({ code }) => code))
    }
    return read
  })

/** Creates a valid record on one line. Tests put it next to hostile data. */
export const makeRecordLine = (id: string): string =>
  JSON.stringify({ id, taxpayer_id: `taxpayer-${id}`, tax_year: '2024', provider_id: 'irs', forms: [] })

/** Lists the ids of the records that were read, sorted. */
export const listRecordIds = ({ records }: FileRead): string[] =>
  Object.values(records)
    .flat()
    .map(record => (record as { id: string }).id)
    .sort()
