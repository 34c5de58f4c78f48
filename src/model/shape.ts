import type { Field } from './field.js'

/**
 * An object of the interface: its fields, the objects in it and the arrays of objects in it.
 * Every object that is not a form is one of these, so that the interpreters of forms read it too.
 */
export interface Shape<F extends readonly Field[] = readonly Field[]> {
  readonly name: string
  readonly doc: string
  readonly fields: F
  readonly objects: Readonly<Record<string, Nested>>
  readonly lists: Readonly<Record<string, Nested>>
  /** Keys whose values are the caller's own: known, and not read. */
  readonly passes?: readonly string[]
  /** Keys that say whose an object is before it is read, and so only as they are spelled here. */
  readonly owners?: readonly string[]
}

/** A shape under a key of another, with its normalized name. */
export interface Nested {
  readonly name: string
  readonly shape: Shape
}

/** What names a person: null in every output unless identifiers are `full`. */
export const personal = { personal: true }

/** The fields of a shape by their normalized names. */
export const fieldsByName = <F extends readonly Field[]>({
  fields,
}: Shape<F>): { readonly [R in F[number] as R['name']]: R } =>
  Object.fromEntries(fields.map(field => [field.name, field])) as never

/** The keys of a shape's own fields. */
export const keysOf = ({ fields }: Shape): string[] => fields.map(({ key }) => key)
