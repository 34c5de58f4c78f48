import { readdirSync, readFileSync } from 'node:fs'

/** A small seeded generator of random numbers. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** Values that boxes of every type meet: spellings that are read, and ones that are not. */
const VALUES: readonly unknown[] = [
  null,
  undefined,
  '',
  'Unanswered',
  'N/A',
  'None',
  ' Not Set ',
  true,
  false,
  0,
  -0,
  1,
  2,
  50,
  100,
  101,
  1900,
  2024,
  2101,
  0.3,
  1.15,
  8.2,
  1.005,
  12345.67,
  12.345,
  0.1 + 0.2,
  1e-7,
  1e13,
  89999999999999.98,
  9e13,
  -9e13,
  1e21,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  9007199254740992,
  2251799813685248.5,
  '5000',
  '1,234.56',
  '$1,234.56',
  '(12.34)',
  '-$600.00',
  '.50',
  '5.',
  '+5',
  '$-5',
  '(-5)',
  '($5)',
  '1,23',
  '12,345,678.9',
  '1e5',
  'abc',
  '$',
  '.',
  '+',
  '-',
  '()',
  '89,999,999,999,999.99',
  '90000000000000',
  '89999999999999.995',
  '89999999999999.993',
  '000000000000000001.5',
  '0.004999999',
  '0.005',
  '.30',
  '30',
  '30.00',
  '3000',
  '10001',
  '1',
  '1.0',
  '50%',
  '0.5%',
  '101%',
  '050000',
  '50.000000',
  '-1',
  '+50',
  '1000.5',
  '%',
  'Various',
  'various ',
  '2024-02-29',
  '2023-02-29',
  '02-29-2024',
  '02/30/2024',
  '13-01-2024',
  '1-1-2024',
  '01-01-24',
  '2024-12-31T23:00:00-05:00',
  '2024-12-31T10:00',
  '2024-12-31T24:00:00Z',
  '202412',
  '202413',
  '000000',
  '2024-12',
  202412,
  '20241',
  'Yes',
  'Box checked',
  'unchecked',
  'X',
  'XXX-XX-1234',
  '123-45-6789',
  '12-3456789',
  '1234',
  'XXXXXXXXX',
  '****1234',
  'irs-tax-pro',
  'brand new',
  [],
  {},
  [1],
  ['7'],
  [{ code: '7', value: 'Normal' }],
  [{ code: {} }],
  [{ year: '2022', payment: '12.5' }],
  [{ year: 'x', payment: 'y' }],
  [null],
  [[]],
  { name: 'A', address: 'B\nC', ein: '00-1234567' },
  { name: {}, address: [] },
  'A\tB',
  '\u0000',
  '\ud800',
]

type Json = Record<string, unknown> | unknown[]

/** Every object and array inside a value, with the value itself. */
function containers(value: unknown, found: Json[] = []): Json[] {
  if (typeof value === 'object' && value !== null) {
    found.push(value as Json)
    for (const child of Object.values(value)) containers(child, found)
  }
  return found
}

/** Breaks a value in up to four places: types, deletions, extra keys, spellings. */
export function mutate(value: unknown, seed: number): unknown {
  const below = seeded(seed)
  const copy: unknown = structuredClone(value)
  for (let times = 1 + below(4); times > 0; times--) {
    const all = containers(copy)
    const container = all[below(all.length)] as Record<string, unknown>
    const keys = Object.keys(container)
    const key = keys[below(keys.length)]
    const kind = below(8)
    if (kind === 0 && key !== undefined && !Array.isArray(container)) delete container[key]
    else if (kind === 1 && !Array.isArray(container))
      container[`extra_${below(3)}`] = structuredClone(VALUES[below(VALUES.length)])
    else if (key !== undefined) container[key] = structuredClone(VALUES[below(VALUES.length)])
  }
  return copy
}

/** One record of every form kind, from the fixtures. */
export const sampleRecords = (): Record<string, unknown>[] =>
  readdirSync('fixtures/forms').map(
    name => JSON.parse(readFileSync(`fixtures/forms/${name}`, 'utf8')) as Record<string, unknown>,
  )
