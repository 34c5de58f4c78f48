/** What `taxtally --help` prints. */
export const HELP = `taxtally: parsed tax records in, underwriting figures out

  taxtally convert   INPUT... --out DIR [--format csv|arrow|arrows] [--tables a,b,...|all]
  taxtally summarize INPUT... [--json]   income, withholding, liabilities, and what was not counted
  taxtally validate  INPUT... [--json]   issues only
  taxtally normalize INPUT...            normalized dossiers as NDJSON on standard output
  taxtally explain   INPUT... [--taxpayer ID] [--figure NAME] [--year Y]
                                         a figure of underwriting down to its boxes
  taxtally sandbox   [--port N] [--data FILE...] ...   the collection service on this machine;
                                         taxtally sandbox --help says more
  taxtally forms [FORM]                  the form kinds, or the fields of one
  taxtally schema [NAME]                 the JSON Schemas, or one of them

INPUT is a file of records, taxpayers or dossiers, as JSON or NDJSON, plain or gzip; - is standard input.

  --taxpayer-id ID            the taxpayer of records that carry no id
  --policy NAME|FILE          underwriting policy, repeatable; fannie-2026-03 unless given
  --as-of-year Y              the year to underwrite for
  --facts-of FILE             what you know of the taxpayers, NDJSON, one a line
  --strict                    every coercion and every error rejects its record
  --identifiers last4|full|pseudonym
                              how identifiers of people are put out; last4 unless given
  --pseudonym-key-file PATH   the key of pseudonyms, 32 bytes or more; or TAXTALLY_PSEUDONYM_KEY
  --raw-text                  no apostrophe before text cells of CSV that a spreadsheet would run
  --no-rejected               do not keep rejected input
  --max-value-bytes N         the largest JSON value; 268435456 unless given
  --jobs N                    convert: N processes, each a file or a part of one at a time; 1 unless given.
                              The bytes are the same. Not for standard input
  --quiet                     nothing on standard error but what went wrong

Exit codes: 0 done, 1 an internal error, 2 wrong usage, 3 an input could not be read or an output not written,
4 records were rejected or, with --strict, there were errors (everything good was still written).
SIGINT, SIGTERM and SIGHUP end convert by that signal (a shell shows 130, 143, 129), its temporary files removed.
`
