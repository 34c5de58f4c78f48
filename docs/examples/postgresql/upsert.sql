-- Copies the rows of `day` into `taxtally`. If any row of a taxpayer is new, different or missing, the taxpayer is
-- deleted and inserted again in every table. The rows of all other taxpayers stay as they are.
insert into taxtally.loads (manifest) values (:'manifest');
create temporary table changed (taxpayer_id text primary key) on commit drop;
do $$
declare
  name text;
  columns text;
  expected_rows bigint;
  loaded_rows bigint;
  names text[] := array(select tablename from pg_tables where schemaname = 'day');
begin
  foreach name in array names loop
    select sum((file ->> 'rows')::bigint) into expected_rows
    from taxtally.loads, jsonb_array_elements(manifest -> 'files') as file
    where load = (select max(load) from taxtally.loads) and file ->> 'name' ~ ('^' || name || '(/part-[0-9]+)?[.]csv$');
    execute format('select count(*) from day.%I', name) into loaded_rows;
    if loaded_rows is distinct from expected_rows then
      raise exception 'the manifest says % rows of %, and % were loaded', expected_rows, name, loaded_rows;
    end if;
    -- An issue that only moved to another file or another line is not a change.
    select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
    where table_schema = 'day' and table_name = name and column_name not in ('source', 'line');
    execute format('analyze day.%I', name);
    execute format('
      with earlier as (select %2$s from taxtally.%1$I join (select taxpayer_id from day.taxpayers) t using (taxpayer_id)),
        loaded as (select %2$s from day.%1$I join (select taxpayer_id from day.taxpayers) t using (taxpayer_id))
      insert into changed
      select taxpayer_id from (table loaded except all table earlier) added
      union
      select taxpayer_id from (table earlier except all table loaded) vanished
      on conflict do nothing', name, columns);
  end loop;
  analyze changed;
  foreach name in array names loop
    execute format('delete from taxtally.%I where taxpayer_id in (table changed)', name);
    execute format('insert into taxtally.%1$I select * from day.%1$I where taxpayer_id in (table changed)', name);
  end loop;
end $$;

-- Issues without a taxpayer belong to their file, so the issues of this load replace those of the same files. A taxpayer
-- whose records were all rejected is not in `day.taxpayers`: the older rows stay, and the new issues replace the older.
delete from taxtally.issues where taxpayer_id is null and source in (select input ->> 'name'
  from taxtally.loads, jsonb_array_elements(manifest -> 'inputs') as input
  where load = (select max(load) from taxtally.loads));
create temporary table rejected on commit drop as select * from day.issues where not exists
  (select from day.taxpayers t where t.taxpayer_id = issues.taxpayer_id);
delete from taxtally.issues where taxpayer_id in (select taxpayer_id from rejected);
insert into taxtally.issues table rejected;

update taxtally.loads set changed = (select count(*) from changed)
where load = (select max(load) from taxtally.loads);
