import { describe, expect, test } from 'vitest'
import { CLIENT_ROWS } from './sandbox-rows-client.js'
import { DATA_ROWS } from './sandbox-rows-data.js'
import { EVENT_ROWS } from './sandbox-rows-events.js'
import { FIELD_ROWS } from './sandbox-rows-fields.js'
import { TOKEN_ROWS } from './sandbox-rows-tokens.js'
import type { Row } from './sandbox-world.js'

const ROWS: readonly Row[] = [...TOKEN_ROWS, ...DATA_ROWS, ...EVENT_ROWS, ...FIELD_ROWS, ...CLIENT_ROWS]

describe('the service does what the interface says', () => {
  for (const row of ROWS) {
    test(`${row.part}: ${row.sentence}`, () => row.test())
  }

  test('no sentence is there twice', () => {
    expect(new Set(ROWS.map(({ part, sentence }) => part + sentence)).size).toBe(ROWS.length)
  })
})
