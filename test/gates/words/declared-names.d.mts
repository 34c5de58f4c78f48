import type { SourceFile } from 'typescript'

export function listStopped(
  sources: readonly SourceFile[],
): readonly { readonly name: string; readonly file: string; readonly location: string }[]
export function listDuplicates(
  sources: readonly SourceFile[],
): readonly { readonly name: string; readonly locations: readonly string[] }[]
