const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
}

/** The bytes that a text such as `256MB` means; null where it means none. */
export function bytesOfSize(text: string): number | null {
  const [, number = '', unit = ''] = /^([1-9][0-9]{0,8})([a-z]{0,3})$/i.exec(text) ?? []
  const times = UNITS[unit.toUpperCase()]
  return number === '' || times === undefined ? null : Number(number) * times
}
