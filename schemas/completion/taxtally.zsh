#compdef taxtally
# Completion of taxtally in zsh. Made by `npm run generate`.
_taxtally() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
    'convert:files to tables'
    'tables:a filter\: records in, NDJSON rows out, each beginning with its table'
    'merge:daily files to one file of dossiers, one line per taxpayer'
    'report:one HTML page or workbook per taxpayer, and index.html'
    'summarize:readable summary\: income, withholding, liabilities, and what was not counted'
    'validate:issues only\: one line per code, or per issue with --json'
    'normalize:normalized dossiers as NDJSON on standard output'
    'explain:an underwriting figure, traced to its boxes'
    'sandbox:the collection service on this machine, until interrupted'
    'trigger:makes a running sandbox send a test event to its webhook endpoints'
    'listen:forwards the webhooks of a sandbox, with their signature, until interrupted'
    'conformance:checks a service against every statement of its API document'
    'collect:dossiers from the collection service, one per line'
    'disconnect:ends the access to taxpayers whose records are no longer needed'
    'example:a small dossier, to try the other commands with'
    'forms:the kinds of form, or the keys of one, including those of its parties'
    'schema:the JSON Schemas, or one of them'
    'completion:a script that lets a shell complete commands, options and values with the Tab key'
    'help:the arguments and options of a command, with examples'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
    convert)
      _arguments \
        '*-o[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--out=[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--format=[convert\: csv, arrow, arrows, parquet, ndjson; report\: html, xlsx; separate several with commas; csv and html by default; parquet needs npm install hyparquet-writer, xlsx needs npm install hucre]: :_values -s , name csv arrow arrows parquet ndjson' \
        '*--tables=[which tables to write, or all; by default all except figure_flags, traces and the wide ones]: :_values -s , name all taxpayers records documents facts income withholding years year_totals employment liabilities liability_years return_lines income_streams qualifying_income qualifying_totals conditions indicators mortgages tie_out gaps checks issues figure_flags traces form_w2 form_w2g schedule_k1_1065 schedule_k1_1120s schedule_k1_1041 form_5498 form_1042_s form_1099_misc form_1099_int form_1099_g form_1099_r form_1099_div form_1099_b form_1099_nec form_ssa_1099 form_1098 form_1098_t' \
        '*--parts=[write each table as a folder of files, one per SIZE of input, such as 256MB]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    tables)
      _arguments \
        '*--tables=[which tables to write, or all; by default all except figure_flags, traces and the wide ones]: :_values -s , name all taxpayers records documents facts income withholding years year_totals employment liabilities liability_years return_lines income_streams qualifying_income qualifying_totals conditions indicators mortgages tie_out gaps checks issues figure_flags traces form_w2 form_w2g schedule_k1_1065 schedule_k1_1120s schedule_k1_1041 form_5498 form_1042_s form_1099_misc form_1099_int form_1099_g form_1099_r form_1099_div form_1099_b form_1099_nec form_ssa_1099 form_1098 form_1098_t' \
        '*--shard=[only the taxpayers of part K of N, chosen by a hash of their ids]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    merge)
      _arguments \
        '*-o[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--out=[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    report)
      _arguments \
        '*-o[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--out=[convert and report\: the output folder; merge\: the output file of dossiers]: :_files' \
        '*--format=[convert\: csv, arrow, arrows, parquet, ndjson; report\: html, xlsx; separate several with commas; csv and html by default; parquet needs npm install hyparquet-writer, xlsx needs npm install hucre]: :_values -s , name html xlsx' \
        '*--taxpayer=[only the taxpayer with this id]: : ' \
        '*--loan-number=[the loan number, which each page and workbook contains]: : ' \
        '*--prepared-by=[who prepared the report, which each page and workbook contains]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    summarize)
      _arguments \
        '*-j[write JSON, one object per line]' \
        '*--json[write JSON, one object per line]' \
        '*--taxpayer=[only the taxpayer with this id]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    validate)
      _arguments \
        '*-j[write JSON, one object per line]' \
        '*--json[write JSON, one object per line]' \
        '*--taxpayer=[only the taxpayer with this id]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    normalize)
      _arguments \
        '*--taxpayer=[only the taxpayer with this id]: : ' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    explain)
      _arguments \
        '*-j[write JSON, one object per line]' \
        '*--json[write JSON, one object per line]' \
        '*--taxpayer=[only the taxpayer with this id]: : ' \
        '*--year=[the same as --as-of-year]: : ' \
        '*--figure=[this figure only]: : ' \
        '*--figures[list the names that --figure takes, with their meaning]' \
        '*--fail-on=[exit with code 4 if there are such issues\: error, warning (or worse), or issue codes]: :_values -s , name error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' \
        '*--from=[INPUT contains tax forms of the Financial Data Exchange, not records]: :(fdx)' \
        '*--records-at=[where the records are in INPUT, as a JSON pointer, such as /data]: : ' \
        '*--taxpayer-id=[taxpayer id for records that have none]: : ' \
        '*--policy=[underwriting policy, repeatable; fannie-2026-08 by default]: :{compadd -- fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099; _files}' \
        '*--as-of-year=[the year to underwrite for]: : ' \
        '*--known-facts=[NDJSON file of facts you supply (debts, continuance, plan), one taxpayer per line]: :_files' \
        '*--stated=[what loan applications state, to compare with the documents\: NDJSON, one taxpayer per line, or a MISMO 3.4 loan file (XML), which needs --taxpayer-id]: :_files' \
        '*--strict[reject any record with a coercion or an error]' \
        '*--identifiers=[how to write identifiers of people\: last4, full or pseudonym; last4 by default]: :(last4 full pseudonym)' \
        '*--pseudonym-key-file=[file with the key for pseudonyms, at least 32 bytes; or set TAXTALLY_PSEUDONYM_KEY]: :_files' \
        '*--raw-text[do not escape CSV cells that look like formulas]' \
        '*--allow-empty[accept inputs without records, and write empty outputs]' \
        '*--no-rejected[do not keep rejected input]' \
        '*--max-value-bytes=[the largest JSON value in bytes; 268435456 by default]: : ' \
        '*--max-value-entries=[the maximum number of entries in one JSON value; 1000000 by default]: : ' \
        '*--max-taxpayer-documents=[the maximum number of documents per taxpayer; 250000 by default]: : ' \
        '*--max-value-issues=[issues listed per code and taxpayer, before similar ones are only counted; 10000 by default]: : ' \
        '*--max-source-issues=[issues that convert and validate list per input; 100000 by default]: : ' \
        '*--max-unpacked-bytes=[the most bytes that a compressed file may unpack to; 100 times its size by default, but at least 1000000000]: : ' \
        '*--jobs=[convert\: number of threads; 1 by default. The output is the same]: : ' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*--no-color[no colors and styles on a terminal; NO_COLOR and FORCE_COLOR are also read]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*-V[print the version]' \
        '*--version[print the version]' \
        '*: :_files'
      ;;
    sandbox)
      _arguments \
        '*--port=[the port; 8821 by default, 0 picks a free one]: : ' \
        '*--data=[people from dossier files, instead of the built-in ones]: :_files' \
        '*--people=[how many made-up people to add; 8 by default, 0 with --data]: : ' \
        '*--seed=[the seed for made-up people; the same seed makes the same people; 1 by default]: : ' \
        '*--quirks[give the made-up people quirks of real records\: amounts as text, other keys and dates, duplicates]' \
        '*--redirect=[a registered redirect address, repeatable; http\://localhost\:3000/callback by default]: : ' \
        '*--host=[the address to listen on, and the names by which others reach it; only this machine by default]: : ' \
        '*--allow-private-webhooks[with --host\: also send webhooks to this machine and to private networks]' \
        '*--state=[continue with the state in FILE (mode 600), and keep it there; only in memory by default]: :_files' \
        '*--client-id=[the application'\''s id; sandbox-client by default]: : ' \
        '*--client-secret=[the application'\''s secret, to keep it the same at every start; random by default]: : ' \
        '*--webhook-secret=[the secret for signatures; random by default]: : ' \
        '*--strict-version[require the version header in every request]' \
        '*--webhook=[an endpoint that receives every event]: : ' \
        '*--duplicates=[send every event N more times after it is delivered]: : ' \
        '*--reorder[send events in pairs, the later one first]' \
        '*--test-events[send a test event of each type at startup]' \
        '*-q[do not print a line per request and delivery]' \
        '*--quiet[do not print a line per request and delivery]' \
        '*-j[print an object with the addresses and secrets, and then one per request and delivery]' \
        '*--json[print an object with the addresses and secrets, and then one per request and delivery]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :_files'
      ;;
    trigger)
      _arguments \
        '*--data=[an object whose fields replace those of the test event]: : ' \
        '*--url=[the sandbox; http\://localhost\:8821 by default]: : ' \
        '*-j[print the event and the number of endpoints as JSON]' \
        '*--json[print the event and the number of endpoints as JSON]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :(taxpayer.status_changed taxpayer.records_synced taxpayer.disconnected taxpayer.consent_accepted taxpayer.provider_selected taxpayer.provider_connected widget.opened widget.closed widget.failed client_link.opened client_link.closed client_link.failed client_link.succeeded)'
      ;;
    listen)
      _arguments \
        '*--forward-to=[where to forward each delivery unchanged; your response goes back to the sandbox]: : ' \
        '*--events=[the event types; all by default]: :_values -s , name taxpayer.status_changed taxpayer.records_synced taxpayer.disconnected taxpayer.consent_accepted taxpayer.provider_selected taxpayer.provider_connected widget.opened widget.closed widget.failed client_link.opened client_link.closed client_link.failed client_link.succeeded' \
        '*--webhook-secret=[the secret for signatures; random and printed by default]: : ' \
        '*--url=[the sandbox; http\://localhost\:8821 by default]: : ' \
        '*-j[print an object with the secret, and then one per delivery]' \
        '*--json[print an object with the secret, and then one per delivery]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: : '
      ;;
    conformance)
      _arguments \
        '*--url=[the base URL, of a sandbox or of the service itself]: : ' \
        '*--destructive[also run checks that change something\: disconnecting, clearing records, links, forms]' \
        '*--all[also print the statements that hold and those that no request can check]' \
        '*-j[print every statement as a line of JSON]' \
        '*--json[print every statement as a line of JSON]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: : '
      ;;
    collect)
      _arguments \
        '*--url=[the service'\''s base URL\: https, or http to this machine]: : ' \
        '*-o[the NDJSON file of dossiers; taxpayers that are in it already are skipped]: :_files' \
        '*--out=[the NDJSON file of dossiers; taxpayers that are in it already are skipped]: :_files' \
        '*--taxpayer=[the taxpayers]: : ' \
        '*--taxpayers=[a file of taxpayer ids, one per line; - is standard input]: :_files' \
        '*--tokens=[a file of access tokens (mode 600); missing tokens are retrieved and added]: :_files' \
        '*--refresh[refresh the records of each taxpayer first]' \
        '*--wait[wait until parsing has finished, at most 15 minutes per taxpayer]' \
        '*--disconnect[end the access to each taxpayer after its dossier is on disk]' \
        '*--jobs=[taxpayers at a time; 4 by default]: : ' \
        '*-j[print the final counts as JSON on standard output]' \
        '*--json[print the final counts as JSON on standard output]' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: : '
      ;;
    disconnect)
      _arguments \
        '*--url=[the service'\''s base URL\: https, or http to this machine]: : ' \
        '*--taxpayer=[the taxpayers]: : ' \
        '*--taxpayers=[a file of taxpayer ids, one per line; - is standard input]: :_files' \
        '*--tokens=[a file of access tokens (mode 600); missing tokens are retrieved and added]: :_files' \
        '*-j[print the final counts as JSON on standard output]' \
        '*--json[print the final counts as JSON on standard output]' \
        '*-q[print only problems on standard error]' \
        '*--quiet[print only problems on standard error]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: : '
      ;;
    example)
      _arguments \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: : '
      ;;
    forms)
      _arguments \
        '*-j[write JSON, one object per line]' \
        '*--json[write JSON, one object per line]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :(form_w2 form_w2g schedule_k1_1065 schedule_k1_1120s schedule_k1_1041 form_5498 form_1042_s form_1099_misc form_1099_int form_1099_g form_1099_r form_1099_div form_1099_b form_1099_nec form_ssa_1099 form_1098 form_1098_t)'
      ;;
    schema)
      _arguments \
        '*-j[write JSON, one object per line]' \
        '*--json[write JSON, one object per line]' \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :(command documents/form_1042_s documents/form_1098 documents/form_1098_t documents/form_1099_b documents/form_1099_div documents/form_1099_g documents/form_1099_int documents/form_1099_misc documents/form_1099_nec documents/form_1099_r documents/form_5498 documents/form_ssa_1099 documents/form_w2 documents/form_w2g documents/schedule_k1_1041 documents/schedule_k1_1065 documents/schedule_k1_1120s dossier known-facts normalized openapi pandas policy record stated tables/checks tables/conditions tables/documents tables/employment tables/facts tables/figure_flags tables/form_1042_s tables/form_1098 tables/form_1098_t tables/form_1099_b tables/form_1099_div tables/form_1099_g tables/form_1099_int tables/form_1099_misc tables/form_1099_nec tables/form_1099_r tables/form_5498 tables/form_ssa_1099 tables/form_w2 tables/form_w2g tables/gaps tables/income tables/income_streams tables/indicators tables/issues tables/liabilities tables/liability_years tables/mortgages tables/qualifying_income tables/qualifying_totals tables/records tables/return_lines tables/schedule_k1_1041 tables/schedule_k1_1065 tables/schedule_k1_1120s tables/taxpayers tables/tie_out tables/traces tables/withholding tables/year_totals tables/years taxpayer)'
      ;;
    completion)
      _arguments \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :(bash zsh fish)'
      ;;
    help)
      _arguments \
        '*-h[print this]' \
        '*--help[print this]' \
        '*: :(convert tables merge report summarize validate normalize explain sandbox trigger listen conformance collect disconnect example forms schema completion help)'
      ;;
  esac
}
if [ "$funcstack[1]" = _taxtally ]; then _taxtally "$@"; else compdef _taxtally taxtally; fi
