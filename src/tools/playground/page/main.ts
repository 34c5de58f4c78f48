// The folder `tools/playground/page` is the page itself. It sends the user's choices to the worker and shows the
// results. It stores nothing, and puts nothing where the browser would store it.
import type { TableFormat } from '../downloads.js'
import {
  type BorrowerLine,
  type BorrowerReport,
  type GeneratedFile,
  type InputSummary,
  MAX_INPUT_BYTES,
  type WorkerRequest,
} from '../protocol.js'
import { CancelledError, Engine, RequestFailedError } from './engine.js'
import { FactsForm } from './facts-form.js'
import { BorrowerList, byId, element, formatCount, issueGroup, ReportFrame, showTotals } from './parts.js'
import { TableViewer } from './table-view.js'

type ChosenBorrower = Pick<BorrowerLine, 'rowNumber' | 'name'>

const [progressBox, statusLine, results] = [byId('work'), byId('told'), byId('found')]
const share = byId<HTMLProgressElement>('share')
const [policy, comparison] = [byId<HTMLSelectElement>('policy'), byId<HTMLSelectElement>('beside')]
const files = byId<HTMLInputElement>('files')
const drop = byId('drop')

const engine = new Engine((fractionDone, taxpayers) => {
  share.value = fractionDone
  byId('doing').textContent = `${taskMessage}, ${formatCount(taxpayers, 'borrower')} so far`
})
const frame = new ReportFrame()
const list = new BorrowerList({
  fetchLines: (from, count, search) => engine.request({ kind: 'borrowers', from, count, search }),
  choose: borrower =>
    attempt('Making the report', async () => {
      await showReport(borrower)
      byId('report-title').focus()
    }),
})

const viewer = new TableViewer(query => {
  void attempt('Reading the table', async () => viewer.show(await engine.request({ kind: 'rows', ...query })))
})

const factsForm = new FactsForm(facts => {
  void attempt('Recalculating…', async () => {
    const borrower = chosenBorrower
    showBorrower(borrower, await engine.request({ kind: 'facts', number: borrower.rowNumber, facts }))
    viewer.refresh()
    await list.refresh()
  })
})

let taskMessage = ''
let chosenBorrower: ChosenBorrower = { rowNumber: 0, name: '' }
let runningTasks = 0

const policies = (): string[] =>
  [policy.value, comparison.value].filter((name, i, all) => name !== '' && all.indexOf(name) === i)

/** Returns a policy's display name, which its option shows. */
const labelOfPolicy = (name: string): string =>
  [...comparison.options].find(({ value }) => value === name)?.text ?? name

function showStatus(message: string, failed = false): void {
  statusLine.textContent = message
  statusLine.classList.toggle('failed', failed)
}

/** Runs a task that takes time, and shows its progress and its error. */
async function attempt(message: string, task: () => Promise<void>): Promise<void> {
  taskMessage = message
  byId('doing').textContent = message
  share.removeAttribute('value')
  progressBox.hidden = false
  runningTasks++
  document.body.ariaBusy = 'true'
  try {
    await task()
  } catch (cause) {
    if (cause instanceof CancelledError) return
    showStatus(cause instanceof RequestFailedError ? cause.message : 'The browser could not do this.', true)
  } finally {
    if (--runningTasks === 0) {
      progressBox.hidden = true
      document.body.ariaBusy = null
    }
  }
}

async function showReport(borrower: ChosenBorrower): Promise<void> {
  chosenBorrower = borrower
  showBorrower(borrower, await engine.request({ kind: 'report', number: borrower.rowNumber }))
}

function showBorrower({ rowNumber, name }: ChosenBorrower, reportFile: BorrowerReport): void {
  showTotals(reportFile.totals, name)
  factsForm.show(rowNumber, reportFile.choices)
  frame.show(reportFile, name)
}

/** Describes what was read. A sentence about a wrong file comes before the counts. */
function describeSummary({ sources, taxpayers, rejected, wrongFiles, issues }: InputSummary): string {
  const countOfSeverity = (severity: string): number =>
    issues.filter(group => group.severity === severity).reduce((sum, { count }) => sum + count, 0)
  const from = sources.length === 1 ? (sources[0] ?? '') : formatCount(sources.length, 'file')
  const issueCounts = `${formatCount(countOfSeverity('error'), 'error')}, ${formatCount(countOfSeverity('warning'), 'warning')}, ${formatCount(countOfSeverity('info'), 'note')}`
  const rejectedText =
    rejected === 0 ? '' : ` ${formatCount(rejected, 'record or value', 'records or values')} could not be used.`
  return [...wrongFiles, `${from}: ${formatCount(taxpayers, 'borrower')}; ${issueCounts}.${rejectedText}`].join('\n')
}

