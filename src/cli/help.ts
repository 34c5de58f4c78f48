import { FORMATS } from '../stream/formats/index.js'

/** What `taxtally --help` prints. */
export const HELP = `taxtally: parsed tax records in, underwriting figures out

  taxtally convert   INPUT... --out DIR [--format ${FORMATS.join('|')}] [--tables a,b,...|all]
  taxtally summarize INPUT... [--json]   income, withholding, liabilities, and what was not counted
  taxtally validate  INPUT... [--json]   issues only: a line for each code, with --json for each issue
  taxtally normalize INPUT...            normalized dossiers as NDJSON on standard output
  taxtally explain   INPUT... [--taxpayer ID] [--figure NAME] [--year Y]
                                         an underwriting figure, traced down to its boxes
  taxtally report    INPUT... --out DIR  a page to read for each taxpayer, one HTML file, and index.html
  taxtally sandbox   [--port N] [--data FILE...] ...   the collection service on this machine;
                                         see taxtally sandbox --help
  taxtally forms [FORM]                  the form kinds, or the fields of one
  taxtally schema [NAME]                 the JSON Schemas, or one of them

INPUT is a file of records, taxpayers or dossiers, as JSON or NDJSON, plain or gzipped; - is standard input.

  --from fdx                  INPUT holds tax forms of the Financial Data Exchange, not records
  --taxpayer-id ID            the taxpayer for records without an id
  --policy NAME|FILE          underwriting policy, repeatable; fannie-2026-03 by default
  --as-of-year Y              the year to underwrite for
  --facts-of FILE             what you know of the taxpayers, as NDJSON, one per line
  --stated FILE               what applications state, to be held against the documents: as NDJSON, one per line, or
                              a MISMO 3.4 loan file (XML), with --taxpayer-id for whose it is
  --strict                    reject any record with a coercion or an error
  --fail-on WORD,...          error, warning (or worse) or issue codes that make the exit code 4
  --identifiers last4|full|pseudonym
                              how identifiers of people are written; last4 by default
  --pseudonym-key-file PATH   the key for pseudonyms, 32 bytes or more; or set TAXTALLY_PSEUDONYM_KEY
  --raw-text                  no apostrophe before CSV text cells that a spreadsheet would run
  --no-rejected               do not keep rejected input
  --max-value-bytes N         the largest JSON value; 268435456 by default
  --max-value-entries N       the most entries of one JSON value; 1000000 by default
  --max-taxpayer-documents N  the most documents of one taxpayer; 1000000 by default
  --max-value-issues N        issues of one code of a taxpayer, before what is alike is counted; 10000 by default
  --max-source-issues N       issues that convert and validate list of an input; 100000 by default
  --max-unpacked-bytes N      what a gzip may unpack to; 100 times its size by default, but at least 1000000000
  --jobs N                    convert: N threads, which make the rows of some taxpayers at a time; 1 by default.
                              The bytes are the same
  --quiet                     print only what went wrong on standard error

Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 an input could not be read or an output could not be written,
4 records or values were rejected or, with --strict, there were errors, or there was what --fail-on names
(everything good was still written).
SIGINT, SIGTERM and SIGHUP end convert by that signal (a shell shows 130, 143, 129) and remove its temporary files.
`
