import { afterAll, describe, expect, test } from 'vitest'
import { CLIENT_ROWS } from './sandbox-rows-client.js'
import { DATA_ROWS } from './sandbox-rows-data.js'
import { EVENT_ROWS } from './sandbox-rows-events.js'
import { FIELD_ROWS } from './sandbox-rows-fields.js'
import { TOKEN_ROWS } from './sandbox-rows-tokens.js'
import type { Row } from './sandbox-world.js'

const ROWS: readonly Row[] = [...TOKEN_ROWS, ...DATA_ROWS, ...EVENT_ROWS, ...FIELD_ROWS, ...CLIENT_ROWS]
const held = new Set<Row>()

describe('the service does what the interface says', () => {
  for (const row of ROWS) {
    test(`${row.part}: ${row.sentence}`, async () => {
      await row.test()
      held.add(row)
    })
  }

  test('no sentence is there twice', () => {
    expect(new Set(ROWS.map(({ part, sentence }) => part + sentence)).size).toBe(ROWS.length)
  })

  // `-u` writes the lists anew.
  test('the conformance list is what the tests say', async () => {
    const list = ROWS.map(row => ({ part: row.part, sentence: row.sentence, held: held.has(row) }))
    const cells = list.map(row => [row.part, row.sentence.replaceAll('|', '\\|'), row.held ? 'yes' : 'no'])
    const rows = [['part', 'sentence', 'holds'], ...cells]
    const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
    const line = (row: readonly string[]) =>
      `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
    const lines = [
      '# What the interface says, and client, webhooks and sandbox were tested for',
      '',
      'Made by `sandbox-conformance.test.ts`: one row for each sentence of the interface that has a test.',
      '',
      line(rows[0] ?? []),
      line(widths.map(width => '-'.repeat(width))),
      ...rows.slice(1).map(line),
      '',
    ]
    await expect(`${JSON.stringify(list, null, 2)}\n`).toMatchFileSnapshot('sandbox-conformance.json')
    await expect(lines.join('\n')).toMatchFileSnapshot('sandbox-conformance.md')
  })
})

afterAll(() => held.clear())