/** Shows the results of a request, with the report of the chosen borrower. The first borrower is chosen by default. */
async function show(ask: WorkerRequest & { kind: 'read' | 'example' | 'policies' }): Promise<void> {
  const summary = await engine.request(ask)
  const { taxpayers, issues } = summary
  for (const id of ['issues', 'to-issues']) byId(id).hidden = issues.length === 0
  byId('issue-list').replaceChildren(...issues.map(issueGroup))
  byId('report').hidden = taxpayers === 0
  byId('tables').hidden = taxpayers === 0 && issues.length === 0
  await list.show(taxpayers, policies().map(labelOfPolicy), chosenBorrower.rowNumber)
  const { rowNumber: from } = chosenBorrower
  const { lines } = await engine.request({ kind: 'borrowers', from, count: 1, search: '' })
  results.hidden = false
  const [first] = lines
  if (first !== undefined) await showReport(first)
  if (ask.kind === 'policies') viewer.refresh()
  else viewer.reset(taxpayers)
  showStatus(describeSummary(summary), taxpayers === 0 || summary.wrongFiles.length > 0)
}

/** Stops all work, discards everything that was read or entered, and removes it from the page. */
function clearPage(): void {
  engine.stop()
  chosenBorrower = { rowNumber: 0, name: '' }
  results.hidden = true
  byId('figures').hidden = true
  for (const part of [factsForm, list, viewer, frame]) part.clear()
  for (const container of document.querySelectorAll('[data-result]')) container.replaceChildren()
  showStatus('')
}

/** Starts over, without the data that was read before. */
async function begin(message: string, ask: WorkerRequest & { kind: 'read' | 'example' }): Promise<void> {
  clearPage()
  showStatus(message)
  await attempt(message, () => show(ask))
  statusLine.focus()
}

function read(chosenFiles: readonly File[]): void {
  if (chosenFiles.length === 0) return
  if (chosenFiles.reduce((sum, { size }) => sum + size, 0) > MAX_INPUT_BYTES)
    showStatus('This is more than 256 MB, which is too much for a page. taxtally report reads files of any size.', true)
  else void begin('Reading', { kind: 'read', files: chosenFiles, policies: policies() })
}

function save({ blob, file }: GeneratedFile): void {
  const url = URL.createObjectURL(blob)
  element('a', { href: url, download: file }).click()
  // The browser needs the URL until the download has started. A minute is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

files.addEventListener('change', () => {
  const chosenFiles = [...(files.files ?? [])]
  // Browsers save the path of a file that the input still holds. Also lets the user choose the same file again.
  files.value = ''
  read(chosenFiles)
})

// The browser may keep this page in memory, or show it again.
addEventListener('pagehide', clearPage)

for (const name of ['dragenter', 'dragover'] as const)
  document.addEventListener(name, event => {
    event.preventDefault()
    drop.classList.add('over')
  })
document.addEventListener('dragleave', event => {
  if (event.relatedTarget === null) drop.classList.remove('over')
})
document.addEventListener('drop', event => {
  event.preventDefault()
  drop.classList.remove('over')
  read([...(event.dataTransfer?.files ?? [])])
})

for (const select of [policy, comparison])
  select.addEventListener('change', () => {
    if (!results.hidden) void attempt('Recalculating…', () => show({ kind: 'policies', policies: policies() }))
  })

byId('cancel').addEventListener('click', () => {
  clearPage()
  showStatus('Cancelled.')
  statusLine.focus()
})

document.addEventListener('click', ({ target }) => {
  const button = target instanceof HTMLButtonElement ? target : null
  const { example, table, format } = button?.dataset ?? {}
  if (example !== undefined) void begin('Reading', { kind: 'example', name: example, policies: policies() })
  if (button?.id === 'zip')
    void attempt('Packing the files', async () =>
      save(await engine.request({ kind: 'zip', number: chosenBorrower.rowNumber })),
    )
  if (table !== undefined)
    void attempt('Writing the table', async () =>
      save(await engine.request({ kind: 'table', name: table, format: format as TableFormat })),
    )
})
