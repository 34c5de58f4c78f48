/** What a person may try: shipped fixtures, which stand in the bundle. */
export const EXAMPLES: readonly (readonly [file: string, title: string])[] = [
  ['borrower.ndjson', 'A borrower of three years'],
  ['dossiers.ndjson', 'Eight borrowers'],
  ['liabilities-dossier.json', 'Debts, liens and a mortgage'],
  ['loan-files/dossier.json', 'A borrower of a loan file'],
  ['quirks/broken-box.json', 'An amount that cannot be read'],
  ['quirks/ndjson-truncated-line.ndjson', 'A line that ends early'],
  ['quirks/json-malformed.json', 'A file that is no JSON'],
]
