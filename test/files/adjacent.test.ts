import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeResult } from '../../src/figures/taxpayer-result.js'
import { readDossiers } from '../../src/files/read/read-files.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'
import { sharedFolder } from '../support/folder.js'
import { makeRandomCopies } from '../support/random-copies.js'
import { formatTableRows, type Raw } from '../support/run.js'

const folder = sharedFolder()

const TABLES = ['documents', 'facts', 'income', 'withholding', 'years', 'return_lines']

/** Writes each value to a file, reads the files as one taxpayer and returns the rows of `TABLES`. */
async function readTableRows(values: readonly unknown[]): Promise<unknown> {
  const paths = values.map((value, i) => {
    const path = join(folder, `${i}.json`)
    writeFileSync(path, JSON.stringify(value))
    return path
  })
  const results = []
  for await (const result of readDossiers(paths)) {
    if ('issue' in result) throw new Error(result.issue.code)
    results.push(computeResult(readSourceDossier(result.dossier)))
  }
  expect(results).toHaveLength(1)
  return results.flatMap(result => TABLES.map(name => formatTableRows(result, name)))
}

describe('records in adjacent files give the same tables as one dossier', () => {
  it('as dossiers of one taxpayer and as records with its taxpayer_id', async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const raw = makeRandomCopies(seed)
      const taxpayer = { ...(raw['taxpayer'] as Raw | undefined), id: 'tp' }
      const records = raw['records'] as readonly Raw[]
      if (records.length === 0) continue
      const expectedRows = await readTableRows([{ taxpayer, records }])
      const dossiers = records.map(record => ({ taxpayer, records: [record] }))
      expect(await readTableRows(dossiers), `seed ${seed}`).toEqual(expectedRows)
      const recordsWithoutTaxpayer = records.map(record => [{ ...record, taxpayer_id: 'tp' }])
      expect(await readTableRows(recordsWithoutTaxpayer), `seed ${seed}`).toEqual(expectedRows)
    }
  })
})
