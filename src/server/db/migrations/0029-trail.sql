-- The security trail: one chain for the hall. Its row is what nodes lock to append one after the other.
create table trail (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into trail default values;

-- `at` is text, because the hash is taken over what was written, to the letter.
create table trail_line (
  seq integer primary key,
  version integer not null,
  at text not null,
  kind text not null,
  login_id uuid,
  account text not null,
  role text,
  unit text,
  address text not null,
  agent text not null,
  session_id uuid,
  what text not null,
  code text,
  detail text not null,
  count integer not null,
  previous text not null,
  hash text not null
);
create index trail_line_at on trail_line (at, seq);
create index trail_line_kind on trail_line (kind, seq);
create index trail_line_account on trail_line (account, seq);
create index trail_line_session on trail_line (session_id, seq) where session_id is not null;

create trigger trail_is_final before update or delete on trail
  for each row execute function refuse_entry_change();
create trigger trail_stays before truncate on trail
  for each statement execute function refuse_entry_change();
create trigger trail_line_is_final before update or delete on trail_line
  for each row execute function refuse_entry_change();
create trigger trail_line_stays before truncate on trail_line
  for each statement execute function refuse_entry_change();
