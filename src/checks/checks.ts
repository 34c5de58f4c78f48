// The folder `checks` compares the boxes of documents with each other and with the limits of their year. It takes
// resolved documents and gives findings. Each check is a row of a table.

import { listNumberedExports } from '../core/lists.js'
import type { Check } from './check.js'
import * as list from './check-families.js'

/** Every check, ordered by family. To add a check, add a row to its family, or add a family to `check-families.ts`. */
export const CHECKS: readonly Check[] = listNumberedExports(list).flat()
