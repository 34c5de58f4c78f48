import { getOrCreate } from '../core/lists.js'
import { type Decimal, microsOfDecimal, textOfCents } from '../core/money.js'
import { snakeCase } from '../core/text.js'
import type { Cell, Field, FieldType, ListItem } from '../model/field.js'
import { type FormTable, nameOfForm } from '../model/form.js'
import { planOf } from '../model/plan.js'
import { accountOf, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { ENTRY, issuerOf, leading } from './columns.js'
import {
  type CellValue,
  type Column,
  type ColumnType,
  maybe,
  type Scope,
  type TableSpec,
  text,
} from './table.js'

const COLUMN_OF: Readonly<Record<FieldType, ColumnType>> = {
  money: 'money',
  rate: 'ratio',
  ratio: 'ratio',
  percentage: 'ratio',
  count: 'int',
  year: 'int',
  flag: 'bool',
  text: 'text',
  code: 'text',
  enum: 'text',
  date: 'date',
  period: 'text',
  timestamp: 'text',
  identifier: 'text',
  account: 'text',
  list: 'text',
}

const tables = new WeakMap<FormTable, TableSpec<ResolvedDocument>>()

/** Returns the wide table of a form, with one row per document and one column per field. */
export function wideTableOf(form: FormTable): TableSpec<ResolvedDocument> {
  return getOrCreate(tables, form, () => {
    const plan = planOf(form)
    const rest = plan.fields.filter((_, i) => i !== plan.account && i !== plan.submission)
    return {
      name: form.key,
      doc: `${nameOfForm(form)}, one row per document.`,
      key: ENTRY,
      columns: [
        ...leading<ResolvedDocument>(row => row),
        ...PARTIES,
        ...rest.map(field => fieldColumn(field)),
      ],
      rows: ({ result }) => result.resolution.documents.filter(({ document }) => document.plan === plan),
    }
  })
}

const PARTIES: readonly Column<ResolvedDocument>[] = [
  text('submission', 'Submission type that the document states.', row => row.document.submission),
  text('status', 'Status of the document.', row => row.status),
  maybe.text('issuer_id', 'Identifier of the issuer.', (row, scope) => issuerOf(row, scope).id),
  maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row, scope).name),
  maybe.text('issuer_address', 'Address of the issuer.', (row, scope) => issuerOf(row, scope).address),
  ...(['id', 'last4', 'pseudonym', 'name', 'address'] as const).map(part =>
    maybe.text(
      `recipient_${part}`,
      'Part of the recipient. Personal parts are present only if identifiers are full.',
      (row: ResolvedDocument, { privacy }) => privacy.recipientOf(row.document, row.recipientId)[part],
    ),
  ),
  maybe.text('account_last4', 'Last four characters of the account number.', row => accountOf(row.document)),
]

function fieldColumn(field: Field): Column<ResolvedDocument> {
  const type = COLUMN_OF[field.type]
  return {
    name: snakeCase(field.name),
    type,
    nullable: true,
    doc: field.doc,
    of: ({ document }, scope) => cellValue(field, document, scope),
  }
}

function cellValue(field: Field, document: SourceDocument, { privacy, result }: Scope): CellValue {
  const { people } = result.dossier
  if ((field.personal && !privacy.showsPeople) || privacy.hidesName(document, field, people)) return null
  const cell = document.cells[document.plan.index.get(field.name) as number] as Cell
  if (cell === null) return null
  if (field.type === 'list')
    return JSON.stringify((cell as readonly ListItem[]).map(item => plainItem(item, field, textOfCents)))
  if (field.type === 'identifier') {
    return privacy.otherIdentifier(cell as string, document.raw[field.key], people)
  }
  return COLUMN_OF[field.type] === 'ratio' ? microsOfDecimal(cell as Decimal) : (cell as CellValue)
}

/** Converts an item of a list to a plain object or a text. Its money, in cents, is converted by `convert`. */
export function plainItem(item: ListItem, field: Field, convert: (cents: number) => unknown): unknown {
  if (typeof item === 'string') return item
  return Object.fromEntries(
    (field.items ?? []).map(inner => {
      const cell = item[inner.name] ?? null
      return [inner.name, inner.type === 'money' && typeof cell === 'number' ? convert(cell) : cell]
    }),
  )
}
