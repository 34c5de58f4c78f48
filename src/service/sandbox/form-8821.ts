import { randomUUID } from 'node:crypto'
import type * as PdfLib from '@cantoo/pdf-lib'
import * as z from 'zod'
import { loadPeer } from '../../core/load-peer.js'
import type { Form8821Address, Form8821Request } from '../contract/requests.js'
import type { ValueOf } from '../contract/schema.js'
import type { Taxpayer } from '../contract/taxpayer.js'
import type { Client } from './clients.js'
import type { JsonObject } from './generate-documents.js'

const requiredText = z.string().trim().min(1)

/**
 * The parts of a request that the sandbox requires. The API document does not show which fields are required, but a
 * form needs a person and an address.
 */
export const requiredPartsSchema: z.ZodType<{
  readonly personalInfo: Readonly<Record<'firstName' | 'lastName' | 'ssn', string>>
  readonly address: Readonly<Record<'street' | 'city' | 'state' | 'zip', string>>
}> = z.object({
  personalInfo: z.object({ firstName: requiredText, lastName: requiredText, ssn: requiredText }),
  address: z.object({ street: requiredText, city: requiredText, state: requiredText, zip: requiredText }),
})

/** A request for a Form 8821 with all required parts. */
export type CompleteForm8821Request = Form8821Request & ValueOf<typeof requiredPartsSchema>

const PAGE_MARGIN = 56
const LINE_HEIGHT = 16

type Line = readonly [label: string, value: string]

function listLines(request: CompleteForm8821Request, documentId: string): readonly Line[] {
  const { personalInfo, address, form56, extraDesignees } = request
  const join = (address: Form8821Address | undefined) =>
    [address?.street, address?.other, address?.city, address?.state, address?.zip].filter(Boolean).join(', ')
  return [
    ['Document', documentId],
    ['1. Taxpayer', `${personalInfo.firstName} ${personalInfo.lastName}`],
    ['Identification number', personalInfo.ssn],
    ['Address', join(address)],
    ['2. Designee', 'The collection service (sandbox)'],
    ...(extraDesignees ?? []).flatMap(({ name, address, cafNumber = '', monitorIRSNotices }): Line[] => [
      ['2. Further designee', [name, join(address)].filter(Boolean).join(', ')],
      ['CAF number', cafNumber],
      ['Copies of notices', monitorIRSNotices === true ? 'yes' : 'no'],
    ]),
    ['3. Tax information', 'Income; forms 1040, W-2 and 1099 series'],
    ...(form56 === undefined ? [] : [['Form 56', ''] as const, ...listFormLines(form56, '')]),
    ['Signature', ''],
    ['Date', ''],
  ]
}

function listFormLines(value: unknown, path: string): Line[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => listFormLines(inner, path === '' ? key : `${path}.${key}`))
}

/**
 * Creates an unsigned Form 8821 as a PDF that contains the request's data. It does not have the official layout. The
 * standard font has only Latin-1: other letters lose their accents or are printed as `?`.
 */
export async function makeForm8821(
  request: CompleteForm8821Request,
  documentId: string,
  now: Date,
): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await loadPeer<typeof PdfLib>('The sandbox', '@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle('Form 8821, Tax Information Authorization (sandbox, unsigned)')
  document.setSubject(documentId)
  document.setCreationDate(now)
  document.setModificationDate(now)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const supportedCodePoints = new Set(font.getCharacterSet())
  let page = document.addPage()
  let y = page.getHeight() - PAGE_MARGIN
  const write = (text: string, x: number, size: number, textFont: PdfLib.PDFFont) =>
    page.drawText(text, { x, y, size, font: textFont })
  write('Form 8821  Tax Information Authorization', PAGE_MARGIN, 16, bold)
  y -= LINE_HEIGHT * 1.5
  write('Sandbox: not the official form, not for filing.', PAGE_MARGIN, 9, font)
  y -= LINE_HEIGHT * 2
  for (const [label, value] of listLines(request, documentId)) {
    const rows = wrapText(toPrintable(value, supportedCodePoints), 60)
    for (const [row, text] of rows.entries()) {
      if (y < PAGE_MARGIN) {
        page = document.addPage()
        y = page.getHeight() - PAGE_MARGIN
      }
      if (row === 0) write(toPrintable(label, supportedCodePoints), PAGE_MARGIN, 10, bold)
      write(text, PAGE_MARGIN + 170, 10, font)
      y -= LINE_HEIGHT
    }
  }
  return document.save()
}

/** Converts a string to the characters that a font has. Other letters lose their accents or become `?`. */
function toPrintable(text: string, letters: ReadonlySet<number>): string {
  const isPrintable = (form: string) =>
    form !== '' && [...form].every(part => letters.has(part.codePointAt(0) as number))
  const printLetter = (letter: string) =>
    [letter, letter.normalize('NFKD').replace(/\p{M}/gu, '')].find(isPrintable) ?? '?'
  return Array.from(text.replace(/\s/gu, ' '), printLetter).join('')
}

function wrapText(text: string, width: number): string[] {
  const rows: string[] = []
  for (let rest = text; ; ) {
    if (rest.length <= width) return [...rows, rest]
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    rows.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
}

/** A Form 8821: the unsigned file, and the signed file after its upload. */
export interface StoredForm8821 {
  readonly id: string
  readonly client: Client
  readonly request: CompleteForm8821Request
  /** Null until the file is first requested. */
  unsigned: Uint8Array | null
  signed: Uint8Array | null
  /** The access token that was issued when the form was filed. */
  token: string | null
}

/** Stores a Form 8821 that is not signed yet. */
export function addForm8821(
  forms: Map<string, StoredForm8821>,
  client: Client,
  request: CompleteForm8821Request,
): StoredForm8821 {
  const form: StoredForm8821 = { id: randomUUID(), client, request, unsigned: null, signed: null, token: null }
  forms.set(form.id, form)
  return form
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the request for the Form 8821 of a person who authorizes the IRS, from the person's data. */
export function requestForm8821(name: string, taxpayer: JsonObject): CompleteForm8821Request {
  const [firstName = '', ...lastNames] = name.split(' ')
  const { analysis, details } = taxpayer as Partial<Taxpayer>
  const address = details?.address
  return {
    personalInfo: { firstName, lastName: lastNames.join(' '), ssn: toText(analysis?.tin) },
    address: {
      street: toText(address?.street_address),
      city: toText(address?.city),
      state: toText(address?.state),
      zip: toText(address?.zip_code),
    },
  }
}
