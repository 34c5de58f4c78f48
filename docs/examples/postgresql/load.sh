#!/bin/sh
# load.sh FOLDER: loads the result of `taxtally convert --raw-text` into the schema `taxtally`, in one transaction.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
if [ ! -f manifest.json ]; then
  echo "$1 has no manifest.json: it is not a complete result" >&2
  exit 1
fi

tables=$(psql -XAtqc "select tablename from pg_tables where schemaname = 'day' order by 1")
copies=$(
  for table in $tables; do
    found=
    for file in "$table.csv" "$table"/part-*.csv; do
      if [ -f "$file" ]; then
        found=yes
        printf '%s\n' "\\copy day.$table from '$file' with (format csv, header match)"
      fi
    done
    # Without its file, the table would look as if all of its rows had been deleted.
    if [ -z "$found" ]; then
      echo "there is no file of the table $table" >&2
      exit 1
    fi
  done
)

psql -Xq -v ON_ERROR_STOP=1 <<END
begin;
-- Another load waits here until this one ends.
truncate $(printf 'day.%s\n' $tables | paste -sd, -);
$copies
\\set manifest \`cat manifest.json\`
\\i '$here/upsert.sql'
commit;
END
