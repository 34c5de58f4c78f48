import { readComparableIdentifier } from '../../core/identifier.js'
import { extendPath, type JsonPath } from '../../core/json-value.js'
import { NO_ITEMS } from '../../core/lists.js'
import { centsFromDollars } from '../../core/money.js'
import { replaceControls } from '../../core/text.js'
import { SELF } from '../../figures/recipients.js'
import {
  FOUR_DIGITS,
  getInnerSetting,
  listKeys,
  normalizeKeys,
  type ObjectSetting,
  otherSpelling,
  type Setting,
} from '../policies/setting.js'
import { listProblems, type SettingProblem, throwProblems } from '../policies/setting-problems.js'
import type { KnownFacts, TaxpayerFacts } from './known-facts.js'
import { BORROWER_ID, KNOWN_FACTS_TABLE } from './known-facts-table.js'

/**
 * Parses what a caller knows about one or several taxpayers.
 *
 * @returns the facts by taxpayer. Of two objects about one taxpayer, the later one counts.
 * @throws RangeError that names each key that cannot be used, without its value.
 */
export function parseKnownFacts(input: KnownFacts | readonly KnownFacts[]): ReadonlyMap<string, TaxpayerFacts> {
  const factsByTaxpayer = new Map<string, TaxpayerFacts>()
  for (const knownFacts of [input].flat()) {
    throwProblems(listKnownFactsProblems(knownFacts, KNOWN_FACTS_TABLE), 'The known facts')
    const facts = convertKnownFacts(normalizeKeys(knownFacts, KNOWN_FACTS_TABLE) as KnownFacts)
    factsByTaxpayer.set(facts.taxpayerId, facts)
  }
  return factsByTaxpayer
}

/**
 * Lists every problem of known facts. The table cannot express that no two borrowers have one id: the facts of the second
 * one would be lost.
 *
 * @param setting The table, in the spelling of the library or of files.
 */
export function listKnownFactsProblems(value: unknown, setting: Setting): readonly SettingProblem[] {
  const problems = listProblems(value, setting)
  if (problems.length > 0) return problems
  const { borrowers = NO_ITEMS } = value as Pick<KnownFacts, 'borrowers'>
  return borrowers.flatMap(({ id }, i) => {
    if (borrowers.findIndex(borrower => borrower.id === id) === i) return []
    const path = extendPath(extendPath(extendPath(null, 'borrowers'), i), 'id')
    return [{ path, setting: BORROWER_ID, expected: 'an id that no other borrower has', value: id }]
  })
}

/** Returns the key of the table that a path prints, in the spelling of the input. */
type KeyPrinter = (key: string) => string

/**
 * Converts known facts that have no problems to the form that the engine reads. The keys must have the spelling of the
 * table.
 *
 * @param isFile true if paths should print keys in snake_case, as files write them.
 */
export function convertKnownFacts(knownFacts: KnownFacts, isFile = false): TaxpayerFacts {
  const facts = convertValue(knownFacts, KNOWN_FACTS_TABLE, null, isFile ? otherSpelling : key => key)
  // The id is compared with that of the dossier, so it stays as it is.
  return { ...(facts as TaxpayerFacts), taxpayerId: knownFacts.taxpayerId }
}

/** Converts a value by its setting. Objects by tax year become maps, and items of a list get their path. */
function convertValue(value: unknown, setting: Setting, path: JsonPath | null, printKey: KeyPrinter): unknown {
  if (setting.is === 'list')
    return ((value ?? NO_ITEMS) as readonly unknown[]).flatMap((item, i) => {
      const itemPath = extendPath(path, i)
      const converted = convertValue(item, setting.items, itemPath, printKey)
      return setting.items.is === 'object' ? Object.assign(converted as object, { path: itemPath }) : (converted ?? [])
    })
  if (setting.is === 'identifier' && setting.format === 'borrower') return value ?? SELF
  if (value === undefined || value === null) return null
  switch (setting.is) {
    case 'money':
      return centsFromDollars(value as number | string) ?? 0
    case 'ratio':
      return Math.round((value as number) * 1e6)
    case 'text':
      return replaceControls(value as string)
    case 'identifier':
      // Four digits stand for the last four of an identifier, which is otherwise masked.
      return FOUR_DIGITS.test(value as string) ? `XXXXX${value}` : readComparableIdentifier(value as string)
    case 'object':
      return convertObject(value as Readonly<Record<string, unknown>>, setting, path, printKey)
    default:
      return value
  }
}

function convertObject(
  value: Readonly<Record<string, unknown>>,
  setting: ObjectSetting,
  path: JsonPath | null,
  printKey: KeyPrinter,
): unknown {
  const convertKey = (key: string): unknown =>
    convertValue(value[key], getInnerSetting(setting, key), extendPath(path, printKey(key)), printKey)
  const keys = listKeys(setting, value)
  return setting.names === 'year'
    ? new Map(keys.map(year => [Number(year), convertKey(year)]))
    : Object.fromEntries(keys.map(key => [key, convertKey(key)]))
}
