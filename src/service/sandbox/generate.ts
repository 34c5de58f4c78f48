import type { FormKey } from '../../forms/index.js'
import { makeEntry, maskEntry, type Party } from './blank-entry.js'
import { documentsOf, LIVES } from './generate-documents.js'
import { seededRandom } from './random.js'
import type { JsonObject, SandboxDossier } from './state.js'

const FIRST = ['Amara', 'Bruno', 'Celia', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas']
const LAST = ['Ashdown', 'Birchall', 'Corwen', 'Dunmore', 'Everly', 'Farrow', 'Glenholm', 'Harker']
const FIRMS = [
  'Alder Works LLC',
  'Beacon Mills Inc',
  'Cobalt Dairy Co',
  'Driftwood Labs Inc',
  'Elm Street Bank',
]
const STREETS = ['Quarry Road', 'Mill Lane', 'Orchard Way', 'Station Street']
const YEARS = [2022, 2023, 2024]

/**
 * Makes up a person with three years of records, at the tax authority and in tax software; the same for a seed. Eight
 * consecutive seeds hold every form between them, with amendments and duplicates.
 * Every name is invented, identifiers begin with 900 and employer numbers with 00.
 */
export function generateDossier(
  seed: number,
  given: { readonly name?: string; readonly last4?: string } = {},
): SandboxDossier {
  const random = seededRandom(seed)
  const address = () => `${random.int(1, 980)} ${random.pick(STREETS)}, Marlow, OH 43990`
  const name = given.name ?? `${random.pick(FIRST)} ${random.pick(LAST)}`
  const last4 = given.last4 ?? random.digits(4)
  const person: Party = {
    name: name.toUpperCase(),
    address: address(),
    id: `900-${random.digits(2)}-${last4}`,
  }
  const first = random.int(0, FIRMS.length - 1)
  const firms = [0, 1, 2].map(offset => ({
    name: FIRMS[(first + offset) % FIRMS.length] as string,
    address: address(),
    id: `00-${random.digits(7)}`,
  }))
  const life = seed % LIVES.length
  const works = LIVES[life]?.includes('form_w2') === true
  const id = `tp-${seed}-${last4}`
  const records = YEARS.flatMap(year => {
    const made = documentsOf(random, life, year, firms).map(
      each => [each.key, makeEntry(each, person)] as const,
    )
    const masked = made.map(([key, entry]) => [key, maskEntry(key, entry)] as const)
    const record = (provider_id: string, type: string, documents: typeof made) => ({
      id: `${id}-${provider_id}-${year}`,
      name: `${type} ${year}`,
      tax_year: String(year),
      provider_id,
      date: `${year + 1}-03-0${random.int(1, 9)}T15:20:07.000Z`,
      raw_file: `https://files.example.invalid/${id}-${provider_id}-${year}.pdf`,
      forms: [{ type, year: String(year), ssn: `XXX-XX-${last4}`, ...byForm(documents) }],
    })
    return [record('irs', 'WAID', masked), record('turbotax', 'RETURN', made)]
  })
  const employer = { ein: firms[0]?.id, name: firms[0]?.name, address: firms[0]?.address }
  const history = works ? YEARS.map(year => ({ type: 'W2', year: String(year), employer })) : []
  const owed = random.chance(0.3) ? random.int(200, 6_000) : 0
  return {
    taxpayer: {
      id,
      name,
      provider_id: 'service-sandbox',
      created_at: '2025-01-15T12:00:00.000Z',
      status: 'COMPLETED',
      metadata: {},
      analysis: {
        total_liabilities: String(owed),
        liabilities_with_lien_filed: '0',
        tin: `XXX-XX-${last4}`,
        employment_history: history,
      },
      details: {
        address: {
          street_address: person.address.split(',')[0],
          city: 'Marlow',
          state: 'OH',
          zip_code: '43990',
        },
        balance_summary: { balance_due: owed, tax_years: owed === 0 ? [] : [{ amount: owed, year: '2023' }] },
      },
    },
    records,
  }
}

/** Documents under the keys of their forms. */
function byForm(documents: readonly (readonly [FormKey, JsonObject])[]): JsonObject {
  const arrays: Record<string, JsonObject[]> = {}
  for (const [key, made] of documents) {
    arrays[key] ??= []
    arrays[key].push(made)
  }
  return arrays
}

/** Makes up several people; eight of them hold every form between them. */
export const generateDossiers = (count: number, seed = 1): SandboxDossier[] =>
  Array.from({ length: count }, (_, index) => generateDossier(seed * 1000 + index))
