// A CommonJS file with types. It uses `require` for an ES module, which Node supports since 20.19.
import { toCsv } from 'taxtally/csv'

import taxtally = require('taxtally')

export const outcome: taxtally.Outcome<taxtally.Analysis> = taxtally.analyze({ records: [] })
export const header: string = toCsv({ name: 'empty', doc: '', columns: [], rows: [] })
