import fc from 'fast-check'
import type { Field, FieldType } from '../../src/schema/field.js'
import type { FormTable, PartyKeys } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'

export type Raw = Record<string, unknown>

type ByType = Readonly<Record<FieldType, (field: Field) => fc.Arbitrary<unknown>>>

const arbitraryLetters = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMPQRSTUVW'), minLength, maxLength })
const arbitraryDigits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const padTwoDigits = (n: number): string => String(n).padStart(2, '0')
const day = fc
  .tuple(fc.integer({ min: 2019, max: 2024 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => [String(y), padTwoDigits(m), padTwoDigits(d)] as const)
const cents = fc.oneof(
  fc.integer({ min: 1, max: 99_999_999 }),
  fc.integer({ min: 1, max: 999_999 }).map(dollars => dollars * 100),
  fc.integer({ min: -9_999_999, max: -1 }),
)
const arbitraryWord = (field: Field): fc.Arbitrary<unknown> => fc.constantFrom(...(field.values ?? ['irs']))

/** Generators of values that the library reads without an issue, by field type. None of the values is absent. */
const CLEAN = {
  money: () => cents.map(n => n / 100),
  rate: () => fc.constantFrom<unknown>(0, 30, 0.3, '.30', '15.00', 3000, '10'),
  ratio: () => fc.constantFrom<unknown>(0, 1, 0.25, '.5', '0.333333'),
  percentage: () => fc.constantFrom<unknown>('50', '50.000000', '25%', 0.125, '100%', 33.3),
  count: () => fc.integer({ min: 0, max: 9 }),
  year: () => fc.integer({ min: 2019, max: 2024 }).chain(y => fc.constantFrom<unknown>(y, String(y))),
  flag: () => fc.constantFrom<unknown>(true, false, 1, 0, 'Yes', 'No', 'X', 'Box checked', 'Not Statutory Employee'),
  text: () => arbitraryLetters(2, 12),
  code: field => (field.width === null ? arbitraryLetters(1, 3) : arbitraryDigits(field.width)),
  enum: arbitraryWord,
  date: () => day.chain(([y, m, d]) => fc.constantFrom(`${y}-${m}-${d}`, `${m}-${d}-${y}`, `${m}/${d}/${y}`)),
  period: () => day.chain(([y, m]) => fc.constantFrom(`${y}${m}`, `${y}-${m}`)),
  timestamp: () => day.map(([y, m, d]) => `${y}-${m}-${d}T10:20:30.000Z`),
  identifier: () =>
    fc.oneof(
      arbitraryDigits(7).map(d => `00-${d}`),
      arbitraryDigits(4).map(d => `XX-XXX${d}`),
    ),
  account: () => arbitraryDigits(8).map(d => `A${d}`),
  list: field =>
    fc.array<unknown>(
      field.items === null
        ? arbitraryLetters(1, 2)
        : fc.record(Object.fromEntries(field.items.map(item => [item.key, arbitraryClean(item)]))),
      { minLength: 1, maxLength: 3 },
    ),
} as const satisfies ByType

/** Generators of unreadable values by field type. Each value causes exactly one issue, with the code of the type. */
const BROKEN = {
  money: () => fc.constantFrom<unknown>('abc', '1,23', '$-5', '(-5)', '1.2.3', true, {}, [], '12 34', '٣'),
  rate: () => fc.constantFrom<unknown>(-1, 10_001, 'abc', '1,000', true, {}, []),
  ratio: () => fc.constantFrom<unknown>(-0.5, 101, 'half', true, {}, []),
  percentage: () => fc.constantFrom<unknown>(-5, '101', '120%', 'all', true, {}, []),
  count: () => fc.constantFrom<unknown>(-1, 1.5, 3_000_000_000, 'two', true, {}, []),
  year: () => fc.constantFrom<unknown>(1899, 2101, 23, '23', 'last', 2020.5, true, {}, []),
  flag: () => fc.constantFrom<unknown>('perhaps', 2, -1, 0.5, 'not a box checked', {}, []),
  text: () => fc.constantFrom<unknown>({}, [], ['a'], { a: 1 }),
  code: () => fc.constantFrom<unknown>({}, [], true, -1, 1.5),
  enum: () => fc.constantFrom<unknown>(5, true, {}, []),
  date: () =>
    fc.constantFrom<unknown>('2024-02-30', '13-01-2024', '31/12/2024', '1/2/2024', '01-02-24', 20240101, true, {}, []),
  period: () => fc.constantFrom<unknown>('202413', '2024', '12-2024', 20241, true, {}, []),
  timestamp: () => fc.constantFrom<unknown>('yesterday', '2024-02-30T00:00:00Z', 1_700_000_000, true, {}, []),
  identifier: () => fc.constantFrom<unknown>('12-34', 'ABCDEFG1', '1234567890', 'XXX', true, {}, []),
  account: () => fc.constantFrom<unknown>(true, {}, []),
  list: () => fc.constantFrom<unknown>('G', 5, true, {}),
} as const satisfies ByType

const inAnyCase = (...phrases: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...phrases), fc.boolean(), fc.constantFrom('', ' ', '\t', ' \n '))
    .map(([phrase, upper, space]) => space + (upper ? phrase.toUpperCase() : phrase) + space)

/** Generates values that count as absent: null and the phrases that mean "not answered". */
export const ABSENT: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  inAnyCase(
    '',
    'Unanswered',
    'Not Set',
    'Not  significant',
    'Not checked',
    'Nothing checked',
    'Box not checked',
    'N/A',
    'None',
    'No Second Notice',
  ),
)

