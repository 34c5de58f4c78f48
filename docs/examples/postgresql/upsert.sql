-- Takes the rows of `day` into `taxtally`. A taxpayer of whom any row differs, is new or has vanished is deleted and
-- inserted in every table; of the others no row is touched, nor of taxpayers who are not in this load.
insert into taxtally.loads (manifest) values (:'manifest');
create temporary table changed (taxpayer_id text primary key) on commit drop;
do $$
declare
  name text;
  columns text;
  told bigint;
  there bigint;
  names text[] := array(select tablename from pg_tables where schemaname = 'day');
begin
  foreach name in array names loop
    select sum((file ->> 'rows')::bigint) into told
    from taxtally.loads, jsonb_array_elements(manifest -> 'files') as file
    where load = (select max(load) from taxtally.loads) and file ->> 'name' ~ ('^' || name || '(/part-[0-9]+)?[.]csv$');
    execute format('select count(*) from day.%I', name) into there;
    if there is distinct from told then
      raise exception 'the manifest says % rows of %, and % were loaded', told, name, there;
    end if;
    -- The same issue in a file of another name, or on another line, is no change.
    select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
    where table_schema = 'day' and table_name = name and column_name not in ('source', 'line');
    execute format('analyze day.%I', name);
    execute format('
      with kept as (select %2$s from taxtally.%1$I join (select taxpayer_id from day.taxpayers) t using (taxpayer_id)),
        loaded as (select %2$s from day.%1$I join (select taxpayer_id from day.taxpayers) t using (taxpayer_id))
      insert into changed
      select taxpayer_id from (table loaded except all table kept) added
      union
      select taxpayer_id from (table kept except all table loaded) vanished
      on conflict do nothing', name, columns);
  end loop;
  analyze changed;
  foreach name in array names loop
    execute format('delete from taxtally.%I where taxpayer_id in (table changed)', name);
    execute format('insert into taxtally.%1$I select * from day.%1$I where taxpayer_id in (table changed)', name);
  end loop;
end $$;

-- Issues of values without a taxpayer stand for their file: those of the same file are replaced. A taxpayer of whom
-- everything was refused is not in `day.taxpayers`: the older rows stand, with the new issues.
delete from taxtally.issues where taxpayer_id is null and source in (select input ->> 'name'
  from taxtally.loads, jsonb_array_elements(manifest -> 'inputs') as input
  where load = (select max(load) from taxtally.loads));
create temporary table refused on commit drop as select * from day.issues where not exists
  (select from day.taxpayers t where t.taxpayer_id = issues.taxpayer_id);
delete from taxtally.issues where taxpayer_id in (select taxpayer_id from refused);
insert into taxtally.issues table refused;

update taxtally.loads set changed = (select count(*) from changed)
where load = (select max(load) from taxtally.loads);
