// The folder `cli/commands` has the commands, a file each. A command takes parsed arguments, calls the library and
// returns the exit code.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { formatUnknownName } from '../../core/nearest-name.js'
import { replaceControls } from '../../core/text.js'
import { convert } from '../../files/convert/convert.js'
import { filterRows } from '../../files/convert/filter.js'
import { mergeFiles } from '../../files/merge/merge-files.js'
import { FORMS } from '../../schema/forms/index.js'
import type { TableSpec } from '../../tables/table.js'
import { selectTables } from '../../tables/tables.js'
import type { Call } from '../options/options.js'
import { requireInputs, requireOut, requireOutFolder } from '../options/out-option.js'
import { UsageError } from '../options/parse-arguments.js'
import { type CallUnderwriting, readUnderwritingInputs } from '../options/underwriting.js'
import { runWithProgress } from '../output/progress.js'
import { endBetweenLines, onSignals } from '../output/signals.js'
import { countWithNoun, replaceUnprintable, say, writeOut } from '../output/text.js'
import { printCounts } from '../read-inputs.js'

/** The size in bytes at which `limitHeap` stops the growth of the young generation. */
const MAX_YOUNG_GENERATION_BYTES = 12_000_000
/** The interval at which `limitHeap` checks the young generation, in milliseconds. */
const CHECK_INTERVAL_MS = 20

/**
 * Keeps the heap of this process small while it processes taxpayers one at a time. The old generation is collected
 * after it has grown by half. Node 22 and earlier limit the young generation themselves. Later versions let it grow two
 * to four times as large with little gain in speed. Do not call this in a process that starts threads for `--jobs`,
 * because the flags also apply to its threads.
 */
function limitHeap(): void {
  setFlagsFromString('--heap-growing-percent=50')
  if (Number.parseInt(process.versions.v8, 10) < 13) return
  const timer = setInterval(() => {
    const youngSpace = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (youngSpace === undefined || youngSpace.space_size < MAX_YOUNG_GENERATION_BYTES) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

/** Runs `taxtally convert`, which converts files to tables. */
export async function convertCommand(call: Call): Promise<number> {
  requireInputs(call)
  const out = requireOutFolder(call)
  const tables = findChosenTables(call)
  const underwriting = await readUnderwritingInputs(call)
  const tellLateSignals = onSignals()
  if (call.jobs === 1) limitHeap()
  const { underwritingInputs, getUnderwritingInputs, policyFiles, factsFile, statedFile } = underwriting
  const optionFiles = [...policyFiles, factsFile, statedFile].map(file => file?.path)
  const report = await runWithProgress(call, reading =>
    convert(call.inputs, {
      ...reading,
      formats: call.formats,
      rawText: call.rawText,
      keepRejected: call.keepRejected,
      allowEmpty: call.allowEmpty,
      partBytes: call.partBytes,
      out,
      tables,
      forms: FORMS,
      getUnderwritingInputs,
      jobs: { count: call.jobs, underwritingInputs },
      settings: {
        options: toManifestSettings(call, underwriting),
        tables: tables.map(table => table.name),
        policies: underwritingInputs.policies.map(({ name, ruleVersion: rule_version }, i) => {
          const file = policyFiles[i]?.description
          return { name, rule_version, ...(file === undefined ? {} : { file }) }
        }),
      },
      optionFiles: [...optionFiles, call.pseudonymKeyFile].filter(path => path !== undefined),
    }),
  )
  underwriting.reportUnused()
  const code = printCounts(call, report, { shouldListCodes: true })
  if (!call.quiet)
    say(
      `${countWithNoun(report.rows, 'row')} of ${countWithNoun(tables.length, 'table')} in ${replaceUnprintable(out)}`,
    )
  await tellLateSignals()
  return code
}

/** Returns the settings that determine the output, except inputs and policies, without secret keys or file contents. */
const toManifestSettings = ({ reading, ...call }: Call, { factsFile, statedFile }: CallUnderwriting) => ({
  formats: call.formats,
  strict: reading.strict,
  identifiers: reading.identifiers,
  rawText: call.rawText,
  keepRejected: call.keepRejected,
  taxpayerId: reading.taxpayerId === undefined ? null : replaceControls(reading.taxpayerId),
  from: reading.from,
  recordsAt: reading.recordsAt === undefined ? undefined : replaceControls(reading.recordsAt),
  partBytes: call.partBytes,
  asOfYear: call.asOfYear ?? null,
  // Leaves out the hash of the file. The file has so little data that its content could be guessed from the hash.
  factsOf: factsFile === null ? null : { name: factsFile.description.name, bytes: factsFile.description.bytes },
  stated: statedFile === null ? null : { name: statedFile.description.name, bytes: statedFile.description.bytes },
  ...Object.fromEntries(Object.entries(call.limits).map(([name, limit]) => [name, limit ?? null])),
})

/** Runs `taxtally tables`, which reads records and prints rows as NDJSON, for programs that read them from a pipe. */
export async function tablesCommand(call: Call): Promise<number> {
  if (call.jobs > 1)
    throw new UsageError(
      '--jobs cannot be used with tables, which works in one thread. To use more, start it several times, each with another --shard K/N.',
    )
  const tables = findChosenTables(call)
  const { getUnderwritingInputs, reportUnused } = await readUnderwritingInputs(call)
  const { shard } = call
  const paths = call.inputs.length === 0 ? ['-'] : call.inputs
  endBetweenLines()
  limitHeap()
  const counts = await runWithProgress(call, reading =>
    filterRows(
      paths,
      { ...reading, allowEmpty: call.allowEmpty, shard, tables, forms: FORMS, getUnderwritingInputs },
      writeOut,
    ),
  )
  reportUnused()
  return printCounts(call, { ...counts, rejectedFile: null })
}

/** Returns the tables that a call requests. Throws UsageError if a name is unknown. */
export function findChosenTables(call: Call): readonly TableSpec[] {
  const { tables, unmatchedNames } = selectTables(call.tables)
  const [unknownName] = unmatchedNames
  if (unknownName === undefined) return tables
  const tableNames = selectTables(['all']).tables.map(({ name }) => name)
  // Names only the position, because an unknown name could be data.
  const position = (call.tables ?? []).indexOf(unknownName) + 1
  throw new UsageError(
    formatUnknownName(`--tables: name ${position} is not a table; give all, or any of`, tableNames, unknownName),
  )
}

/** Runs `taxtally merge`, which merges files with the same taxpayers into one file of dossiers. */
export async function mergeCommand(call: Call): Promise<number> {
  requireInputs(call)
  const out = requireOut(call, 'FILE')
  if (call.reading.from !== undefined) throw new UsageError('merge takes records; it does not take --from.')
  const { inputs, keepRejected, allowEmpty } = call
  const tellLateSignals = onSignals()
  const report = await runWithProgress(call, reading =>
    mergeFiles(inputs, { ...reading, out, keepRejected, allowEmpty }),
  )
  const code = printCounts(call, report, { issuesFile: report.issuesFile })
  await tellLateSignals()
  return code
}
