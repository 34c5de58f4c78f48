import { toCanonicalJson } from '../../core/json.js'
import { isObject } from '../../core/json-value.js'
import { compareText } from '../../core/text.js'
import { rankTaxpayer } from '../../ingest/group/classify-value.js'
import type { OutputFile } from '../output/output-file.js'
import { ENTRY_KINDS, type EntryHead, type RunReader } from './run-file.js'

/** A taxpayer object with its JSON text and its origin. */
interface TaxpayerText extends Pick<EntryHead, 'source' | 'line'> {
  readonly text: string
  readonly value: unknown
}

/** Writes sorted merge entries as dossiers, one line per taxpayer. */
export class DossierLineWriter {
  readonly #file: OutputFile
  readonly #reportUnused: (unusedTaxpayer: Pick<EntryHead, 'id' | 'source' | 'line'>) => void
  #id: string | null = null
  #taxpayer: TaxpayerText | null = null
  #isUnnamed = false
  #recordCount = 0

  /** `reportUnused` is called for each taxpayer object that is not written because the taxpayer has another one. */
  constructor(file: OutputFile, reportUnused: (unusedTaxpayer: Pick<EntryHead, 'id' | 'source' | 'line'>) => void) {
    this.#file = file
    this.#reportUnused = reportUnused
  }

  /** Writes the next entry. Its text is taken from the reader. */
  writeEntry(head: EntryHead, reader: RunReader): void {
    if (head.id !== this.#id) {
      this.end()
      this.#id = head.id
    }
    if (head.kind === ENTRY_KINDS.record) {
      if (this.#recordCount++ === 0) this.#beginDossier()
      else this.#file.writeText(',')
      reader.take(chunk => this.#file.writeBytes(chunk))
      return
    }
    const pieces: Buffer[] = []
    reader.take(chunk => pieces.push(Buffer.from(chunk)))
    if (head.kind === ENTRY_KINDS.unnamed) this.#isUnnamed = true
    else this.#addTaxpayer(head, Buffer.concat(pieces).toString('utf8'))
  }

  /** Ends the current taxpayer's line, if there is one. */
  end(): void {
    if (this.#id === null) return
    if (this.#recordCount === 0) this.#beginDossier()
    this.#file.writeLine(']}')
    this.#id = null
    this.#taxpayer = null
    this.#isUnnamed = false
    this.#recordCount = 0
  }

  #addTaxpayer({ id, source, line }: EntryHead, text: string): void {
    const previousTaxpayer = this.#taxpayer
    if (previousTaxpayer?.text === text) return
    const taxpayer: TaxpayerText = { text, value: JSON.parse(text), source, line }
    if (previousTaxpayer === null) {
      this.#taxpayer = taxpayer
      return
    }
    const comparison =
      rankTaxpayer(taxpayer.value) - rankTaxpayer(previousTaxpayer.value) ||
      compareText(toCanonicalJson(taxpayer.value), toCanonicalJson(previousTaxpayer.value))
    if (comparison > 0) this.#taxpayer = taxpayer
    if (comparison !== 0) this.#reportUnused({ id, ...(comparison > 0 ? previousTaxpayer : taxpayer) })
  }

  #beginDossier(): void {
    const text = this.#formatTaxpayer()
    this.#file.writeText(text === null ? '{"records":[' : `{"taxpayer":${text},"records":[`)
  }

  /** Returns the taxpayer object's text. Null if there is none and each record states its taxpayer's id. */
  #formatTaxpayer(): string | null {
    const taxpayer = this.#taxpayer
    if (!this.#isUnnamed || (taxpayer !== null && rankTaxpayer(taxpayer.value) === 2)) return taxpayer?.text ?? null
    return JSON.stringify({ ...(isObject(taxpayer?.value) ? taxpayer.value : {}), id: this.#id })
  }
}
