import { canary } from './dice.js'
import { isObject, type Json, type JsonObject, put } from './json.js'
import { respell, typo } from './odd-keys.js'
import { STRANGE_FORMS } from './vocabulary.js'
import { clone, deep, sizeOf, type Work } from './work.js'

/** Changes an input. */
export type Mutation = (work: Work) => void

/** Changes of what stands where. */
export const STRUCTURE: readonly Mutation[] = [
  work => {
    const place = work.somewhere()
    if (place !== null) work.remove(place)
  },
  work => {
    const place = work.somewhere()
    if (place === null) return
    const copy = clone(work.get(place))
    if (Array.isArray(place.holder)) place.holder.splice(work.dice.below(place.holder.length + 1), 0, copy)
    else put(place.holder, respell(work.dice, String(place.key)), copy)
  },
  work => {
    const place = work.somewhere()
    if (place === null) return
    const value = work.get(place)
    const key = work.dice.chance(50)
      ? String(place.key)
      : work.dice.of(['data', 'items', 'value', 'forms', 'records'])
    work.set(place, work.dice.chance(50) ? [value] : { [key]: value })
  },
  work => {
    const place = work.somewhere()
    if (place === null) return
    work.set(
      place,
      work.dice.of<Json>([
        null,
        true,
        false,
        0,
        1,
        12345.67,
        '',
        canary(work.dice),
        'N/A',
        [],
        {},
        [null],
        [[]],
        [{}],
        { length: 3 },
      ]),
    )
  },
  work => {
    const place = work.somewhere()
    if (place === null) return
    const value = work.get(place)
    if (Array.isArray(value)) {
      const turned: JsonObject = {}
      value.forEach((item, at) => {
        put(turned, String(at), item)
      })
      work.set(place, turned)
    } else if (isObject(value)) work.set(place, Object.values(value))
    else if (typeof value === 'number') work.set(place, String(value))
    else if (typeof value === 'string' && value !== '' && Number.isFinite(Number(value)))
      work.set(place, Number(value))
    else work.set(place, [])
  },
  work => {
    const place = work.somewhere()
    if (place === null) return
    const value = work.get(place)
    work.set(place, Array.isArray(value) ? [] : isObject(value) ? {} : '')
  },
  work => {
    const from = work.somewhere()
    if (from === null || Array.isArray(from.holder)) return
    const value = work.get(from)
    work.remove(from)
    const targets = work.places().filter(place => isObject(work.get(place)))
    const target = targets.length === 0 ? null : work.get(work.dice.of(targets))
    if (isObject(target)) put(target, String(from.key), value)
  },
  work => {
    const place = work.somewhere()
    if (place !== null) work.set(place, deep(work.dice, work.get(place)))
  },
  work => {
    const place = work.somewhere()
    if (place === null || !Array.isArray(place.holder)) return
    const length = work.dice.chance(1) ? 1500 : work.dice.of([2, 3, 5, 12])
    const value = work.get(place)
    const fill = length > 100 || sizeOf(value) > 100 ? work.dice.of<Json>([null, {}, 7, '', []]) : value
    for (let at = 0; at < length; at++) place.holder.push(clone(fill))
  },
  work => {
    const form = work.formObject()
    const entry = work.entry()
    if (form === null) return
    const key = work.dice.chance(70)
      ? work.dice.of(STRANGE_FORMS)[0]
      : work.dice.of([
          `form_Zq${work.dice.letters(3)}_${work.dice.digits(4)}`,
          'form_W-2_X',
          'forms',
          'Form',
          'schedule_',
          `form_${'x'.repeat(30)}`,
        ])
    put(
      form,
      key,
      work.dice.chance(80) ? [clone(entry ?? {})] : work.dice.of<Json>([[], {}, 5, null, [5], { a: 1 }]),
    )
  },
  work => {
    const form = work.formObject()
    if (form === null) return
    const keys = Object.keys(form).filter(key => Array.isArray(form[key]))
    if (keys.length === 0) return
    const key = work.dice.of(keys)
    const place = { holder: form, key, depth: 0 }
    const name = work.dice.chance(80) ? respell(work.dice, key) : typo(work.dice, key, 1)
    if (!Object.hasOwn(form, name)) work.rename(place, name)
  },
  work => {
    work.root = work.dice.of<Json>([
      [work.root],
      { taxpayer: work.root },
      { records: work.root },
      { data: work.root },
      { records: [work.root] },
      null,
      7,
      'Zqtext',
      [],
      {},
    ])
  },
]
