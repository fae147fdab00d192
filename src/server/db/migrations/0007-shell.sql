-- Clarifications of a tender (S0 §3); their attachments are stored files.
create table clarification (
  id uuid primary key,
  session_id uuid not null references session (id),
  title text not null,
  content text not null default '',
  published_at timestamptz not null
);
create index clarification_session on clarification (session_id, published_at desc);
alter table stored_file add column clarification_id uuid references clarification (id);
