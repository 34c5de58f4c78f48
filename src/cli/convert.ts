import { withoutControls } from '../core/text.js'
import { FORMS } from '../forms/index.js'
import { convert } from '../stream/convert.js'
import { boundHeap } from '../stream/memory.js'
import { VERSION } from '../version.js'
import { chosenTables } from './chosen-tables.js'
import { endWith } from './end-with.js'
import type { Call } from './options.js'
import { whileReading } from './progress.js'
import { onSignals } from './signals.js'
import { counted, printable, say } from './text.js'
import { type CallTerms, readTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'

/** `taxtally convert`: files to tables. */
export async function convertCommand(call: Call): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError('convert takes at least one INPUT.')
  if (!call.out) throw new UsageError('convert takes --out DIR.')
  const tables = chosenTables(call)
  const underwriting = await readTerms(call)
  const tellLateSignals = onSignals()
  if (call.jobs === 1) boundHeap()
  const { out } = call
  const { terms, termsOf } = underwriting
  const report = await whileReading(call, reading =>
    convert(call.inputs, {
      ...reading,
      formats: call.formats,
      rawText: call.rawText,
      keepRejected: call.keepRejected,
      allowEmpty: call.allowEmpty,
      partBytes: call.partBytes,
      out,
      tables,
      version: VERSION,
      forms: FORMS,
      termsOf,
      jobs: { count: call.jobs, terms },
      settings: {
        options: settingsOf(call, underwriting),
        tables: tables.map(table => table.name),
        policies: terms.policies.map(({ name, ruleVersion: rule_version }, i) => {
          const file = underwriting.policyFiles[i]?.print
          return { name, rule_version, ...(file === undefined ? {} : { file }) }
        }),
      },
      optionFiles: optionFilesOf(call, underwriting),
    }),
  )
  underwriting.tellUnused()
  const code = endWith(call, report, { tellsCodes: true })
  if (!call.quiet)
    say(`${counted(report.rows, 'row')} of ${counted(tables.length, 'table')} in ${printable(out)}`)
  await tellLateSignals()
  return code
}

/** What of a call decides the bytes of its outputs, beside its inputs and policies; never a key or what a file holds. */
const settingsOf = ({ reading, ...call }: Call, { factsFile, statedFile }: CallTerms) => ({
  formats: call.formats,
  strict: reading.strict,
  identifiers: reading.identifiers,
  rawText: call.rawText,
  keepRejected: call.keepRejected,
  taxpayerId: reading.taxpayerId === undefined ? null : withoutControls(reading.taxpayerId),
  from: reading.from,
  recordsAt: reading.recordsAt === undefined ? undefined : withoutControls(reading.recordsAt),
  partBytes: call.partBytes,
  asOfYear: call.asOfYear ?? null,
  // No sum of its bytes: what it holds of a taxpayer is little enough to be guessed from one.
  factsOf: factsFile === null ? null : { name: factsFile.print.name, bytes: factsFile.print.bytes },
  stated: statedFile === null ? null : { name: statedFile.print.name, bytes: statedFile.print.bytes },
  ...Object.fromEntries(Object.entries(call.limits).map(([name, most]) => [name, most ?? null])),
})

const optionFilesOf = (call: Call, { policyFiles, factsFile, statedFile }: CallTerms): string[] =>
  [...policyFiles.map(file => file?.path), factsFile?.path, statedFile?.path, call.pseudonymKeyFile].filter(
    path => path !== undefined,
  )
