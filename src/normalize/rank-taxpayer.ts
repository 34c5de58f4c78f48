import { isObject } from '../core/shape-of.js'
import { usableId } from './record-id.js'
import { describeObject } from './unrecognized.js'

/**
 * Ranks the taxpayer objects that came under one id; the highest is used. An object with an id ranks above one without. A
 * value that is not a taxpayer object, such as an error response, ranks lowest.
 */
export const rankTaxpayer = (value: unknown): 0 | 1 | 2 =>
  !isObject(value) || describeObject(value) !== null ? 0 : usableId(value['id']) === null ? 1 : 2
