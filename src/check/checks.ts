import { listOf } from '../core/lists.js'
import type { Check } from './check.js'
import * as list from './list.js'

/** Every check, by family. To add one, add its row to its family, or a family to `list.ts`. */
export const CHECKS: readonly Check[] = listOf(list).flat()
