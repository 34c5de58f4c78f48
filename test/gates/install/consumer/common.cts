// A CommonJS file with types: `require` of an ES module, as Node does from 20.19 on.
import { toCsv } from 'taxtally/csv'

import taxtally = require('taxtally')

export const outcome: taxtally.Outcome<taxtally.Analysis> = taxtally.analyze({ records: [] })
export const header: string = toCsv({ name: 'empty', doc: '', columns: [], rows: [] })
