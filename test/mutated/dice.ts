/** A random number generator that implements the sfc32 algorithm. The same seed gives the same numbers. */
export class Dice {
  private a: number
  private b: number
  private c: number
  private d = 1

  constructor(seed: number) {
    this.a = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0
    this.b = Math.imul((seed / 0x100000000) | 0, 0xc2b2ae35) ^ 0x1b873593
    this.c = seed | 0
    for (let round = 0; round < 8; round++) this.next()
  }

  private next(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  rollBelow(limit: number): number {
    return this.next() % limit
  }

  chance(percent: number): boolean {
    return this.rollBelow(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.rollBelow(list.length)] as T
  }

  digits(length: number): string {
    let text = ''
    for (let at = 0; at < length; at++) text += String(this.rollBelow(10))
    return text
  }

  letters(length: number): string {
    let text = ''
    for (let at = 0; at < length; at++) text += String.fromCharCode(97 + this.rollBelow(26))
    return text
  }
}

/** Creates a canary: a text that represents personal data. Its prefix makes it easy to find in output. */
export const canary = (dice: Dice): string => `Zq${dice.letters(5)}`
