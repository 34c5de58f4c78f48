import { fileURLToPath } from 'node:url'
import { isObject } from '../../core/json-value.js'
import { toCamelCase } from '../../core/text.js'
import { InputError } from '../../files/errors.js'
import { InputWatch } from '../../files/read/describe-input.js'
import { readDossiers } from '../../files/read/read-files.js'
import { canonicalProvider } from '../../service/contract/provider.js'
import type { JsonObject } from '../../service/sandbox/generate-documents.js'
import { generateDossiers, type SandboxDossier } from '../../service/sandbox/index.js'
import { countWithNoun, replaceUnprintable, say } from '../output/text.js'

/** The dossiers that ship with the package. The relative path is the same from source and built files. */
const FIXTURES = fileURLToPath(new URL('../../../fixtures/dossiers.ndjson', import.meta.url))

/** Which people the sandbox has. */
interface PeopleOptions {
  /** The files of `--data`. Undefined for the built-in people. */
  readonly files: readonly string[] | undefined
  /** The number of made-up people, and their seed. */
  readonly count: number
  readonly seed: number
  readonly hasQuirks: boolean
}

/** Reads the people of files or the built-in ones, and adds made-up people. */
export async function listPeople({ files, count, seed, hasQuirks }: PeopleOptions): Promise<SandboxDossier[]> {
  const people = await readPeople(files ?? [FIXTURES])
  const generatedPeople = generateDossiers(count, seed)
  if (hasQuirks) return [...people, ...generatedPeople.map(addQuirks)]
  return [...(files === undefined ? people.map(spellProviders) : people), ...generatedPeople]
}

/** Spells each provider of a built-in person as the list of the API document does. */
function spellProviders({ taxpayer, records }: SandboxDossier): SandboxDossier {
  const spell = <T extends SandboxDossier['taxpayer']>(object: T): T => ({
    ...object,
    provider_id: canonicalProvider(String(object['provider_id'])),
  })
  return { taxpayer: spell(taxpayer), records: records.map(spell) }
}

async function readPeople(files: readonly string[]): Promise<SandboxDossier[]> {
  const people: SandboxDossier[] = []
  let unusable = 0
  const watch = new InputWatch()
  for await (const outcome of readDossiers(files, { watch })) {
    if (!('dossier' in outcome)) {
      unusable++
      continue
    }
    const { taxpayerId, taxpayer, records } = outcome.dossier
    people.push({
      taxpayer: isObject(taxpayer) ? taxpayer : { id: taxpayerId, name: taxpayerId },
      records: records.map(({ raw }) => raw).filter(isObject),
    })
  }
  const { wrongInputs, emptyInputs } = watch.describeAll(files)
  const messages = [...wrongInputs, ...emptyInputs]
  if (people.length === 0) throw new InputError([...messages, 'The files of --data contain no people.'])
  for (const message of messages) say(replaceUnprintable(message))
  if (unusable > 0) say(`${countWithNoun(unusable, 'value')} of --data could not be used.`)
  return people
}

// Real records deviate from the API document in several ways. The option `--quirks` makes generated records deviate in
// the same ways. The amounts stay the same, so the figures of a person must be the same with and without quirks.

const formatAmount = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Spells the keys and values of an entry as some tax software does: keys in camelCase, amounts as text with commas. */
function changeEntry(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      // The phrase for a blank box becomes null.
      if (value === 'Not Set') return [toCamelCase(key), null]
      if (typeof value === 'number') return [toCamelCase(key), formatAmount(value)]
      const isDate = typeof value === 'string' && /^\d\d-\d\d-\d{4}$/.test(value)
      return [key, isDate ? value.replaceAll('-', '/') : value]
    }),
  )
}

const changeForm = (form: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, Array.isArray(value) ? value.map(changeEntry) : value]),
  )

/**
 * Returns a copy of a generated person with quirks. Records of tax software have other keys, types and date formats, and
 * the field `source_version`, which the API document does not list. IRS records spell their provider in two ways, and
 * the newest IRS record occurs twice, as if it had been pulled twice.
 */
export function addQuirks({ taxpayer, records }: SandboxDossier): SandboxDossier {
  const changedRecords = records.map((record, index): JsonObject => {
    if (record['provider_id'] === 'irs')
      return { ...record, provider_id: index % 4 === 0 ? 'irs-tax-pro' : 'irs_tax_pro' }
    const forms = record['forms'] as readonly JsonObject[]
    return {
      ...record,
      tax_year: Number(record['tax_year']),
      date: String(record['date']).slice(0, 10),
      source_version: 7,
      forms: forms.map(changeForm),
    }
  })
  const newestRecord = changedRecords.findLast(({ provider_id }) => String(provider_id).startsWith('irs'))
  const secondPull = newestRecord === undefined ? [] : [{ ...newestRecord, id: `${newestRecord['id']}-again` }]
  return { taxpayer, records: [...changedRecords, ...secondPull] }
}
