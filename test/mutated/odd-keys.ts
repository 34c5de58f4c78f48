import type { Dice } from './dice.js'

/** Returns a variant of a key with another case or other separators. */
export const respell = (dice: Dice, key: string): string => {
  const parts = key.split(/[^A-Za-z0-9]+/).filter(part => part !== '')
  const capitalize = (part: string): string => part.slice(0, 1).toUpperCase() + part.slice(1)
  return dice.pick([
    key.toUpperCase(),
    parts.map((part, index) => (index === 0 ? part.toLowerCase() : capitalize(part))).join(''),
    parts.map(capitalize).join(''),
    parts.map(capitalize).join(' '),
    parts.join('-'),
    parts.join(''),
    `${key}_`,
    parts.map(capitalize).join('_'),
    parts.join('__'),
  ])
}

/** Adds the given number of typing errors to a key. */
export const typo = (dice: Dice, key: string, edits: number): string => {
  let text = key
  for (let at = 0; at < edits; at++) {
    const spot = dice.rollBelow(text.length)
    const letter = dice.letters(1)
    const kind = dice.rollBelow(4)
    if (kind === 0) text = text.slice(0, spot) + text.slice(spot + 1)
    else if (kind === 1) text = text.slice(0, spot) + letter + text.slice(spot)
    else if (kind === 2) text = text.slice(0, spot) + letter + text.slice(spot + 1)
    else text = text.slice(0, spot) + text.slice(spot + 1, spot + 2) + text.slice(spot, spot + 1) + text.slice(spot + 2)
  }
  return text === '' ? 'x' : text
}

const FOREIGN = [
  ...['nonemployee_compensation', 'total_income', 'gross_pay', 'amount_paid', 'box_14b', 'bonus', 'state_wages'],
  ...['local_id', 'control_number', 'plan_year', 'w', 'Box 1'],
]
const INHERITED = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
  ...['prototype', 'toJSON', 'then', 'length'],
]

/** Creates a key that no form has. */
export const makeUnknownKey = (dice: Dice): string => {
  const kind = dice.rollBelow(8)
  if (kind < 3) return dice.pick(FOREIGN)
  if (kind < 5) return dice.pick(INHERITED)
  return dice.pick([
    `acct ${dice.digits(9)}`,
    `${dice.digits(3)}-${dice.digits(2)}-${dice.digits(4)}`,
    `Zq${dice.letters(4)}${dice.digits(4)}`,
    `Zq${dice.letters(4)}.${dice.letters(2)}`,
    `Zq${dice.letters(4)}'] ['${dice.letters(2)}`,
    `Zq\u0000${dice.letters(4)}`,
    `${dice.letters(3)}\u202eZq${dice.letters(3)}`,
    `Zq${'é'.repeat(3)}${dice.letters(3)}`,
    `Zq${dice.digits(1)}${'long'.repeat(20)}`,
    '',
    ' ',
    '*',
    '0',
  ])
}
