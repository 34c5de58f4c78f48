import type { ResolvedDocument } from '../resolve/resolved.js'
import { type FactRow, isCounted } from '../summarize/facts.js'
import { DOCUMENT_PLACE, ENTRY, issuerOf, leading } from './columns.js'
import { bool, maybe, money, sharedBy, type TableSpec, text } from './table.js'

const documentOf = (row: FactRow): ResolvedDocument => row.of

/** The table `facts`. */
export const facts: TableSpec<FactRow> = {
  name: 'facts',
  doc: 'One row an amount that is not zero: what each box adds to which sum, and why where it adds nothing.',
  key: [...ENTRY, 'field'],
  row: {
    type: 'Fact',
    extends: DOCUMENT_PLACE,
    without: ['issuerId', 'issuerName'],
    order: ['taxYear', 'field', 'box', 'role', 'amount', 'counted', 'reason', 'basis', 'flags'],
    more: { flags: ['readonly FactFlag[]', 'What the form says of the document.'] },
  },
  columns: [
    ...leading<FactRow>(documentOf),
    text('field', 'Normalized name of the field, or of the derived amount.', row => row.meaning.field),
    maybe.text('box', 'Box on the official form.', row => row.meaning.box),
    text(
      'role',
      'Role of the amount: the sum that it belongs to, such as income.wages, or a role without a sum, such as memo.',
      row => row.meaning.role,
      'Role',
    ),
    money('amount', 'The amount; negative where it subtracts.', row => row.cents),
    bool('counted', 'The amount enters the sum of its role.', isCounted),
    maybe.text('reason', 'Why it is not counted.', row => row.meaning.reason, 'Reason'),
    maybe.text(
      'basis',
      'Basis of the amount: gross receipts, or an allocated portion of earnings.',
      row => row.meaning.basis,
      'Basis',
    ),
    ...sharedBy(documentOf, [
      bool(
        'other_recipient',
        'The recipient is not the taxpayer: a spouse on a joint return.',
        row => row.of.otherRecipient,
      ),
      maybe.text('issuer_id', 'Identifier of the issuer.', (row, scope) => issuerOf(row.of, scope).id),
      maybe.text('issuer_name', 'Name of the issuer.', (row, scope) => issuerOf(row.of, scope).name),
    ]),
  ],
  rows: ({ result }) => result.ledger.facts,
}
