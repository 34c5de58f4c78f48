// What a table says of a setting, and which settings fit a type.

/** What a setting takes, in the words of the types of fields. `each` is of an object by stream. */
type Kind =
  | { readonly is: 'ratio' | 'year' | 'flag' | 'date' }
  /** `signed`: it may be below 0. */
  | { readonly is: 'money'; readonly signed?: true }
  /** Four digits, or with `whole` nine, which may be masked. */
  | { readonly is: 'identifier'; readonly whole?: true }
  | { readonly is: 'count'; readonly least: number; readonly most: number }
  | { readonly is: 'text'; readonly most?: number }
  | { readonly is: 'enum'; readonly of: readonly string[] }
  | { readonly is: 'list'; readonly of: Setting }
  | { readonly is: 'object'; readonly keys: Readonly<Record<string, Setting>>; readonly each?: never }
  | { readonly is: 'object'; readonly each: Setting; readonly keys?: never }

/** A setting. One with a `default`, or `optional`, may be left out. */
export type Setting = Kind & {
  readonly default?: unknown
  readonly optional?: true
  readonly orNull?: true
}

/** The kinds that fit a type. */
type KindFor<T> = [T] extends [boolean]
  ? { readonly is: 'flag' }
  : [T] extends [number]
    ? { readonly is: 'ratio' | 'year' | 'count' }
    : number extends T
      ? { readonly is: 'money' }
      : string extends T
        ? { readonly is: 'text' | 'identifier' | 'date' }
        : [T] extends [string]
          ? { readonly is: 'enum'; readonly of: readonly T[] }
          : [T] extends [readonly (infer Item)[]]
            ? { readonly is: 'list'; readonly of: SettingFor<Item> }
            : { readonly is: 'object'; readonly keys: SettingsFor<T> } | { readonly each: Setting }

/** The setting that fits a type. */
export type SettingFor<T> = Setting &
  KindFor<Exclude<T, null | undefined>> &
  (undefined extends T ? { readonly optional: true } : { readonly default?: T; readonly optional?: never })

type SettingsFor<T> = { readonly [K in keyof T]-?: SettingFor<T[K]> }
