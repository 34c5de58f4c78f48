// `node put.mjs FOLDER CONTENT` writes three files with this content to a folder, in the same steps as a conversion.

import { OutputError } from '../../dist/files/errors.js'
import { OutputFolder } from '../../dist/files/output/output.js'

const [out, content] = process.argv.slice(2)
const folder = new OutputFolder(out)
for (const name of ['a', 'b', 'c']) folder.open(name).writeText(content)
try {
  folder.commit({ makeManifest: files => ({ word: content, files }), isPrivate: () => false })
} catch (cause) {
  if (!(cause instanceof OutputError)) throw cause
  folder.discard()
  process.exitCode = 3
}
