import { fileURLToPath } from 'node:url'
import { isObject } from '../../core/json-value.js'
import { InputError } from '../../files/errors.js'
import { InputWatch } from '../../files/read/describe-input.js'
import { readDossiers } from '../../files/read/read-files.js'
import { canonicalProvider } from '../../service/contract/provider.js'
import { generateDossiers, type SandboxDossier } from '../../service/sandbox/index.js'
import { addQuirks } from '../../service/sandbox/quirks.js'
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
