export function listStopped(
  folders: readonly string[],
): readonly { readonly name: string; readonly file: string; readonly location: string }[]
export function listDuplicates(
  folder: string,
): readonly { readonly name: string; readonly locations: readonly string[] }[]
