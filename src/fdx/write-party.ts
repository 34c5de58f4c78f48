import { camelCase } from '../core/case.js'
import type { PartyKeys } from '../model/form.js'
import type { PublicParty } from '../normalize/privacy.js'
import { type FdxVersion, inVersion, putAt, type Written } from './write-field.js'

/** A line of a name or an address has so many characters. */
const LINE = 64

/** A text in lines, cut between words; null where they are not enough. */
function linesOf(text: string, most: number): string[] | null {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (word.length > LINE) return null
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.length > most ? null : lines
}

function putLines(form: Written, path: string, keys: readonly string[], text: string): boolean {
  const lines = linesOf(text, keys.length)
  for (const [i, line] of (lines ?? []).entries()) putAt(form, `${path}${keys[i]}`, line)
  return lines !== null
}

const ADDRESS = ['line1', 'line2', 'line3']

/** A person's name: the last word is the last name. */
function putPerson(form: Written, path: string, name: string): boolean {
  const at = name.lastIndexOf(' ')
  if (at > 0) putAt(form, `${path}.first`, name.slice(0, at))
  putAt(form, `${path}.last`, name.slice(at + 1))
  return true
}

/** Writes a party, and gives the names of what has no place. */
export function writeParty(
  form: Written,
  keys: PartyKeys,
  role: 'issuer' | 'recipient',
  { id, name, address }: PublicParty,
  version: FdxVersion,
): string[] {
  const { at = camelCase(keys.key), style, tin } = keys.fdx ?? {}
  const own = inVersion(at, version)
  const lost: string[] = []
  const note = (part: string, isWritten: boolean): void => {
    if (!isWritten) lost.push(part)
  }
  const isObject = style === 'object'
  // Version 6 names the parties of every form alike; those of the agents of one have a place of their own in it.
  const path = isObject ? own : version === 6 ? role : null
  const inside = path !== null
  if (id !== null) {
    const key = inside ? (isObject && version === 5 ? 'agentTin' : 'tin') : null
    putAt(form, key === null ? (tin ?? `${own}Tin`) : `${path}.${key}`, id)
  }
  if (name !== null) {
    const people = version === 6 ? `${path}.individualName` : `${own}Name`
    if (role === 'recipient' && (version === 6 || style === 'apart'))
      note('name', putPerson(form, people, name))
    else {
      const names = version === 6 ? `${path}.businessName.` : inside ? `${path}.` : `${own}NameAddress.`
      note('name', putLines(form, names, ['name1', 'name2'], name))
    }
  }
  if (address !== null) {
    const where =
      version === 6
        ? `${path}.address.`
        : inside
          ? `${path}.`
          : style === 'apart'
            ? `${own}Address.`
            : `${own}NameAddress.`
    note('address', putLines(form, where, ADDRESS, address))
  }
  return lost
}
