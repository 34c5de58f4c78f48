# Completion of taxtally in bash. Made by `npm run generate`.
_taxtally() {
  local words='' current=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] || [ "${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W 'convert tables merge report summarize validate normalize explain sandbox trigger listen conformance collect disconnect example forms schema completion help' -- "$current"))
    return
  fi
  # The value of such an option is neither an option nor a file.
  case ${COMP_WORDS[COMP_CWORD - 1]} in
    --format|--tables|--parts|--fail-on|--from|--records-at|--taxpayer-id|--as-of-year|--identifiers|--max-value-bytes|--max-value-entries|--max-taxpayer-documents|--max-value-issues|--max-source-issues|--max-unpacked-bytes|--jobs|--shard|--taxpayer|--loan-number|--prepared-by|--year|--figure|--port|--people|--seed|--redirect|--host|--client-id|--client-secret|--webhook-secret|--webhook|--duplicates|--data|--url|--forward-to|--events) return ;;
  esac
  case ${COMP_WORDS[1]} in
    completion) [ "${current#-}" = "$current" ] && words='bash zsh fish' ;;
    convert) words='-o --out --format --tables --parts --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    tables) words='--tables --shard --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    merge) words='-o --out --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    report) words='-o --out --format --taxpayer --loan-number --prepared-by --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    summarize) words='-j --json --taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    validate) words='-j --json --taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    normalize) words='--taxpayer --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    explain) words='-j --json --taxpayer --year --figure --figures --fail-on --from --records-at --taxpayer-id --policy --as-of-year --known-facts --stated --strict --identifiers --pseudonym-key-file --raw-text --allow-empty --no-rejected --max-value-bytes --max-value-entries --max-taxpayer-documents --max-value-issues --max-source-issues --max-unpacked-bytes --jobs -q --quiet --no-color -h --help -V --version' ;;
    sandbox) words='--port --data --people --seed --quirks --redirect --host --allow-private-webhooks --state --client-id --client-secret --webhook-secret --strict-version --webhook --duplicates --reorder --test-events -q --quiet -h --help' ;;
    trigger) words='--data --url -h --help' ;;
    listen) words='--forward-to --events --webhook-secret --url -h --help' ;;
    conformance) words='--url --destructive --all -j --json -h --help' ;;
    collect) words='--url -o --out --taxpayer --taxpayers --tokens --refresh --wait --disconnect --jobs -q --quiet -h --help' ;;
    disconnect) words='--url --taxpayer --taxpayers --tokens -q --quiet -h --help' ;;
    example) words='-h --help' ;;
    forms) words='-j --json -h --help' ;;
    schema) words='-j --json -h --help' ;;
    help) words='-h --help' ;;
  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) if [ "${COMP_WORDS[1]}" = completion ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
  esac
}
complete -o default -F _taxtally taxtally
