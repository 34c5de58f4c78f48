import { canonicalJson } from '../../core/json.js'
import { isObject } from '../../core/json-value.js'
import { compareText } from '../../core/text.js'
import { rankTaxpayer } from '../../normalize/kind-of-value.js'
import type { OutputFile } from '../output-file.js'
import { type EntryHead, KINDS, type RunReader } from './run-file.js'

/** A taxpayer object with its text and origin. */
interface TaxpayerText extends Pick<EntryHead, 'source' | 'line'> {
  readonly text: string
  readonly value: unknown
}

/** Writes sorted entries as dossiers, one line per taxpayer. */
export class DossierLines {
  readonly #file: OutputFile
  readonly #tell: (other: Pick<EntryHead, 'id' | 'source' | 'line'>) => void
  #id: string | null = null
  #taxpayer: TaxpayerText | null = null
  #isUnnamed = false
  #records = 0

  /** `tell` is called with each taxpayer object that is left out because another object of the taxpayer is used. */
  constructor(file: OutputFile, tell: (other: Pick<EntryHead, 'id' | 'source' | 'line'>) => void) {
    this.#file = file
    this.#tell = tell
  }

  /** Writes the next entry. */
  take(head: EntryHead, reader: RunReader): void {
    if (head.id !== this.#id) {
      this.end()
      this.#id = head.id
    }
    if (head.kind === KINDS.record) {
      this.#beginRecord()
      reader.take(piece => this.#file.bytes(piece))
      return
    }
    const pieces: Buffer[] = []
    reader.take(piece => pieces.push(Buffer.from(piece)))
    if (head.kind === KINDS.unnamed) this.#isUnnamed = true
    else this.#take(head, Buffer.concat(pieces).toString('utf8'))
  }

  /** Ends the line of the last taxpayer. */
  end(): void {
    if (this.#id === null) return
    if (this.#records === 0) this.#begin()
    this.#file.line(']}')
    this.#id = null
    this.#taxpayer = null
    this.#isUnnamed = false
    this.#records = 0
  }

  #take({ id, source, line }: EntryHead, text: string): void {
    const best = this.#taxpayer
    if (best?.text === text) return
    const taxpayer: TaxpayerText = { text, value: JSON.parse(text), source, line }
    if (best === null) {
      this.#taxpayer = taxpayer
      return
    }
    const order =
      rankTaxpayer(taxpayer.value) - rankTaxpayer(best.value) ||
      compareText(canonicalJson(taxpayer.value), canonicalJson(best.value))
    if (order > 0) this.#taxpayer = taxpayer
    if (order !== 0) this.#tell({ id, ...(order > 0 ? best : taxpayer) })
  }

  #beginRecord(): void {
    if (this.#records++ === 0) this.#begin()
    else this.#file.text(',')
  }

  #begin(): void {
    const text = this.#taxpayerText()
    this.#file.text(text === null ? '{"records":[' : `{"taxpayer":${text},"records":[`)
  }

  /** Returns the text of the taxpayer object. Null if the taxpayer has none and each record names the taxpayer. */
  #taxpayerText(): string | null {
    const taxpayer = this.#taxpayer
    if (!this.#isUnnamed || (taxpayer !== null && rankTaxpayer(taxpayer.value) === 2))
      return taxpayer?.text ?? null
    return JSON.stringify({ ...(isObject(taxpayer?.value) ? taxpayer.value : {}), id: this.#id })
  }
}
