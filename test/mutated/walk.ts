import { isObject, type Json, type JsonObject } from './json.js'
import {
  asksToBeTold,
  FORM_BY_SQUEEZED,
  isNear,
  isOdd,
  MONEY_KEYS,
  mayPrint,
  mightBeTold,
  nearKeys,
  STRANGE,
} from './keys.js'
import { isAbsent, isPhrase, readMoney } from './money.js'
import type { AnalysisSeen, DocumentSeen, OutcomeSeen, Violation } from './seen.js'
import { markOf, type Path, stepsOf, Told } from './told.js'
import { type FormShape, type MoneyBox, SHAPE_OF, squeeze } from './vocabulary.js'

/** An entry of a form array, and where it stands. */
export interface Box {
  readonly path: Path
  readonly form: FormShape
  readonly formIndex: number
  readonly entryIndex: number
  readonly recordId: string
  readonly cell: string
}

/** A document, by the letters and digits of its record's id: what is put out has other white space. */
export const cellOf = (recordId: string, form: string, formIndex: number, entryIndex: number): string =>
  `${squeeze(recordId)}/${squeeze(form)}/${formIndex}/${entryIndex}`

const MARKS_RECORD = new Set([
  'record_not_object',
  'record_id_missing',
  'record_forms_not_array',
  'record_repeated',
  'strict_rejected',
  'limit_reached',
])

const shown = (value: Json): string =>
  Array.isArray(value) ? '[...]' : isObject(value) ? '{...}' : JSON.stringify(value).slice(0, 60)

/** Walks an input, and finds for whatever stands in it what came out or was told. */
export class Walk {
  readonly found: Violation[] = []
  protected readonly told = new Told()
  /** Amounts that came out, by document and field; each is taken by one that came in. */
  protected readonly facts = new Map<string, string[]>()
  protected readonly documents = new Map<string, DocumentSeen[]>()
  protected readonly expectedDocuments = new Map<string, number>()
  /** Documents in which more than one reading is allowed, so that what is left over is no surprise. */
  protected readonly open = new Set<string>()
  protected readonly openForms = new Set<string>()
  protected readonly lost: { readonly box: Box; readonly money: MoneyBox }[] = []
  protected readonly read: { readonly box: Box; readonly money: MoneyBox }[] = []
  protected readonly unread: Box[] = []
  /** Records whose ids differ in white space or control characters only, so that cells mix. */
  private readonly crowded = new Set<string>()
  private readonly records = new Set<string>()
  /** Places of records that are kept aside, of which issues may speak. */
  protected readonly notWalked: string[] = []
  protected readonly strangeYears = new Set<number>()
  /** What issues of some codes may speak of: the form and the squeezed key. */
  protected readonly mayBeMisspelled = new Set<string>()
  protected readonly mayBeUnread = new Set<string>()

  constructor(
    protected readonly root: Json,
    protected readonly outcome: OutcomeSeen,
    protected readonly analysis: AnalysisSeen,
  ) {
    for (const issue of outcome.issues) {
      const steps = stepsOf(issue.path ?? '')
      if (steps !== null) this.told.add(issue.code, steps)
    }
    for (const fact of analysis.facts) {
      const key = `${cellOf(fact.recordId, fact.form, fact.formIndex, fact.entryIndex)}/${fact.field}`
      const list = this.facts.get(key)
      if (list === undefined) this.facts.set(key, [fact.amount.toFixed(2)])
      else list.push(fact.amount.toFixed(2))
    }
    for (const document of analysis.documents) {
      const key = cellOf(document.recordId, document.form, document.formIndex, document.entryIndex)
      const list = this.documents.get(key)
      if (list === undefined) this.documents.set(key, [document])
      else list.push(document)
    }
  }

  protected say(rule: string, detail: string): void {
    this.found.push({ rule, detail })
  }

  // -- where records are

  /** The key of a dossier under which something stands: itself, or another spelling, in ASCII, where it is absent. */
  private keyOf(value: JsonObject, name: string, path: Path): string | null {
    if (Object.hasOwn(value, name) && !isAbsent(value[name])) return name
    const others = Object.keys(value).filter(
      key =>
        key !== name &&
        [...key].every(letter => letter < '\u0080') &&
        squeeze(key) === name &&
        this.told.at([...path, key]).has('field_respelled'),
    )
    return others.sort()[0] ?? null
  }

