import { once } from 'node:events'

/** Writes to standard output, and waits where its reader is slower than the writer. */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
