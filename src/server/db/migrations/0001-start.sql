-- One row per section: where its log stands, its secrets, and what the hall lists (a projection of the log).
create table session (
  id uuid primary key,
  epoch text not null,
  head integer not null default 0,
  head_hash text not null,
  private_key bytea not null,
  seal_identity text not null,
  seal_recipient text not null,
  section_code text,
  section_name text,
  project_kind integer,
  qualification integer,
  industry integer,
  specialty integer,
  agency_code text,
  opens_at timestamptz,
  status text not null,
  flow integer not null,
  bidder_count integer not null default 0,
  ended_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 70); -- every append rewrites its row: room for that beside it

create index session_opens_at on session (opens_at desc, id);
create index session_agency on session (agency_code, opens_at desc);
create index session_kind on session (project_kind, opens_at desc);
create index session_ended on session (ended_at desc) where ended_at is not null;
create index session_open on session (id) where ended_at is null;

create table session_bidder (
  session_id uuid not null references session (id),
  bidder_code text not null,
  primary key (session_id, bidder_code)
);
create index session_bidder_code on session_bidder (bidder_code, session_id);

-- The log. No foreign key: entries are written in one statement with their session's row. `at` is text and
-- payload json, not jsonb, because the hash is taken over what was written, to the letter.
create table entry (
  session_id uuid not null,
  seq integer not null,
  type text not null,
  version integer not null,
  at text not null,
  actor text not null,
  role text not null,
  command_id text not null,
  payload json not null,
  commitments json not null,
  secret bytea,
  previous text not null,
  hash text not null,
  primary key (session_id, seq)
);

create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of a log are never changed' using errcode = 'restrict_violation';
end
$$;
create trigger entry_is_final before update or delete on entry
  for each row execute function refuse_entry_change();
create trigger entry_stays before truncate on entry
  for each statement execute function refuse_entry_change();

-- The first result of every command; last_seq < first_seq where it made nothing happen.
create table command (
  session_id uuid not null,
  actor text not null,
  command_id text not null,
  first_seq integer not null,
  last_seq integer not null,
  primary key (session_id, actor, command_id)
);

create table account (
  id uuid primary key,
  user_code text not null unique,
  name text not null,
  role text not null,
  unit_code text,
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table login (
  id uuid primary key,
  account_id uuid not null references account (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index login_account on login (account_id);

create table setting (
  key text primary key,
  value text not null
);

create table stored_file (
  id uuid primary key,
  session_id uuid not null references session (id),
  kind text not null check (kind in ('bid', 'tender', 'clarification', 'answer', 'other')),
  bidder_code text,
  name text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_at timestamptz not null default now()
);
create index stored_file_session on stored_file (session_id, kind);
create index stored_file_sha256 on stored_file (sha256);