  protected top(value: Json, path: Path): void {
    if (Array.isArray(value)) {
      value.forEach((item, at) => {
        if (isObject(item)) this.top(item, [...path, at])
        else this.inside(item, [...path, at])
      })
      return
    }
    if (!isObject(value)) return
    // A value with more than one of these is read by one of them; an issue must name the rest.
    const key = this.keyOf(value, 'records', path)
    const taxpayer = this.keyOf(value, 'taxpayer', path)
    const records = key === null ? null : value[key]
    if (key !== null && Array.isArray(records)) {
      // Of several taxpayers in one value, the first one is used; the issue names the other or its taxpayer.
      const told = new Set([...this.told.at(path), ...this.told.at([...path, taxpayer ?? 'taxpayer'])])
      if (path.length > 0 && (told.has('taxpayer_second') || told.has('taxpayer_unknown'))) return
      records.forEach((record, at) => {
        this.record(record, [...path, key, at])
      })
      for (const other of Object.keys(value)) {
        if (other === key) continue
        this.inside(
          value[other] as Json,
          [...path, other],
          other === taxpayer ? 'amount_outside_silent' : 'dossier_key_silent',
        )
      }
      return
    }
    if (
      Array.isArray(value['forms']) &&
      !Object.hasOwn(value, 'taxpayer') &&
      !Object.hasOwn(value, 'records')
    ) {
      this.record(value, path)
      return
    }
    // What is neither is refused as a record.
    const codes = [...this.told.at([...path, 'id']), ...this.told.at([...path, 'forms'])]
    if (!codes.some(code => MARKS_RECORD.has(code))) this.inside(value, path, 'dossier_key_silent')
  }

  /** Whatever stands where nothing is read: an amount inside must be told of at its place or around it. */
  private inside(value: Json, path: Path, rule = 'amount_outside_silent'): void {
    const open: [Json, Path][] = [[value, path]]
    let budget = 3000
    while (open.length > 0 && budget-- > 0) {
      const [each, at] = open.pop() as [Json, Path]
      if (Array.isArray(each))
        each.forEach((item, index) => {
          open.push([item, at.length > 60 ? at : [...at, index]])
        })
      else if (isObject(each)) {
        for (const key of Object.keys(each)) {
          // The application's own, kept as it is.
          if (key === 'metadata') continue
          const item = each[key] as Json
          const place = at.length > 60 ? at : [...at, key]
          if (!MONEY_KEYS.has(key)) open.push([item, place])
          else if (readMoney(item).kind === 'amount' && !this.told.covers(place)) {
            this.say(rule, place.join('/'))
            return
          }
        }
      }
    }
  }

  private record(value: Json, path: Path): void {
    if (!isObject(value)) {
      if (value !== null && !this.told.covers(path)) this.say('record_silent', path.join('/'))
      return
    }
    const codes = new Set([
      ...this.told.at(path),
      ...this.told.at([...path, 'id']),
      ...this.told.at([...path, 'forms']),
    ])
    const forms = value['forms']
    const usable =
      typeof value['id'] === 'string' && /[A-Za-z0-9]{3}/.test(value['id']) && !isPhrase(value['id'])
    const marked = [...codes].some(code => MARKS_RECORD.has(code))
    if (marked) {
      this.notWalked.push(path.map(markOf).join(''))
      if (usable && Array.isArray(forms) && !codes.has('record_repeated'))
        this.say('record_refused', [...codes].join(' '))
      return
    }
    const id = squeeze(String(value['id']))
    if (this.records.has(id)) this.crowded.add(id)
    this.records.add(id)
    if (!Array.isArray(forms)) {
      if (forms !== undefined && forms !== null && !this.told.covers([...path, 'forms']))
        this.say('forms_silent', path.join('/'))
    } else {
      forms.forEach((form, at) => {
        this.form(form, at, [...path, 'forms', at], value)
      })
    }
    for (const key of Object.keys(value)) if (key !== 'forms') this.inside(value[key] as Json, [...path, key])
  }

