import { error, info, rowsOf, warning } from './issue-row.js'

/** What is said of a result, of its documents beside one another and of its figures. */
export const RESULT_ISSUES = rowsOf({
  submission_unknown: warning(
    'The submission type is not known; taken as an original.',
    'Look whether the document corrects another one: it counts as an original.',
  ),
  year_disagrees: warning(
    "The form's year and the record's tax year differ.",
    "Look at the document for its year; the form's own year was used.",
  ),
  year_unknown: error(
    'The document has no tax year and enters no yearly figure.',
    'Find the year of the document and give it: until then the document is in no yearly figure.',
  ),
  lien_exceeds_total: warning(
    'Liabilities with a lien exceed the total of liabilities.',
    'Ask the authority for the balance; both figures stand as they came.',
  ),
  proceeds_disagree: warning(
    'Proceeds and gross proceeds are both there and differ.',
    'Look at the sale; the field proceeds was used.',
  ),
  taxable_upper_bound: info(
    'Box 2a is an upper bound: the taxable amount is marked not determined.',
    'Ask for the return, or for Form 8606, where the taxable part matters.',
  ),
  possible_duplicate: warning(
    'Same amounts as a document of another source, too little else to tell; both count.',
    'Compare the two documents; where they are one, its amounts count twice.',
  ),
  probable_duplicate: warning(
    'Equal to another document of its own source; that alone makes neither a duplicate.',
    'Ask whether there were two documents; where there was one, its amounts count twice.',
  ),
  duplicate_without_original: warning(
    'Marked as a duplicate, but no equal document of its source counts; it counts.',
    'Look whether the original is missing from its source.',
  ),
  amended_without_original: info(
    'An amended document without an original in its source; it counts.',
    'Nothing to do where the source holds corrections only.',
  ),
  amended_target_doubtful: warning(
    'An amended document replaces one with which it has no box in common.',
    'Compare the two documents; the amended one may belong to another.',
  ),
  source_conflict: warning(
    'Sources disagree about one document; the better source counts.',
    "Compare the documents of the sources; the better source's counts.",
  ),
  out_of_range: error(
    'The figure does not fit its column; left out.',
    'Look at the amounts behind the figure: one of them is most likely an error.',
  ),
})
