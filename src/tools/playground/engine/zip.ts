import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of a zip archive. */
export interface ZipEntry {
  readonly file: string
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** The time of every file, so that the same files give the same archive. It is the first time that zip can express. */
const ENTRY_TIME = new Date(1980, 0, 1)

/** Packs files into a zip archive. Parquet files are stored as they are, because they are already compressed. */
export function packZip(entries: readonly ZipEntry[]): Blob {
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    parts.push(chunk as Uint8Array<ArrayBuffer>)
  })
  for (const { file, chunks } of entries) {
    const packed = file.endsWith('.parquet') ? new ZipPassThrough(file) : new ZipDeflate(file)
    packed.mtime = ENTRY_TIME
    zip.add(packed)
    for (const chunk of chunks) packed.push(chunk)
    packed.push(new Uint8Array(0), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}