  private form(value: Json, formIndex: number, path: Path, record: JsonObject): void {
    if (!isObject(value)) {
      if (!isAbsent(value) && !this.told.covers(path)) this.say('form_silent', path.join('/'))
      this.inside(value, path)
      return
    }
    const recordId = String(record['id'])
    for (const key of Object.keys(value)) {
      const array = value[key] as Json
      const place = [...path, key]
      const own = SHAPE_OF.get(key)
      const respelled = own === undefined ? FORM_BY_SQUEEZED.get(squeeze(key)) : undefined
      const shape = own ?? respelled
      if (shape === undefined) {
        if (['type', 'year', 'ssn'].includes(key)) continue
        if (Array.isArray(array) && array.length > 0) {
          const codes = this.told.at(place)
          if (!codes.has('form_unknown') && !codes.has('field_unknown') && !this.told.limit)
            this.say('form_key_silent', place.join('/'))
          const filled = array.some(each => !isAbsent(each) && readMoney(each).kind !== 'zero')
          if (codes.has('form_unknown') && filled && STRANGE.get(key) === true) {
            const year = typeof value['year'] === 'string' ? Number(value['year']) : value['year']
            if (typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year <= 2100)
              this.strangeYears.add(year)
          }
        }
        this.inside(array, place)
        continue
      }
      if (!Array.isArray(array)) {
        // A form array that is no array: what it holds must be told of.
        this.inside(array, place)
        if (isObject(array) && Object.keys(array).length > 0 && !this.told.covers(place))
          this.say('form_array_silent', place.join('/'))
        continue
      }
      const twins = Object.keys(value).filter(
        other =>
          squeeze(other) === squeeze(key) &&
          Array.isArray(value[other]) &&
          (value[other] as Json[]).length > 0,
      )
      const absentTwin = Object.keys(value).some(other => other !== key && squeeze(other) === squeeze(key))
      if (respelled !== undefined && array.length > 0) {
        const codes = this.told.at(place)
        if (twins.length > 1 || absentTwin || isOdd(key)) {
          // Two spellings of one form in one object: reading either is right, as long as the other is told of.
          this.openForms.add(`${squeeze(recordId)}/${squeeze(key)}/${formIndex}`)
          if (codes.size === 0 && !this.told.covers(place)) this.say('form_twin_silent', place.join('/'))
          this.notWalked.push(place.map(markOf).join(''))
          continue
        }
        if (!codes.has('form_respelled')) {
          this.say(
            codes.size > 0 ? 'form_respelled_not_read' : 'form_key_silent',
            `${place.join('/')} ${[...codes].join(' ')}`,
          )
          this.openForms.add(`${squeeze(recordId)}/${squeeze(key)}/${formIndex}`)
          continue
        }
      }
      if (twins.length > 1) this.openForms.add(`${squeeze(recordId)}/${squeeze(key)}/${formIndex}`)
      array.forEach((entry, entryIndex) => {
        const spot = [...place, entryIndex]
        if (!isObject(entry)) {
          if (entry !== null && !this.told.covers(spot)) this.say('entry_silent', spot.join('/'))
          return
        }
        const cell = cellOf(recordId, shape.key, formIndex, entryIndex)
        this.expectedDocuments.set(cell, (this.expectedDocuments.get(cell) ?? 0) + 1)
        this.entry(entry, {
          path: spot,
          form: shape,
          formIndex,
          entryIndex,
          recordId,
          cell: cellOf(recordId, shape.key, formIndex, entryIndex),
        })
      })
    }
  }

  // -- one entry

  private take(box: Box, name: string, amount: string): boolean {
    const list = this.facts.get(`${box.cell}/${name}`)
    const at = list?.indexOf(amount) ?? -1
    if (list === undefined || at < 0) return false
    list.splice(at, 1)
    return true
  }

  private takeAny(box: Box, name: string): boolean {
    const list = this.facts.get(`${box.cell}/${name}`)
    return list?.pop() !== undefined
  }

  private static signed(money: MoneyBox, text: string): string {
    if (money.sum !== 'subtract') return text
    return text.startsWith('-') ? text.slice(1) : `-${text}`
  }

  private entry(entry: JsonObject, box: Box): void {
    const { form, path } = box
    for (const key of Object.keys(entry)) {
      const value = entry[key] as Json
      const place = [...path, key]
      const money = form.money.get(key)
      if (money !== undefined) this.known(value, box, money, place, [key])
      else if (!form.known.has(key)) this.strange(key, value, entry, box, place)
      else if (key === form.issuer || key === form.recipient) this.inside(value, place)
      else if (key === 'SSA/RRB Payments' && readMoney(value).kind === 'amount') {
        if (!this.told.covers(place)) this.say('ssa_text_silent', place.join('/'))
      }
    }
  }

