import { hasEinFormat, hasSsnFormat } from '../core/identifier.js'
import { isObject, type JsonPath } from '../core/json-value.js'
import { memoize } from '../core/lists.js'
import type { CompiledParty } from '../schema/compiled-form.js'
import { text } from '../schema/field.js'
import type { ParseContext } from './fields/parse-context.js'
import { readCell } from './fields/read-shape.js'
import { makeKnownKeys, type RespelledObject, respellField, respellKeys } from './fields/unknown-keys.js'
import { ABSENT_PARTY, type SourceParty } from './source.js'

const NAME = text('name', null, 'Name.')
const ADDRESS = text('address', null, 'Address; line breaks are spaces.')

/** Reads a party and reports its issues. Returns `ABSENT_PARTY` if the value is absent or not an object. */
export function readSourceParty(
  rawParty: unknown,
  compiledParty: CompiledParty,
  context: ParseContext,
  path: JsonPath | null,
): SourceParty {
  if (rawParty === undefined || rawParty === null) return ABSENT_PARTY
  if (!isObject(rawParty)) {
    context.report('object_unreadable', path, { value: rawParty, expected: 'an object' })
    context.checkDepth(rawParty, path)
    return ABSENT_PARTY
  }
  const { raw, spellings }: RespelledObject = hasOnlyPartyKeys(rawParty, compiledParty)
    ? { raw: rawParty, spellings: null }
    : respellKeys(rawParty, findPartyKeys(compiledParty), context, path)
  const id = raw[compiledParty.id.key]
  const { name, address } = raw
  const lastParty = compiledParty.isIssuer ? context.lastIssuer : context.lastRecipient
  if (
    lastParty !== null &&
    lastParty.id === id &&
    lastParty.name === name &&
    lastParty.address === address &&
    // A recipient is read in the same way on every form.
    (lastParty.compiledParty === compiledParty || !compiledParty.isIssuer)
  )
    return lastParty.party
  const issueCountBefore = context.issueCount
  const party: SourceParty = {
    id: readCell(id, respellField(compiledParty.id, spellings), context, path, null) as string | null,
    name: readCell(name, respellField(NAME, spellings), context, path, null) as string | null,
    address: readCell(address, respellField(ADDRESS, spellings), context, path, null) as string | null,
    mayBePerson: hasSsnFormat(id) || (compiledParty.mayBePerson && !hasEinFormat(id)),
  }
  // Consecutive documents often name the same party, so it is reused. A party with an issue is read again and reported.
  if (context.issueCount > issueCountBefore) return party
  if (compiledParty.isIssuer) context.lastIssuer = { compiledParty, id, name, address, party }
  else context.lastRecipient = { compiledParty, id, name, address, party }
  return party
}

function hasOnlyPartyKeys(raw: Readonly<Record<string, unknown>>, compiledParty: CompiledParty): boolean {
  for (const key in raw) if (key !== 'name' && key !== 'address' && key !== compiledParty.id.key) return false
  return true
}

const findPartyKeys = memoize(({ form, key, id }: CompiledParty) =>
  makeKnownKeys(`${form} ${key}`, ['name', 'address', id.key], { hasAmounts: true }),
)
