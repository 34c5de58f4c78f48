// The folder `checks` compares the boxes of documents with each other and with the limits of their year. It takes
// resolved documents and gives findings. Each check is a row of a table.

import { S1042_CHECKS } from './1042-s.js'
import { R_CHECKS } from './1099-r.js'
import { ACROSS_CHECKS } from './across-documents.js'
import type { Check } from './check.js'
import { OTHER_CHECKS } from './information-returns.js'
import { INVESTMENT_CHECKS } from './investment.js'
import { K1_CHECKS } from './k1.js'
import { SSA_AND_G_CHECKS } from './ssa-and-g.js'
import { W2_CHECKS } from './w2.js'
import { W2G_CHECKS } from './w2g.js'

/** Every check, ordered by family as in docs/checks.md. To add a check, add a row to its family, or add a family here. */
export const CHECKS: readonly Check[] = [
  ...W2_CHECKS,
  ...W2G_CHECKS,
  ...K1_CHECKS,
  ...R_CHECKS,
  ...INVESTMENT_CHECKS,
  ...SSA_AND_G_CHECKS,
  ...S1042_CHECKS,
  ...OTHER_CHECKS,
  ...ACROSS_CHECKS,
]
