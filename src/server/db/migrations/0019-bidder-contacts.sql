-- Whom the platform names as a bidder's contact (PLF-5). Not part of the log: it can be replaced.
create table bidder_contact (
  session_id uuid not null,
  bidder_code text not null,
  name text not null,
  phone text not null,
  updated_at timestamptz not null,
  primary key (session_id, bidder_code)
);
