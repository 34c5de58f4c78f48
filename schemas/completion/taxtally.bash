# Completion of taxtally in bash. Made by `npm run generate`.
_taxtally() {
  local words='' options='' files='' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits `--format=csv` into three words.
  if [ "$current" = = ]; then current=''; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [ "$COMP_CWORD" -eq 1 ]; then previous=''; fi
  case "${COMP_WORDS[1]} $previous" in
    *\ -o|*\ --out|*\ --known-facts|*\ --stated|*\ --pseudonym-key-file|sandbox\ --data|*\ --state|*\ --taxpayers|*\ --tokens) words='' files=yes ;;
    convert\ --format) words='csv arrow arrows parquet ndjson' files= ;;
    *\ --tables) words='all taxpayers records documents facts income withholding years year_totals employment liabilities liability_years return_lines income_streams qualifying_income qualifying_totals conditions indicators mortgages tie_out checks issues figure_flags traces form_w2 form_w2g schedule_k1_1065 schedule_k1_1120s schedule_k1_1041 form_5498 form_1042_s form_1099_misc form_1099_int form_1099_g form_1099_r form_1099_div form_1099_b form_1099_nec form_ssa_1099 form_1098 form_1098_t' files= ;;
    *\ --parts|*\ --records-at|*\ --taxpayer-id|*\ --as-of-year|*\ --max-value-bytes|*\ --max-value-entries|*\ --max-taxpayer-documents|*\ --max-value-issues|*\ --max-source-issues|*\ --max-unpacked-bytes|*\ --jobs|*\ --shard|*\ --taxpayer|*\ --loan-number|*\ --prepared-by|*\ --year|*\ --figure|*\ --port|*\ --people|*\ --seed|*\ --redirect|*\ --host|*\ --client-id|*\ --client-secret|*\ --webhook-secret|*\ --webhook|*\ --duplicates|trigger\ --data|*\ --url|*\ --forward-to) words='' files= ;;
    *\ --fail-on) words='error warning json_malformed records_at_missing input_empty xml_malformed xml_doctype loan_file_unknown value_unrecognized value_too_large nesting_too_deep limit_reached taxpayer_unknown taxpayer_not_contiguous taxpayer_second taxpayer_repeated taxpayer_other_used taxpayer_not_object taxpayer_name_shared taxpayer_tin_differs records_not_array dossier_key_unknown record_not_object record_id_missing record_forms_not_array record_not_parsed record_repeated strict_rejected fdx_unreadable fdx_form_failed fdx_no_place form_not_object form_not_array document_not_object object_unreadable field_unknown field_respelled field_misspelled amount_unread form_unknown form_respelled enum_unknown money_unreadable money_out_of_range main_box_missing money_coerced money_rounded rate_unreadable rate_ambiguous ratio_unreadable ratio_as_percent percentage_unreadable percentage_ambiguous count_unreadable year_unreadable flag_unreadable text_unreadable text_control text_holds_money code_unreadable date_unreadable period_unreadable timestamp_unreadable timestamp_without_offset identifier_unreadable identifier_placeholder account_unreadable enum_unreadable list_unreadable submission_unknown year_disagrees year_unknown mortgages_not_compared lien_exceeds_total proceeds_disagree taxable_upper_bound copies_disagree possible_duplicate probable_duplicate duplicate_without_original amended_without_original amended_target_doubtful source_conflict out_of_range known_fact_unused' files= ;;
    *\ --from) words='fdx' files= ;;
    *\ --policy) words='fannie-2026-08 freddie-2026-06 fha-4000.1 va usda conservative latest-year nonqm-1099' files=yes ;;
    *\ --identifiers) words='last4 full pseudonym' files= ;;
    report\ --format) words='html xlsx' files= ;;
    *\ --events) words='taxpayer.status_changed taxpayer.records_synced taxpayer.disconnected taxpayer.consent_accepted taxpayer.provider_selected taxpayer.provider_connected widget.opened widget.closed widget.failed client_link.opened client_link.closed client_link.failed client_link.succeeded' files= ;;
    *)
      case ${COMP_WORDS[1]} in
        convert) options='-o --out --format --tables --parts --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        tables) options='--tables --shard --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        merge) options='-o --out --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        report) options='-o --out --format --taxpayer --loan-number --prepared-by --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        summarize) options='-j --json --taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        validate) options='-j --json --taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        normalize) options='--taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        explain) options='-j --json --taxpayer --year --figure --figures --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' words='' files=yes ;;
        sandbox) options='--port --data --people --seed --quirks --redirect --host --allow-private-webhooks --state --client-id --client-secret --webhook-secret --strict-version --webhook --duplicates --reorder --test-events -q --quiet -j --json -h --help' words='' files=yes ;;
        trigger) options='--data --url -j --json -h --help' words='taxpayer.status_changed taxpayer.records_synced taxpayer.disconnected taxpayer.consent_accepted taxpayer.provider_selected taxpayer.provider_connected widget.opened widget.closed widget.failed client_link.opened client_link.closed client_link.failed client_link.succeeded' ;;
        listen) options='--forward-to --events --webhook-secret --url -j --json -h --help' words='' ;;
        conformance) options='--url --destructive --all -j --json -h --help' words='' ;;
        collect) options='--url -o --out --taxpayer --taxpayers --tokens --refresh --wait --disconnect --jobs -j --json -q --quiet -h --help' words='' ;;
        disconnect) options='--url --taxpayer --taxpayers --tokens -j --json -q --quiet -h --help' words='' ;;
        example) options='-h --help' words='' ;;
        forms) options='-j --json -h --help' words='form_w2 form_w2g schedule_k1_1065 schedule_k1_1120s schedule_k1_1041 form_5498 form_1042_s form_1099_misc form_1099_int form_1099_g form_1099_r form_1099_div form_1099_b form_1099_nec form_ssa_1099 form_1098 form_1098_t' ;;
        schema) options='-j --json -h --help' words='' ;;
        completion) options='-h --help' words='bash zsh fish' ;;
        help) options='-h --help' words='convert tables merge report summarize validate normalize explain sandbox trigger listen conformance collect disconnect example forms schema completion help' ;;
      esac
      if [ "$COMP_CWORD" -eq 1 ]; then words='convert tables merge report summarize validate normalize explain sandbox trigger listen conformance collect disconnect example forms schema completion help' files=''; fi
      case $current in -*) words=$options files='' ;; esac ;;
  esac
  # Completes the last word of a list such as `csv,arrow`.
  local last=${current##*,}
  COMPREPLY=($(compgen -P "${current%"$last"}" -W "$words" -- "$last"))
  # Without this, bash offers files if nothing else fits. bash 3 has no `compopt`.
  if [ "$files" = '' ]; then compopt +o default 2>/dev/null; fi
}
complete -o default -F _taxtally taxtally
