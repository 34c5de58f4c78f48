import { memoize } from '../../core/lists.js'
import { type Decimal, formatCents } from '../../core/money.js'
import { microsFromDecimal } from '../../core/ratio.js'
import { toSnakeCase } from '../../core/text.js'
import { findAccount, type SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { compileForm } from '../../schema/compiled-form.js'
import { type Cell, type Field, type FieldType, type ListItem, toPlainItem } from '../../schema/field.js'
import { type FormTable, formatFormName } from '../../schema/form.js'
import {
  type CellValue,
  type ColumnType,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { DOCUMENT_KEY, defineDocumentColumns, defineIssuerColumn, defineRecipientColumns } from './columns.js'

const COLUMN_TYPE_BY_FIELD_TYPE: Readonly<Record<FieldType, ColumnType>> = {
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

/** Returns the wide table of a form, with one row per document and one column per field. */
export const getWideTable: (form: FormTable) => TableSpec<ResolvedDocument> = memoize(form => {
  const compiledForm = compileForm(form)
  const remainingFields = compiledForm.fields.filter(
    (_, i) => i !== compiledForm.accountPosition && i !== compiledForm.submissionPosition,
  )
  return {
    name: form.key,
    doc: `${formatFormName(form)}, one row per document.`,
    key: DOCUMENT_KEY,
    columns: [...defineDocumentColumns(getDocument), ...PARTY_COLUMNS, ...remainingFields.map(createFieldColumn)],
    rows: ({ result }) => result.resolution.documents.filter(({ document }) => document.compiledForm === compiledForm),
  }
})

const getDocument = (row: ResolvedDocument): SourceDocument => row.document

const PARTY_COLUMNS: readonly TableColumn<ResolvedDocument>[] = [
  textColumn('submission', 'Submission type that the document states.', row => row.document.submission),
  textColumn('status', 'The decision of the resolution about the document, such as `counted`.', row => row.status),
  defineIssuerColumn('id', 'Identifier of the issuer.', getDocument),
  defineIssuerColumn('name', 'Name of the issuer.', getDocument),
  defineIssuerColumn('address', 'Address of the issuer.', getDocument),
  ...defineRecipientColumns('id', 'last4', 'pseudonym', 'name', 'address'),
  nullableColumn.text('account_last4', 'Last four characters of the account number.', row => findAccount(row.document)),
]

function createFieldColumn(field: Field): TableColumn<ResolvedDocument> {
  const type = COLUMN_TYPE_BY_FIELD_TYPE[field.type]
  return {
    name: toSnakeCase(field.name),
    type,
    nullable: true,
    doc: field.doc,
    readCell: ({ asRead }, context) => readCellValue(field, asRead, context),
  }
}

function readCellValue(field: Field, document: SourceDocument, { privacy, result }: TaxpayerContext): CellValue {
  const { personIds } = result.dossier
  if ((field.personal && !privacy.canShowPersonalData) || privacy.shouldHideName(document, field, personIds))
    return null
  const cell = document.cells[document.compiledForm.positionByName.get(field.name) as number] as Cell
  if (cell === null) return null
  if (field.type === 'list')
    return JSON.stringify(
      (cell as readonly ListItem[]).map(item =>
        toPlainItem(item, field, formatCents, value => privacy.toPublicText(value)),
      ),
    )
  if (field.type === 'identifier') {
    return privacy.toPublicFieldIdentifier(cell as string, document.raw[field.key], personIds)
  }
  return COLUMN_TYPE_BY_FIELD_TYPE[field.type] === 'ratio'
    ? microsFromDecimal(cell as Decimal)
    : privacy.toPublicText(cell as CellValue)
}
