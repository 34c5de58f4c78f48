import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addQuirks, listPeople } from '../../src/cli/commands/sandbox-people.js'
import { analyze, readDossier } from '../../src/index.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { KNOWN_PROVIDERS, KNOWN_STATUSES } from '../../src/service/contract/index.js'
import { generateDossiers, type SandboxDossier } from '../../src/service/sandbox/index.js'
import { buildOpenApi } from '../../src/tools/generate/open-api.js'
import { ROOT } from '../cli/command.js'
import { compile, listErrors } from '../generate/schemas.js'
import { expectAccepted } from '../support/run.js'
import { makeWorld } from './sandbox-world.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads a schema in the strictest way that the API document allows: no other fields, no nulls, only the listed
 * providers and statuses.
 */
function makeStrict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makeStrict)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, makeStrict(inner)])) as Json
  const { anyOf, examples, ...keywords } = schema
  // The object of the caller, `metadata`, has no properties that the document lists.
  const isListed = typeof keywords['properties'] === 'object'
  return {
    ...(anyOf === undefined ? keywords : { ...keywords, ...(anyOf as readonly Json[])[0] }),
    ...(Array.isArray(keywords['type']) ? { type: keywords['type'][0] } : {}),
    ...(isListed ? { additionalProperties: false } : {}),
  }
}

const components = makeStrict((buildOpenApi(FORMS)['components'] as { schemas: Json }).schemas) as Json
const strictSchemas = {
  ...components,
  ProviderId: { type: 'string', enum: [...KNOWN_PROVIDERS] },
  TaxpayerStatus: { type: 'string', enum: [...KNOWN_STATUSES] },
}
const compileStrict = (name: string) =>
  compile({ $ref: `#/components/schemas/${name}`, components: { schemas: strictSchemas } } as never)
const validateTaxpayer = compileStrict('Taxpayer')
const validateRecord = compileStrict('Record')
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Lists what the API document does not allow in what the sandbox serves about a person. */
async function listDeviations(person: SandboxDossier): Promise<readonly string[]> {
  const world = makeWorld({ dossiers: [person] })
  const { token } = await world.connect()
  const records = (await world.get('/records', token)) as readonly Json[]
  expect(records.length).toBeGreaterThan(0)
  return [
    ...listErrors(validateTaxpayer, await world.get('/tax-payer', token)),
    ...records.flatMap(record => listErrors(validateRecord, record)),
    ...records.flatMap(({ date }) => (TIMESTAMP.test(String(date)) ? [] : ['a date is not a timestamp'])),
  ]
}

const OPTIONS = { files: undefined, count: 8, seed: 1, hasQuirks: false }
const people = await listPeople(OPTIONS)

describe('the people of the command', () => {
  test.each(people.map((person, index) => [index, person] as const))(
    'person %i follows the types of the API document',
    async (_, person) => {
      expect(await listDeviations(person)).toEqual([])
    },
  )

  test('are sixteen by default, and the same with quirks', async () => {
    expect(people).toHaveLength(16)
    const names = (list: readonly SandboxDossier[]) => list.map(({ taxpayer }) => taxpayer['name'])
    expect(names(await listPeople({ ...OPTIONS, hasQuirks: true }))).toEqual(names(people))
  })

  test('with quirks deviate from the API document', async () => {
    const quirkyPeople = await listPeople({ ...OPTIONS, hasQuirks: true })
    for (const person of quirkyPeople.slice(8)) expect(await listDeviations(person)).not.toEqual([])
    const text = JSON.stringify(quirkyPeople.slice(0, 8))
    expect(text).toContain('"irs-tax-pro"')
    expect(JSON.stringify(people)).not.toContain('"irs-tax-pro"')
  })

  test('of a file stay as they are', async () => {
    const files = [join(ROOT, 'fixtures/dossiers.ndjson')]
    const [, , tamsin] = await listPeople({ ...OPTIONS, files, count: 0 })
    expect(tamsin?.taxpayer['provider_id']).toBe('irs-tax-pro')
  })
})

describe('quirks', () => {
  const pairs = generateDossiers(16, 3).map(person => [person, addQuirks(person)] as const)

  test.each(pairs.map((pair, index) => [index, ...pair] as const))(
    'of person %i do not change a figure or lose a document',
    (_, original, quirky) => {
      const read = (person: SandboxDossier) => expectAccepted(analyze(structuredClone(person))).value
      const figures = ({ income, withholding }: ReturnType<typeof read>) =>
        [...income, ...withholding].map(row => ({ ...row, amount: row.amount?.toFixed(2), documents: null }))
      expect(figures(read(quirky))).toEqual(figures(read(original)))
      const errors = readDossier(structuredClone(quirky)).issues.filter(({ severity }) => severity === 'error')
      expect(errors).toEqual([])
    },
  )

  test('are amounts as text, other keys, types and dates, two spellings of a provider, and a second pull', () => {
    for (const [original, quirky] of pairs) {
      const providers = new Set(quirky.records.map(record => record['provider_id']))
      expect(providers).toEqual(new Set(['irs-tax-pro', 'irs_tax_pro', 'turbotax']))
      expect(quirky.records).toHaveLength(original.records.length + 1)
      const software = quirky.records.find(record => record['provider_id'] === 'turbotax')
      expect(software).toMatchObject({
        tax_year: 2022,
        date: expect.stringMatching(/^2023-03-0\d$/),
        source_version: 7,
      })
      const text = JSON.stringify(software)
      expect(text).toMatch(/"[a-z]+[A-Z][A-Za-z]+":"\d{1,3}(,\d{3})*\.\d\d"/)
    }
    expect(JSON.stringify(pairs)).toMatch(/"\d\d\/\d\d\/\d{4}"/)
  })
})