/** Generators of values in unusual formats by field type. The library reads them or treats them as absent. */
const ODD_SPELLINGS = {
  money: () =>
    fc.oneof(
      fc.constantFrom<unknown>('5000', '1,234.56', '$1,234.56', '(12.34)', '($5)', '-$600.00', '.50', '5.', '+5'),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -8e13, max: 8e13 }),
      fc.constantFrom<unknown>(' 12 ', '-0', -0, 1e-7, 1.005, '0.005', '89,999,999,999,999.99'),
    ),
  rate: () => fc.constantFrom<unknown>(1, '1', '5.', '+30', '-0', 10_000, 1e-9),
  ratio: () => fc.constantFrom<unknown>('Various', ' VARIOUS ', 50, '75', 100, '+.5', '-0'),
  percentage: () => fc.constantFrom<unknown>('050000', '50 %', ' 5.% ', 1, '1', 0, '-0', '+.5', 100),
  count: () => fc.constantFrom<unknown>('3', '3.', '2.0', '+4', '-0', '.0', 2_147_483_647),
  year: () => fc.constantFrom<unknown>(0, '0', '2023.0', ' 2023 ', '+2023'),
  flag: () =>
    fc.oneof(
      inAnyCase('true', '1', 'y', 'tax amount not determined', 'Total  distribution', 'false', '0', 'n'),
      inAnyCase('IRA/SEP/SIMPLE box checked', 'checked'),
    ),
  text: () => fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  code: () => fc.oneof(fc.string(), fc.nat()),
  enum: () => fc.string(),
  date: () => fc.constantFrom<unknown>('Various', '2024-01-02T03:04:05Z', '2024-01-02T03:04', ' 2024-02-29 '),
  period: () => fc.constantFrom<unknown>('000000', 0, 202_412, '2024-12-31', '12/31/2024', '2024-12-31T00:00:00Z'),
  timestamp: () =>
    fc.constantFrom<unknown>(
      '2024-01-02T03:04:05',
      '2024-01-02',
      '2024-01-02T03:04:05,123+05:30',
      '2024-01-02T03:04-08',
    ),
  identifier: () => fc.oneof(fc.string(), fc.nat(), fc.constantFrom<unknown>('XXX-XX-1234', '***-**-1234')),
  account: () => fc.oneof(fc.string(), fc.nat()),
  list: () => fc.constant([]),
} as const satisfies ByType

/** Generates valid values of a field. */
const arbitraryClean = (field: Field): fc.Arbitrary<unknown> => (CLEAN as ByType)[field.type](field)

/** Generates values of a field that cannot be read. */
export const arbitraryBroken = (field: Field): fc.Arbitrary<unknown> => (BROKEN as ByType)[field.type](field)

/** Generates values of a field that the library reads without loss: valid, in an unusual format, or absent. */
export const arbitraryReadable = (field: Field): fc.Arbitrary<unknown> =>
  fc.oneof(arbitraryClean(field), (ODD_SPELLINGS as ByType)[field.type](field), ABSENT)

