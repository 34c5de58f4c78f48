// How the index is made and read: the build and the browser must agree.

/** Options of the index. */
export const INDEX = {
  fields: ['title', 'within', 'text'],
  storeFields: ['title', 'within', 'excerpt', 'url', 'weight'],
}

/** Options of a search: every word must be there, the last one perhaps unfinished, a long one perhaps misspelled. */
export const searchOptions = query => ({
  prefix: (_, i, terms) => i === terms.length - 1,
  fuzzy: term => (term.length > 5 ? 0.15 : false),
  combineWith: 'AND',
  boost: { title: 5, within: 0.5 },
  // Whoever types the whole name of a column, a code or a check means it.
  boostDocument: (_, __, { title, weight }) =>
    title.toLowerCase() === query.trim().toLowerCase() ? 20 * weight : weight,
})

/** Pages that are read in order, or to compare: what they say of a word is seldom what somebody looks for. */
const LAST = /^(?:CHANGELOG|CONTRIBUTING|bench|fixtures|docs\/(?:conformance|decisions|api))/

/** How much a part weighs: a page or a section before a row, and what tells how to use something before the rest. */
export const weightOf = (page, level) =>
  (LAST.test(page) ? 0.3 : 1) * (level === 1 ? 1.5 : level === 7 ? 0.7 : 1)
