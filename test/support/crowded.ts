import { Dice } from './random-copies.js'

type Json = Record<string, unknown>

/**
 * Makes a dossier from a seed. Its documents have the same form kind and year and are hard to distinguish: identifiers
 * are missing, names are similar, entries are empty or equal, and there are few different amounts. The dossier is large
 * enough that resolution uses all of its search indexes.
 */
export function makeCrowdedDossier(seed: number): Json {
  const dice = new Dice(seed)
  const makePool = <T>(max: number, make: () => T): T[] => Array.from({ length: 1 + dice.rollBelow(max) }, make)
  const [form, issuer, issuerId, recipient, recipientId, account, amountKeys] = dice.pick([
    ['form_w2', 'employer', 'ein', 'employee', 'ssn', null, ['wages_tips_other_compensation', 'medicare_wages_tips']],
    ['form_1099_int', 'payer', 'fin', 'recipient', 'id', 'account_number', ['interest_income', 'tax_withheld']],
  ] as const)
  const numbered = (): string[] => ['ACME ', 'ACMEX ', 'Q'].map(name => `${name}${dice.rollBelow(40)}`)
  const names = makePool(12, () => dice.pick(['ACME', 'ACME XX', 'THE', 'THE GAP', ...numbered()]))
  const issuers = makePool(5, () => dice.pick(['20-111', '20-222', 'XX-XXX']) + dice.pick(['1234', '5678']))
  const recipientIds = makePool(2, () => dice.pick(['900-11-', '900-22-', 'XXX-XX-']) + dice.pick(['3333', '6666']))
  const cents = makePool(dice.pick([2, 8, 60]), () => dice.pick([0, 100, 100.4, 101, 99.5, 100 + dice.rollBelow(50)]))
  const missing = { issuer: dice.pick([0, 0.3, 1]), person: dice.pick([0, 0.3, 1]), box: dice.pick([0, 0.2, 0.6]) }
  const markedShare = dice.pick([0, 0.05, 0.3])
  const makeEntry = (): Json => {
    if (dice.chance(0.1)) return {}
    const entry: Json = {
      [issuer]: {
        ...(dice.chance(missing.issuer) ? {} : { [issuerId]: dice.pick(issuers) }),
        ...(dice.chance(0.1) ? {} : { name: dice.pick(names) }),
        ...(dice.chance(0.5) ? {} : { address: dice.pick(['1 HACKER WAY', '1 HACK', '7 ELM']) }),
      },
      [recipient]: dice.chance(missing.person) ? {} : { [recipientId]: dice.pick(recipientIds) },
    }
    if (account !== null && dice.chance(0.5)) entry[account] = `XXXX${1000 + dice.rollBelow(30)}`
    for (const key of amountKeys) if (!dice.chance(missing.box)) entry[key] = dice.pick(cents)
    if (dice.chance(markedShare)) entry['submission_type'] = dice.pick(['Corrected', 'Void', 'Duplicate'])
    return entry
  }
  const entryPool = makePool(60, makeEntry)
  const records = Array.from({ length: 1 + dice.rollBelow(3) }, (_, i) => ({
    id: `r${i}`,
    provider_id: dice.pick(['irs', 'irs_tax_pro', 'turbotax', 'hr']),
    tax_year: '2023',
    date: `2024-0${1 + dice.rollBelow(9)}-01T00:00:00Z`,
    forms: [
      {
        type: 'WAID',
        year: '2023',
        // The SSN is missing or differs. Between sources, resolution must not use it in place of a missing recipient.
        ...(dice.chance(0.3) ? {} : { ssn: dice.pick(['XXX-XX-3333', '900-22-6666']) }),
        [form]: Array.from({ length: 10 + dice.rollBelow(40) }, () =>
          dice.chance(0.5) ? structuredClone(dice.pick(entryPool)) : makeEntry(),
        ),
      },
    ],
  }))
  return { taxpayer: { id: `crowded-${seed}` }, records }
}

/**
 * Makes a dossier from a seed with documents of one person from payers that look alike. Some documents have an account
 * number or a unique form identifier. The other documents match several of these equally well. Such a tie goes to the
 * class with the fewest documents of the same source.
 */
export function makeHalfIdentifiedDossier(seed: number): Json {
  const dice = new Dice(seed)
  const [form, payer, payerId, recipient, identifyingKey, amountKeys] = dice.pick([
    ['form_1099_int', 'payer', 'fin', 'recipient', 'account_number', ['interest_income', 'tax_withheld']],
    [
      'form_1042_s',
      'withholding_agent',
      'ein',
      'recipient',
      'unique_form_identifier',
      ['gross_income', 'us_federal_tax_withheld'],
    ],
  ] as const)
  const names = dice.pick([['ACME INC'], ['ACME INC', 'ACME'], ['ACME INC', 'ZETA', 'ACME']])
  // The full identifiers have the same last four digits, so the masked identifier matches all of them.
  const payers = dice.pick([['20-1111234'], ['20-1111234', 'XX-XXX1234'], ['20-1111234', '20-2221234', 'XX-XXX1234']])
  const filledShare = dice.pick([0.2, 0.5, 0.8])
  const maxDocuments = dice.pick([25, 100, 400])
  const amounts = dice.pick([2, 9, 300])
  const unnamedShare = dice.pick([0, 0.2])
  const makeEntry = (): Json => ({
    [payer]: {
      [payerId]: dice.pick(payers),
      ...(dice.chance(unnamedShare) ? {} : { name: dice.pick(names) }),
      ...(dice.chance(0.5) ? {} : { address: dice.pick(['1 HACKER WAY', '7 ELM']) }),
    },
    [recipient]: dice.chance(unnamedShare) ? {} : { id: dice.pick(['900-11-3333', 'XXX-XX-3333']) },
    ...(dice.chance(filledShare) ? { [identifyingKey]: String(1000 + dice.rollBelow(maxDocuments)) } : {}),
    ...Object.fromEntries(amountKeys.map(key => [key, 100 + dice.rollBelow(amounts)])),
  })
  const records = Array.from({ length: 2 + dice.rollBelow(2) }, (_, i) => ({
    id: `r${i}`,
    provider_id: dice.pick(['irs', 'turbotax', 'hr']),
    tax_year: '2023',
    date: `2024-0${1 + dice.rollBelow(9)}-01T00:00:00Z`,
    forms: [
      {
        type: 'WAID',
        year: '2023',
        ssn: 'XXX-XX-3333',
        [form]: Array.from({ length: 20 + dice.rollBelow(50) }, makeEntry),
      },
    ],
  }))
  return { taxpayer: { id: `half-told-${seed}` }, records }
}
