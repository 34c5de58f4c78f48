import { addToList, IssueIndex, normalizeStep, type Path, parsePath } from './issue-index.js'
import { isObject, type Json, type JsonObject } from './json.js'
import {
  FORM_BY_SQUEEZED,
  hasUnusualCharacter,
  isNear,
  MONEY_KEYS,
  mayBeReported,
  mayPrint,
  mustBeReported,
  nearKeys,
  UNREAD_FORMS,
} from './keys.js'
import { isAbsent, isPhrase, readMoney } from './money.js'
import type { AnalysisSeen, DocumentSeen, OutcomeSeen, PlaceSeen, Violation } from './seen.js'
import { type FormShape, type MoneyBox, SHAPE_BY_KEY, squeeze } from './vocabulary.js'

/** The location of an entry. `cell` is the key of its document, as `cellKey` returns it. */
export interface EntryLocation {
  readonly path: Path
  readonly form: FormShape
  readonly recordId: string
  readonly cell: string
}

/** Returns the key of a document. Squeezes the record id, because the library removes some characters from ids. */
export const cellKey = ({ recordId, form, formIndex, entryIndex }: PlaceSeen): string =>
  `${squeeze(recordId)}/${squeeze(form)}/${formIndex}/${entryIndex}`

const CODES_REFUSING_RECORD = new Set([
  ...['record_not_object', 'record_id_missing', 'record_forms_not_array', 'record_repeated', 'strict_rejected'],
  ...['limit_reached'],
])

const printBriefly = (value: Json): string =>
  Array.isArray(value) ? '[...]' : isObject(value) ? '{...}' : JSON.stringify(value).slice(0, 60)

/** Walks through an input and adds a violation for each amount without a fact or an issue. */
export class Walk {
  readonly violations: Violation[] = []
  protected readonly issueIndex = new IssueIndex()
  /** The amounts in the output by document and field. The walk removes each one that it finds in the input. */
  protected readonly facts = new Map<string, string[]>()
  protected readonly documents = new Map<string, DocumentSeen[]>()
  protected readonly expectedDocuments = new Map<string, number>()
  /** Keys of documents that the rules allow the library to read in several ways. Extra facts of these are allowed. */
  protected readonly ambiguousDocuments = new Set<string>()
  protected readonly ambiguousFormArrays = new Set<string>()
  protected readonly unreadableAmounts: { readonly box: EntryLocation; readonly money: MoneyBox }[] = []
  protected readonly read: { readonly box: EntryLocation; readonly money: MoneyBox }[] = []
  protected readonly unread: EntryLocation[] = []
  /** Squeezed ids that more than one record has. The documents of these records share keys. */
  private readonly ambiguousRecordIds = new Set<string>()
  private readonly records = new Set<string>()
  /** Paths of rejected records and skipped form arrays. Issues about keys inside them are not checked. */
  protected readonly notWalked: string[] = []
  protected readonly strangeYears = new Set<number>()
  /** The form and squeezed key of each box that an issue may report as misspelled. */
  protected readonly mayBeMisspelled = new Set<string>()
  protected readonly mayBeUnread = new Set<string>()

  constructor(
    protected readonly root: Json,
    protected readonly outcome: OutcomeSeen,
    protected readonly analysis: AnalysisSeen,
  ) {
    for (const issue of outcome.issues) {
      const steps = parsePath(issue.path ?? '')
      if (steps !== null) this.issueIndex.add(issue.code, steps)
    }
    for (const fact of analysis.facts) addToList(this.facts, `${cellKey(fact)}/${fact.field}`, fact.amount.toFixed(2))
    for (const document of analysis.documents) addToList(this.documents, cellKey(document), document)
  }

  protected addViolation(rule: string, detail: string): void {
    this.violations.push({ rule, detail })
  }

  // -- location of records

