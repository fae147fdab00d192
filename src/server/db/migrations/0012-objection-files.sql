-- Files uploaded for objections (S0 §5). The log says which of them were submitted; the bytes lie in a store of their own.
create table objection_file (
  id uuid primary key,
  session_id uuid not null references session (id),
  bidder_code text not null,
  name text not null,
  kind text not null check (kind in ('jpg', 'pdf', 'doc', 'docx')),
  size bigint not null,
  sha256 text not null,
  uploaded_at timestamptz not null,
  claimed_at timestamptz,
  submitted boolean not null default false
);
create index objection_file_bidder on objection_file (session_id, bidder_code);
create index objection_file_sha256 on objection_file (sha256);
create index objection_file_pending on objection_file (uploaded_at) where not submitted;
