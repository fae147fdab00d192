-- How rows of the log come in lists. Types of their own, not the tables': a column more in a table leaves statements of
-- nodes that do not know it as they are.
create type entry_row as (
  session_id uuid,
  seq integer,
  type text,
  version integer,
  at text,
  actor text,
  role text,
  command_id text,
  payload json,
  commitments json,
  secret bytea,
  previous text,
  hash text
);

create type command_row as (session_id uuid, actor text, command_id text, first_seq integer, last_seq integer);
