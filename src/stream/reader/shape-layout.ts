import type { Field } from '../../model/field.js'
import type { Shape } from '../../model/shape.js'
import type { Cell } from '../../normalize/cell.js'
import { type Meanings, RowLayout } from './row-layout.js'

/** What of an object is no plain cell: a cell of which it counts how it came, an object, a list, or what is the caller's own. */
export interface ShapePart {
  readonly key: string
  readonly name: string
  /** Missing: null where it is no cell. */
  readonly field: Field | null
  /** Missing: null where it is no object and no list. */
  readonly layout: ShapeLayout | null
  readonly isList: boolean
}

/** How the objects of a shape are read: the slots behind its plain cells are its parts. */
export class ShapeLayout {
  readonly row: RowLayout
  readonly parts: readonly ShapePart[]
  /** Normalized names of the plain cells, in the order of their slots. */
  readonly names: readonly string[]
  /** An object without anything in it. */
  readonly blank: Readonly<Record<string, unknown>>
  /** The cells of the object that is read. */
  readonly cells: Cell[]
  /** The number under which whole objects are remembered, which many taxpayers have in common; 0 for others. */
  readonly memory: number

  constructor({ fields, objects, lists, passes = [], owners = [] }: Shape, meanings: Meanings) {
    const isPlain = ({ key, type }: Field): boolean => type !== 'identifier' && !owners.includes(key)
    const plain = fields.filter(isPlain)
    const [inner, listed] = [objects, lists].map(nested =>
      Object.entries(nested).map(([key, { name, shape }]) => ({
        key,
        name,
        field: null,
        layout: new ShapeLayout(shape, meanings),
        isList: nested === lists,
      })),
    ) as [ShapePart[], ShapePart[]]
    const odd = fields.filter(field => !isPlain(field))
    this.parts = [
      ...odd.map(field => ({ key: field.key, name: field.name, field, layout: null, isList: false })),
      ...inner,
      ...listed,
      ...passes.map(key => ({ key, name: key, field: null, layout: null, isList: false })),
    ]
    this.row = new RowLayout(
      plain,
      [],
      this.parts.map(({ key }) => key),
      meanings,
    )
    this.names = plain.map(({ name }) => name)
    const all = [...fields, ...inner, ...listed]
    this.blank = Object.fromEntries(all.map(({ name }) => [name, null]))
    if (passes.length > 0)
      this.blank = { ...this.blank, passed: Object.fromEntries(passes.map(key => [key, undefined])) }
    this.cells = plain.map(() => null)
    const namesBusiness = all.length === fields.length && odd.some(({ personal }) => !personal)
    this.memory = namesBusiness && owners.length === 0 ? meanings.another() : 0
  }
}