  private known(value: Json, box: Box, money: MoneyBox, place: Path, keys: readonly string[]): void {
    const read = readMoney(value)
    if (read.kind === 'absent') return
    if (
      read.kind === 'zero' ||
      (read.kind === 'amount' && this.take(box, money.name, Walk.signed(money, read.text)))
    ) {
      this.read.push({ box, money })
      return
    }
    const codes = new Set(keys.flatMap(key => [...this.told.at([...box.path, key])]))
    const what = `${box.form.key} ${money.key} ${shown(value)}`
    switch (read.kind) {
      case 'amount':
        if (codes.size > 0) this.say('amount_refused', `${what}: ${[...codes].join(' ')}`)
        else if (this.told.covers(place)) this.say('amount_told_around', what)
        else this.say('amount_lost', what)
        return
      case 'tiny':
        if (!codes.has('money_rounded')) this.say('rounded_away_silent', what)
        this.read.push({ box, money })
        return
      case 'bad':
        if (codes.size === 0 && !this.told.covers(place)) this.say('bad_box_silent', what)
        if (!this.takeAny(box, money.name)) this.lost.push({ box, money })
        else if (!this.crowded.has(squeeze(box.recordId))) this.say('bad_money_read', what)
        return
      default:
        if (!this.takeAny(box, money.name) && codes.size === 0 && !/^[\s\d]*0?[\s]*$/.test(String(value)))
          this.say('unsure_box_silent', what)
        this.open.add(box.cell)
    }
  }

  private strange(key: string, value: Json, entry: JsonObject, box: Box, place: Path): void {
    const { form } = box
    if (mightBeTold(value)) this.mayBeUnread.add(`${form.key}/${squeeze(key)}`)
    const codes = this.told.at(place)
    const what = `${form.key} ${JSON.stringify(key).slice(0, 70)} ${shown(value)}: ${[...codes].join(' ')}`
    const near = nearKeys(key, form.keys, entry)
    if (near.equal.length + near.loose.length > 0) this.mayBeMisspelled.add(`${form.key}/${squeeze(key)}`)
    // Whether less than half a cent is 0 is not said.
    const kind = typeof value === 'string' || typeof value === 'number' ? readMoney(value).kind : 'bad'
    if (isAbsent(value) || kind === 'zero' || kind === 'tiny') return
    // The key itself is noted, whatever it holds.
    if (codes.size === 0 && !this.told.covers(place)) {
      this.say(mayPrint(key) ? 'unknown_key_silent' : 'hidden_key_silent', what)
      return
    }
    if (Array.isArray(value) || isObject(value)) {
      this.inside(value, place)
      if (near.equal.length > 0) this.open.add(box.cell)
      return
    }
    const cell = box.cell
    const rivals = Object.keys(entry).filter(
      other => other !== key && squeeze(other) === squeeze(key) && !isAbsent(entry[other]),
    )
    if (near.equal.length === 1 && near.loose.length === 0 && rivals.length === 0 && !isOdd(key)) {
      const meant = near.equal[0] as string
      const money = form.money.get(meant)
      if (!codes.has('field_respelled')) {
        this.say('respelled_not_told', what)
        this.open.add(cell)
      } else if (money !== undefined) this.known(value, box, money, place, [key, meant])
      return
    }
    const spelledTwice = form.keys.some(own => squeeze(own) === squeeze(key))
    if (spelledTwice || (isOdd(key) && near.loose.length > 0)) {
      // Two spellings of one key, or one that stands near another too: either reading, but told.
      this.open.add(cell)
      if (
        !['field_respelled', 'field_misspelled', 'amount_unread'].some(code => codes.has(code)) &&
        asksToBeTold(key, value)
      )
        this.say('unread_only_noted', what)
      return
    }
    if (near.loose.length === 1 && near.strict.length === 1) {
      const meant = near.strict[0] as string
      const twin = Object.keys(entry).some(
        other => other !== key && !form.known.has(other) && isNear(nearKeys(other, [meant], {})),
      )
      if (!codes.has('field_misspelled')) {
        if (!twin) this.say('misspelled_not_told', what)
      } else {
        const money = form.money.get(meant)
        const named = this.outcome.issues.some(
          issue =>
            issue.code === 'field_misspelled' && `${issue.message} ${issue.expected ?? ''}`.includes(meant),
        )
        if (!named && !twin) this.say('misspelled_not_named', what)
        if (money !== undefined) this.lost.push({ box, money })
      }
      return
    }
    if (near.loose.length > 0) {
      if (asksToBeTold(key, value) && !codes.has('amount_unread') && !codes.has('field_misspelled'))
        this.say('unread_only_noted', what)
      return
    }
    if (!asksToBeTold(key, value)) return
    if (codes.has('amount_unread')) this.unread.push(box)
    else this.say('unread_only_noted', what)
  }
}
