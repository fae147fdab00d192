-- Each entry of a log carries a mark that only the hall can make (KEY-7). Those of before have none.
alter table entry add column mark bytea;
alter type entry_row add attribute mark bytea;
-- For new rows only. A node of an older version fails at this, rather than write what stops the section.
alter table entry add constraint entry_has_mark check (mark is not null) not valid;

-- Up to where a log is from before, with the hash of its last entry then, and a mark over both.
create table unmarked_log (
  session_id uuid primary key references session (id),
  head integer not null,
  hash text not null,
  mark bytea not null
);
