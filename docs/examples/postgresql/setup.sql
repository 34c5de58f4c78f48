-- Run this script once. It creates the tables of the package's script in two schemas. Each load copies its rows into
-- the schema `day`. The schema `taxtally` contains the results, and partitions the tables by tax year.
-- Variables: `ddl` (the path of the package's script), `first` and `last` (the years that get a partition).
\set ON_ERROR_STOP on
\if :{?ddl} \else \set ddl node_modules/taxtally/schemas/sql/postgresql/tables.sql \endif
\if :{?first} \else \set first 2015 \endif
\if :{?last} \else \set last 2030 \endif
set client_min_messages = warning;
begin;
create schema day;
create schema taxtally;
set local search_path = day;
\i :ddl

-- Leaves out the traces, the flags and the wide table of each form, which `convert` writes only with `--tables all`.
-- If you use `--tables all`, delete this statement.
select format('drop table day.%I', tablename) from pg_tables
where schemaname = 'day' and tablename ~ '^(form_|schedule_|traces$|figure_flags$)'
\gexec

create view day.cut as
select tablename as name,
  exists (select from information_schema.columns
    where table_schema = 'day' and table_name = tablename and column_name = 'tax_year') as by_year,
  exists (select from information_schema.key_column_usage
    where table_schema = 'day' and table_name = tablename and column_name = 'tax_year') as year_in_key,
  exists (select from information_schema.table_constraints
    where table_schema = 'day' and table_name = tablename and constraint_type = 'PRIMARY KEY') as has_key
from pg_tables where schemaname = 'day';

-- PostgreSQL requires the year in the key of a table that is partitioned by year. A document may have no year, so the
-- keys of such tables are enforced only in `day`.
select format('create table taxtally.%1$I (like day.%1$I including all %2$s) %3$s', name,
  case when by_year and not year_in_key then 'excluding indexes excluding constraints' end,
  case when by_year then 'partition by range (tax_year)' end)
from day.cut
\gexec
select format('create index on taxtally.%I (taxpayer_id)', name) from day.cut
where not has_key or (by_year and not year_in_key)
\gexec
select format('create table taxtally.%I partition of taxtally.%I for values from (%s) to (%s)',
  name || '_' || year, name, year, year + 1)
from day.cut, generate_series(:first, :last) as year where by_year
\gexec
-- These partitions have the rows without a year, and those of other years.
select format('create table taxtally.%I partition of taxtally.%I default', name || '_other', name)
from day.cut where by_year
\gexec
select format('comment on table taxtally.%I is %L', name, obj_description(('day.' || quote_ident(name))::regclass))
from day.cut
\gexec

-- Lists the loads: the manifest of each result, and how many taxpayers changed.
create table taxtally.loads (load bigint generated always as identity primary key,
  loaded_at timestamptz not null default now(), manifest jsonb not null, changed bigint);
commit;
