// Every family of checks, one per line, in the order of docs/checks.md. A new family gets the next number.
// biome-ignore-all assist/source/organizeImports: the order is that of docs/checks.md.
export { W2_CHECKS as _0 } from './w2.js'
export { W2G_CHECKS as _1 } from './w2g.js'
export { K1_CHECKS as _2 } from './k1.js'
export { R_CHECKS as _3 } from './1099-r.js'
export { INVESTMENT_CHECKS as _4 } from './investment.js'
export { SSA_AND_G_CHECKS as _5 } from './ssa-and-g.js'
export { S1042_CHECKS as _6 } from './1042-s.js'
export { OTHER_CHECKS as _7 } from './information-returns.js'
export { ACROSS_CHECKS as _8 } from './across-documents.js'