  /** Finds the key that the library reads for a name: the name itself or, if its value is absent, an ASCII variant. */
  private findKey(value: JsonObject, name: string, path: Path): string | null {
    if (Object.hasOwn(value, name) && !isAbsent(value[name])) return name
    const others = Object.keys(value).filter(
      key =>
        key !== name &&
        [...key].every(letter => letter < '\u0080') &&
        squeeze(key) === name &&
        this.issueIndex.findCodes([...path, key]).has('field_respelled'),
    )
    return others.sort()[0] ?? null
  }

  protected checkTopLevel(value: Json, path: Path): void {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        if (isObject(item)) this.checkTopLevel(item, [...path, index])
        else this.checkUnreadPart(item, [...path, index])
      })
      return
    }
    if (!isObject(value)) return
    // If there are several variants of these keys, the library reads one of them, and an issue must name the others.
    const key = this.findKey(value, 'records', path)
    const taxpayer = this.findKey(value, 'taxpayer', path)
    const records = key === null ? null : value[key]
    if (key !== null && Array.isArray(records)) {
      // The library may reject an element of an array because of its taxpayer. An issue names the element or taxpayer.
      const codes = new Set([
        ...this.issueIndex.findCodes(path),
        ...this.issueIndex.findCodes([...path, taxpayer ?? 'taxpayer']),
      ])
      if (path.length > 0 && (codes.has('taxpayer_second') || codes.has('taxpayer_unknown'))) return
      records.forEach((record, index) => {
        this.checkRecord(record, [...path, key, index])
      })
      for (const otherKey of Object.keys(value)) {
        if (otherKey === key) continue
        this.checkUnreadPart(
          value[otherKey] as Json,
          [...path, otherKey],
          otherKey === taxpayer ? 'amount_outside_silent' : 'dossier_key_silent',
        )
      }
      return
    }
    if (Array.isArray(value['forms']) && !Object.hasOwn(value, 'taxpayer') && !Object.hasOwn(value, 'records')) {
      this.checkRecord(value, path)
      return
    }
    // The library treats any other value as a record and rejects it.
    const codes = [...this.issueIndex.findCodes([...path, 'id']), ...this.issueIndex.findCodes([...path, 'forms'])]
    if (!codes.some(code => CODES_REFUSING_RECORD.has(code))) this.checkUnreadPart(value, path, 'dossier_key_silent')
  }

  /** Checks a value that the library does not read. Each amount in it needs an issue at its path or an outer path. */
  private checkUnreadPart(value: Json, path: Path, rule = 'amount_outside_silent'): void {
    const open: [Json, Path][] = [[value, path]]
    let budget = 3000
    while (open.length > 0 && budget-- > 0) {
      const [value, valuePath] = open.pop() as [Json, Path]
      if (Array.isArray(value))
        value.forEach((item, index) => {
          open.push([item, valuePath.length > 60 ? valuePath : [...valuePath, index]])
        })
      else if (isObject(value)) {
        for (const key of Object.keys(value)) {
          // Metadata belongs to the application and is kept unchanged.
          if (key === 'metadata') continue
          const item = value[key] as Json
          const itemPath = valuePath.length > 60 ? valuePath : [...valuePath, key]
          if (!MONEY_KEYS.has(key)) open.push([item, itemPath])
          else if (readMoney(item).kind === 'amount' && !this.issueIndex.covers(itemPath)) {
            this.addViolation(rule, itemPath.join('/'))
            return
          }
        }
      }
    }
  }

  private checkRecord(value: Json, path: Path): void {
    if (!isObject(value)) {
      if (value !== null && !this.issueIndex.covers(path)) this.addViolation('record_silent', path.join('/'))
      return
    }
    const paths = [path, [...path, 'id'], [...path, 'forms']]
    const codes = new Set(paths.flatMap(part => [...this.issueIndex.findCodes(part)]))
    const forms = value['forms']
    const usable = typeof value['id'] === 'string' && /[A-Za-z0-9]{3}/.test(value['id']) && !isPhrase(value['id'])
    const marked = [...codes].some(code => CODES_REFUSING_RECORD.has(code))
    if (marked) {
      this.notWalked.push(path.map(normalizeStep).join(''))
      if (usable && Array.isArray(forms) && !codes.has('record_repeated'))
        this.addViolation('record_refused', [...codes].join(' '))
      return
    }
    const id = squeeze(String(value['id']))
    if (this.records.has(id)) this.ambiguousRecordIds.add(id)
    this.records.add(id)
    if (!Array.isArray(forms)) {
      if (forms !== undefined && forms !== null && !this.issueIndex.covers([...path, 'forms']))
        this.addViolation('forms_silent', path.join('/'))
    } else {
      forms.forEach((form, index) => {
        this.checkForm(form, index, [...path, 'forms', index], value)
      })
    }
    for (const key of Object.keys(value)) if (key !== 'forms') this.checkUnreadPart(value[key] as Json, [...path, key])
  }

  private checkForm(value: Json, formIndex: number, path: Path, record: JsonObject): void {
    if (!isObject(value)) {
      if (!isAbsent(value) && !this.issueIndex.covers(path)) this.addViolation('form_silent', path.join('/'))
      this.checkUnreadPart(value, path)
      return
    }
    const recordId = String(record['id'])
    for (const key of Object.keys(value)) {
      const array = value[key] as Json
      const arrayPath = [...path, key]
      const arrayKey = `${squeeze(recordId)}/${squeeze(key)}/${formIndex}`
      const exactShape = SHAPE_BY_KEY.get(key)
      const respelled = exactShape === undefined ? FORM_BY_SQUEEZED.get(squeeze(key)) : undefined
      const shape = exactShape ?? respelled
      if (shape === undefined) {
        if (['type', 'year', 'ssn'].includes(key)) continue
        if (Array.isArray(array) && array.length > 0) {
          const codes = this.issueIndex.findCodes(arrayPath)
          if (!codes.has('form_unknown') && !codes.has('field_unknown') && !this.issueIndex.isLimitReached)
            this.addViolation('form_key_silent', arrayPath.join('/'))
          const filled = array.some(item => !isAbsent(item) && readMoney(item).kind !== 'zero')
          if (codes.has('form_unknown') && filled && UNREAD_FORMS.get(key) === true) {
            const year = typeof value['year'] === 'string' ? Number(value['year']) : value['year']
            if (typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year <= 2100)
              this.strangeYears.add(year)
          }
        }
        this.checkUnreadPart(array, arrayPath)
        continue
      }
      if (!Array.isArray(array)) {
        // The value of this form key is not an array, so amounts in it need an issue.
        this.checkUnreadPart(array, arrayPath)
        if (isObject(array) && Object.keys(array).length > 0 && !this.issueIndex.covers(arrayPath))
          this.addViolation('form_array_silent', arrayPath.join('/'))
        continue
      }
      const twins = Object.keys(value).filter(
        otherKey =>
          squeeze(otherKey) === squeeze(key) &&
          Array.isArray(value[otherKey]) &&
          (value[otherKey] as Json[]).length > 0,
      )
      const absentTwin = Object.keys(value).some(otherKey => otherKey !== key && squeeze(otherKey) === squeeze(key))
      if (respelled !== undefined && array.length > 0) {
        const codes = this.issueIndex.findCodes(arrayPath)
        if (twins.length > 1 || absentTwin || hasUnusualCharacter(key)) {
          // The form object has two variants of one form key. The library may read either one if it reports the other.
          this.ambiguousFormArrays.add(arrayKey)
          if (codes.size === 0 && !this.issueIndex.covers(arrayPath))
            this.addViolation('form_twin_silent', arrayPath.join('/'))
          this.notWalked.push(arrayPath.map(normalizeStep).join(''))
          continue
        }
        if (!codes.has('form_respelled')) {
          this.addViolation(
            codes.size > 0 ? 'form_respelled_not_read' : 'form_key_silent',
            `${arrayPath.join('/')} ${[...codes].join(' ')}`,
          )
          this.ambiguousFormArrays.add(arrayKey)
          continue
        }
      }
      if (twins.length > 1) this.ambiguousFormArrays.add(arrayKey)
      array.forEach((entry, entryIndex) => {
        const spot = [...arrayPath, entryIndex]
        if (!isObject(entry)) {
          if (entry !== null && !this.issueIndex.covers(spot)) this.addViolation('entry_silent', spot.join('/'))
          return
        }
        const cell = cellKey({ recordId, form: shape.key, formIndex, entryIndex })
        this.expectedDocuments.set(cell, (this.expectedDocuments.get(cell) ?? 0) + 1)
        this.checkEntry(entry, { path: spot, form: shape, recordId, cell })
      })
    }
  }

  // -- entries

  private takeFact(box: EntryLocation, name: string, amount: string): boolean {
    const list = this.facts.get(`${box.cell}/${name}`)
    const index = list?.indexOf(amount) ?? -1
    if (list === undefined || index < 0) return false
    list.splice(index, 1)
    return true
  }

  private takeAnyFact(box: EntryLocation, name: string): boolean {
    return this.facts.get(`${box.cell}/${name}`)?.pop() !== undefined
  }

  private static signed(money: MoneyBox, text: string): string {
    if (money.sum !== 'subtract') return text
    return text.startsWith('-') ? text.slice(1) : `-${text}`
  }

  private checkEntry(entry: JsonObject, box: EntryLocation): void {
    const { form, path } = box
    for (const key of Object.keys(entry)) {
      const value = entry[key] as Json
      const valuePath = [...path, key]
      const money = form.money.get(key)
      if (money !== undefined) this.checkKnownKey(value, box, money, valuePath, [key])
      else if (!form.keySet.has(key)) this.checkUnknownKey(key, value, entry, box, valuePath)
      else if (key === form.issuer || key === form.recipient) this.checkUnreadPart(value, valuePath)
      else if (key === 'SSA/RRB Payments' && readMoney(value).kind === 'amount') {
        if (!this.issueIndex.covers(valuePath)) this.addViolation('ssa_text_silent', valuePath.join('/'))
      }
    }
  }

  private checkKnownKey(
    value: Json,
    box: EntryLocation,
    money: MoneyBox,
    valuePath: Path,
    keys: readonly string[],
  ): void {
    const read = readMoney(value)
    if (read.kind === 'absent') return
    if (
      read.kind === 'zero' ||
      (read.kind === 'amount' && this.takeFact(box, money.name, Walk.signed(money, read.text)))
    ) {
      this.read.push({ box, money })
      return
    }
    const codes = new Set(keys.flatMap(key => [...this.issueIndex.findCodes([...box.path, key])]))
    const description = `${box.form.key} ${money.key} ${printBriefly(value)}`
    switch (read.kind) {
      case 'amount':
        if (codes.size > 0) this.addViolation('amount_refused', `${description}: ${[...codes].join(' ')}`)
        else if (this.issueIndex.covers(valuePath)) this.addViolation('amount_told_around', description)
        else this.addViolation('amount_lost', description)
        return
      case 'tiny':
        if (!codes.has('money_rounded')) this.addViolation('rounded_away_silent', description)
        this.read.push({ box, money })
        return
      case 'bad':
        if (codes.size === 0 && !this.issueIndex.covers(valuePath)) this.addViolation('bad_box_silent', description)
        if (!this.takeAnyFact(box, money.name)) this.unreadableAmounts.push({ box, money })
        else if (!this.ambiguousRecordIds.has(squeeze(box.recordId))) this.addViolation('bad_money_read', description)
        return
      default:
        if (!this.takeAnyFact(box, money.name) && codes.size === 0 && !/^[\s\d]*0?[\s]*$/.test(String(value)))
          this.addViolation('unsure_box_silent', description)
        this.ambiguousDocuments.add(box.cell)
    }
  }

  private checkUnknownKey(key: string, value: Json, entry: JsonObject, box: EntryLocation, valuePath: Path): void {
    const { form } = box
    if (mayBeReported(value)) this.mayBeUnread.add(`${form.key}/${squeeze(key)}`)
    const codes = this.issueIndex.findCodes(valuePath)
    const description = `${form.key} ${JSON.stringify(key).slice(0, 70)} ${printBriefly(value)}: ${[...codes].join(' ')}`
    const near = nearKeys(key, form.keys, entry)
    if (near.equal.length + near.loose.length > 0) this.mayBeMisspelled.add(`${form.key}/${squeeze(key)}`)
    // The rules do not define whether an amount below half a cent is 0.
    const kind = typeof value === 'string' || typeof value === 'number' ? readMoney(value).kind : 'bad'
    if (isAbsent(value) || kind === 'zero' || kind === 'tiny') return
    // An unknown key needs an issue, even if its value is not an amount.
    if (codes.size === 0 && !this.issueIndex.covers(valuePath)) {
      this.addViolation(mayPrint(key) ? 'unknown_key_silent' : 'hidden_key_silent', description)
      return
    }
    if (Array.isArray(value) || isObject(value)) {
      this.checkUnreadPart(value, valuePath)
      if (near.equal.length > 0) this.ambiguousDocuments.add(box.cell)
      if (isNear(near) || !mustBeReported(key, value)) return
      if (codes.has('amount_unread')) this.unread.push(box)
      else if (!this.issueIndex.covers(box.path)) this.addViolation('unread_only_noted', description)
      return
    }
    const cell = box.cell
    const rivals = Object.keys(entry).filter(
      otherKey => otherKey !== key && squeeze(otherKey) === squeeze(key) && !isAbsent(entry[otherKey]),
    )
    if (near.equal.length === 1 && near.loose.length === 0 && rivals.length === 0 && !hasUnusualCharacter(key)) {
      const intendedKey = near.equal[0] as string
      const money = form.money.get(intendedKey)
      if (!codes.has('field_respelled')) {
        this.addViolation('respelled_not_told', description)
        this.ambiguousDocuments.add(cell)
      } else if (money !== undefined) this.checkKnownKey(value, box, money, valuePath, [key, intendedKey])
      return
    }
    const spelledTwice = form.keys.some(formKey => squeeze(formKey) === squeeze(key))
    if (spelledTwice || (hasUnusualCharacter(key) && near.loose.length > 0)) {
      // The entry has two variants of one key, or a similar key. The library may read either one but must report it.
      this.ambiguousDocuments.add(cell)
      if (
        !['field_respelled', 'field_misspelled', 'amount_unread'].some(code => codes.has(code)) &&
        mustBeReported(key, value)
      )
        this.addViolation('unread_only_noted', description)
      return
    }
    if (near.loose.length === 1 && near.strict.length === 1) {
      const intendedKey = near.strict[0] as string
      const twin = Object.keys(entry).some(
        otherKey => otherKey !== key && !form.keySet.has(otherKey) && isNear(nearKeys(otherKey, [intendedKey], {})),
      )
      if (!codes.has('field_misspelled')) {
        if (!twin) this.addViolation('misspelled_not_told', description)
      } else {
        const money = form.money.get(intendedKey)
        const named = this.outcome.issues.some(
          issue =>
            issue.code === 'field_misspelled' && `${issue.message} ${issue.expected ?? ''}`.includes(intendedKey),
        )
        if (!named && !twin) this.addViolation('misspelled_not_named', description)
        if (money !== undefined) this.unreadableAmounts.push({ box, money })
      }
      return
    }
    if (near.loose.length > 0) {
      if (mustBeReported(key, value) && !codes.has('amount_unread') && !codes.has('field_misspelled'))
        this.addViolation('unread_only_noted', description)
      return
    }
    if (!mustBeReported(key, value)) return
    if (codes.has('amount_unread')) this.unread.push(box)
    else this.addViolation('unread_only_noted', description)
  }
}
