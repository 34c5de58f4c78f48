/** What a module exports as `_0`, `_1` and so on, as a list with the type of each: an item is one line of such a module. */
export type Numbered<
  Module,
  Items extends readonly unknown[] = readonly [],
> = `_${Items['length'] & number}` extends infer Name extends keyof Module
  ? Numbered<Module, readonly [...Items, Module[Name]]>
  : Items

/** The list of what a module exports by number. */
export const listOf = <Module extends object>(module: Module): Numbered<Module> =>
  Object.keys(module).map((_, i) => module[`_${i}` as keyof Module]) as unknown as Numbered<Module>
