import { expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ingest/source.js'
import type { Candidate } from '../../src/resolve/candidate.js'
import { ClassRanking } from '../../src/resolve/classes.js'
import { DocumentClass, IndexNode, isOutdated } from '../../src/resolve/index/index-node.js'
import { makeRandom } from '../support/mutate.js'

const makeCandidate = (record: SourceRecord): Candidate => ({ record }) as Candidate

/** Finds the best class with a linear search: the one with the fewest documents of the record, then the first. */
function bestOfAll(node: IndexNode, record: SourceRecord): DocumentClass | null {
  const heldOf = ({ members }: DocumentClass): number => members.filter(member => member.record === record).length
  const values = node.items.flatMap(item =>
    item.documentClass === null || isOutdated(item)
      ? []
      : [{ value: item.documentClass, held: heldOf(item.documentClass) }],
  )
  values.sort((a, b) => a.held - b.held || a.value.number - b.value.number)
  return values[0]?.value ?? null
}

test('the ranking finds the same best class as a linear search while classes are added, grow and disappear', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const below = makeRandom(seed)
    const values: DocumentClass[] = []
    const node = new IndexNode()
    const ranking = new ClassRanking(node)
    const sources = Array.from({ length: 1 + below(4) }, (_, i) => ({ id: `r${i}` }) as SourceRecord)
    const put = (value: DocumentClass): void =>
      node.add({ candidate: {} as Candidate, identities: value.identities, documentClass: value })
    /** Changes a class's key, as if it had gained an identity. The index then has to replace it. */
    const grow = (value: DocumentClass): void => {
      value.identities = [...value.identities]
    }
    for (let step = 0; step < 150; step++) {
      const documentClass = values[below(values.length || 1)]
      const kind = below(8)
      if (kind < 3 || documentClass === undefined) {
        const value = new DocumentClass(values.length, [])
        for (const record of sources)
          if (below(3) === 0) for (let n = below(3); n > 0; n--) value.add(makeCandidate(record))
        values.push(value)
        // Some classes are added to the index only after later ones.
        if (below(3) > 0) put(value)
      } else if (kind === 3) put(documentClass)
      else if (kind === 4 && below(3) === 0) {
        grow(documentClass)
        if (below(2) === 0) put(documentClass)
      }
      const record = sources[below(sources.length)] as SourceRecord
      const best = ranking.findBestClass(record)
      expect(best, `seed ${seed}, step ${step}`).toBe(bestOfAll(node, record))
      best?.add(makeCandidate(record))
    }
  }
})
