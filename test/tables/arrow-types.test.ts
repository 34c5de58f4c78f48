import { Type, tableFromIPC } from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { toArrow } from '../../src/tables/arrow.js'
import type { CellValue, ColumnType } from '../../src/tables/table.js'

// The Arrow types of the table contract: Utf8, Int32, Bool, Decimal128 of 18 digits with 2 or 6 decimals, and Date32.
const DECIMAL = { typeId: Type.Decimal, precision: 18, bitWidth: 128 }
const TYPES: readonly (readonly [
  type: ColumnType,
  arrow: object,
  cells: readonly CellValue[],
  values: readonly unknown[],
])[] = [
  ['text', { typeId: Type.Utf8 }, ['a', 'é日😀', ''], ['a', 'é日😀', '']],
  [
    'int',
    { typeId: Type.Int, bitWidth: 32, signed: true },
    [-1, 2147483647, -2147483648],
    [-1, 2147483647, -2147483648],
  ],
  ['bool', { typeId: Type.Bool }, [true, false, true], [true, false, true]],
  // ±99,999,999,999.99, a negative cent, values of more than 32 bits, and the largest values of both signs.
  [
    'money',
    { ...DECIMAL, scale: 2 },
    [9999999999999, -9999999999999, -1, 4294967296, -4294967297, 999999999999999999n, -999999999999999999n],
    [9999999999999n, -9999999999999n, -1n, 4294967296n, -4294967297n, 999999999999999999n, -999999999999999999n],
  ],
  ['ratio', { ...DECIMAL, scale: 6 }, [333333, -1500000, 0], [333333n, -1500000n, 0n]],
  // 1970-01-01 is day 0. 2024-01-01 is 54 years and 13 leap days later.
  ['date', { typeId: Type.Date, unit: 0 }, ['1970-01-01', '2024-01-01', '1969-12-31'], [0, 19723, -1]],
]

test.each(TYPES)('a column of type %s has its Arrow type and its cells', (type, arrow, cells, values) => {
  const table = {
    name: 't',
    doc: 'A table.',
    columns: [{ name: 'it', type, nullable: true, doc: 'What it is.' }],
    rows: [...cells, null].map(cell => [cell]),
  }
  for (const format of ['file', 'stream'] as const) {
    const read = tableFromIPC(toArrow(table, format), { useDecimalInt: true, useBigInt: true })
    const [field] = read.schema.fields
    expect(field?.type).toMatchObject(arrow)
    expect(field?.metadata?.get('description')).toBe('What it is.')
    expect(field?.metadata?.get('unit')).toBe({ money: 'USD', ratio: '1' }[type as string])
    const days = (value: unknown) => (type === 'date' && value !== null ? Number(value) / 86_400_000 : value)
    expect(Array.from(read.getChild('it'), days)).toEqual([...values, null])
  }
})
