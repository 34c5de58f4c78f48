import { f1042s } from './1042-s.js'
import { f1098 } from './1098.js'
import { f1098t } from './1098-t.js'
import { f1099b } from './1099-b.js'
import { f1099div } from './1099-div.js'
import { f1099g } from './1099-g.js'
import { f1099int } from './1099-int.js'
import { f1099misc } from './1099-misc.js'
import { f1099nec } from './1099-nec.js'
import { f1099r } from './1099-r.js'
import { f5498 } from './5498.js'
import { k11041 } from './k1-1041.js'
import { k11065 } from './k1-1065.js'
import { k11120s } from './k1-1120s.js'
import { ssa1099 } from './ssa-1099.js'
import { w2 } from './w2.js'
import { w2g } from './w2g.js'

/** Every form kind, in the order of the interface. To add one, add its file and its lines here. */
export const FORMS: readonly [
  typeof w2,
  typeof w2g,
  typeof k11065,
  typeof k11120s,
  typeof k11041,
  typeof f5498,
  typeof f1042s,
  typeof f1099misc,
  typeof f1099int,
  typeof f1099g,
  typeof f1099r,
  typeof f1099div,
  typeof f1099b,
  typeof f1099nec,
  typeof ssa1099,
  typeof f1098,
  typeof f1098t,
] = [
  w2,
  w2g,
  k11065,
  k11120s,
  k11041,
  f5498,
  f1042s,
  f1099misc,
  f1099int,
  f1099g,
  f1099r,
  f1099div,
  f1099b,
  f1099nec,
  ssa1099,
  f1098,
  f1098t,
]

/** The table of one of the known form kinds. */
export type KnownForm = (typeof FORMS)[number]

/** The key of a known form array: `form_w2`. */
export type FormKey = KnownForm['key']
