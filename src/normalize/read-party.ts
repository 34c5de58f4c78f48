import { isSpelledAsBusiness, isSpelledAsPerson } from '../core/identifier.js'
import { isObject } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import type { Site } from '../core/path.js'
import { text } from '../model/field.js'
import type { PartyPlan } from '../model/plan.js'
import { readCell } from './cells.js'
import type { Reading } from './reading.js'
import { NOBODY, type Party } from './source.js'
import { fieldAsSpelled, knownKeys, meetUnknownKeys, type Spelled } from './unknown-keys.js'

const NAME = text('name', null, 'Name.')
const ADDRESS = text('address', null, 'Address; line breaks are spaces.')

/** Reads a party of a document. Returns `NOBODY` if the party is absent or is not an object. Reports issues of its fields. */
export function readParty(came: unknown, plan: PartyPlan, reading: Reading, at: Site | null): Party {
  if (came === undefined || came === null) return NOBODY
  if (!isObject(came)) {
    reading.note('object_unreadable', at, { value: came, expected: 'an object' })
    reading.look(came, at)
    return NOBODY
  }
  const met = isPlainParty(came, plan) ? null : meetUnknownKeys(came, partyKeysOf(plan), reading, at)
  const { raw, spelled }: Spelled = met ?? { raw: came, spelled: null }
  return partyOf(raw[plan.id.key], raw['name'], raw['address'], plan, spelled, reading, at)
}

/** Reads a party from its raw fields and reports their issues. */
function partyOf(
  id: unknown,
  name: unknown,
  address: unknown,
  plan: PartyPlan,
  spelled: ReadonlyMap<string, string> | null,
  reading: Reading,
  at: Site | null,
): Party {
  const known = plan.isIssuer ? reading.issuer : reading.recipient
  if (
    known !== null &&
    known.id === id &&
    known.name === name &&
    known.address === address &&
    // The identity of a recipient does not depend on the form.
    (known.plan === plan || !plan.isIssuer)
  )
    return known.party
  const noted = reading.noted
  const party: Party = {
    id: readCell(id, fieldAsSpelled(plan.id, spelled), reading, at, null) as string | null,
    name: readCell(name, fieldAsSpelled(NAME, spelled), reading, at, null) as string | null,
    address: readCell(address, fieldAsSpelled(ADDRESS, spelled), reading, at, null) as string | null,
    person: isSpelledAsPerson(id) || (plan.mayBePerson && !isSpelledAsBusiness(id)),
  }
  // Consecutive documents name the same party, so the last one is reused. A party with an issue is read and reported each time.
  if (reading.noted > noted) return party
  if (plan.isIssuer) reading.issuer = { plan, id, name, address, party }
  else reading.recipient = { plan, id, name, address, party }
  return party
}

function isPlainParty(raw: Readonly<Record<string, unknown>>, plan: PartyPlan): boolean {
  for (const key in raw) if (key !== 'name' && key !== 'address' && key !== plan.id.key) return false
  return true
}

const partyKeysOf = memoize(({ form, key, id }: PartyPlan) =>
  knownKeys(`${form} ${key}`, ['name', 'address', id.key], false),
)