const party = (keys: PartyKeys, id: fc.Arbitrary<string>): fc.Arbitrary<Raw> =>
  fc.record({ name: arbitraryLetters(3, 12), address: arbitraryLetters(3, 12), [keys.id]: id })

const amountOrZero = fc.oneof({ weight: 2, arbitrary: cents.map(n => n / 100) }, fc.constant(0))

/** Generators of values that a form's rules look for, by form and key. Random text would rarely match them. */
const SIGNIFICANT_VALUES: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  form_1042_s: {
    income_code: fc.constantFrom('01', '06', '09', '10', '14', '15', '16', '17', '18', '28', '37', '50', '99'),
    total_withholding_credit: amountOrZero,
  },
  form_1099_r: {
    distribution_codes: fc.array(
      fc.record({ value: arbitraryLetters(3, 9), code: fc.constantFrom('7', 'G', '1', 'P', 'Y', '5', '8', '4') }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  form_1099_b: {
    proceeds: amountOrZero,
    gross_proceeds: amountOrZero,
    cost_basis: amountOrZero,
    noncovered_security_indicator: fc.constantFrom('Covered security', 'Noncovered'),
  },
}

/** Generates form entries with a valid value in every field. `overrides` replaces the values of some keys. */
export const arbitraryEntry = (form: FormTable, overrides: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  fc.record<Raw>({
    [form.issuer.key]: party(
      form.issuer,
      arbitraryDigits(7).map(d => `00-${d}`),
    ),
    [form.recipient.key]: party(form.recipient, fc.constant('XXX-XX-2718')),
    ...Object.fromEntries(form.fields.map(field => [field.key, arbitraryClean(field)])),
    submission_type: fc.constantFrom('Original document', 'Original'),
    ...SIGNIFICANT_VALUES[form.key],
    ...overrides,
  })

/** Makes an IRS record with the given entries of one form kind. */
export const makeRecord = (form: FormTable, entries: readonly unknown[], fields: Raw = {}): Raw => ({
  id: 'r-1',
  tax_year: '2023',
  provider_id: 'irs',
  date: '2024-03-01T00:00:00.000Z',
  forms: [{ type: 'WAID', year: '2023', ssn: 'XXX-XX-2718', [form.key]: entries }],
  ...fields,
})

const submissions = fc.oneof(
  { weight: 6, arbitrary: fc.constant('Original document') },
  { weight: 1, arbitrary: fc.constantFrom('Corrected', 'Void', 'Duplicate', 'mystery') },
)

/** Generates form entries with any submission type, in which each field is valid, absent or unreadable. */
export const arbitraryMessyEntry = (form: FormTable): fc.Arbitrary<Raw> =>
  arbitraryEntry(form, {
    ...Object.fromEntries(
      form.fields.map(field => [
        field.key,
        fc.oneof(
          { weight: 6, arbitrary: arbitraryClean(field) },
          { weight: 3, arbitrary: ABSENT },
          { weight: 1, arbitrary: arbitraryBroken(field) },
        ),
      ]),
    ),
    submission_type: submissions,
  })

/** Generates dossiers of one to three records. Their form objects contain messy entries of up to three form kinds. */
export const arbitraryDossier = (forms: readonly FormTable[] = FORMS): fc.Arbitrary<Raw> => {
  const formObject = fc
    .subarray([...forms], { minLength: 1, maxLength: 3 })
    .chain(some =>
      fc.record<Raw>(
        Object.fromEntries(
          some.map(form => [form.key, fc.array(arbitraryMessyEntry(form), { minLength: 1, maxLength: 2 })]),
        ),
      ),
    )
  const record = fc
    .record({
      year: fc.constantFrom('2022', '2023'),
      provider: fc.constantFrom('irs', 'turbotax'),
      forms: fc.array(formObject, { minLength: 1, maxLength: 2 }),
    })
    .map(({ year, provider, forms }) => ({
      tax_year: year,
      provider_id: provider,
      date: '2024-03-01T00:00:00.000Z',
      forms: forms.map(form => ({ type: 'WAID', year, ssn: 'XXX-XX-2718', ...form })),
    }))
  return fc
    .array(record, { minLength: 1, maxLength: 3 })
    .map(records => ({ taxpayer: { id: 't-1' }, records: records.map((fields, i) => ({ id: `r-${i}`, ...fields })) }))
}
