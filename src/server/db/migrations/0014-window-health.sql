-- When each node was last at work. The gaps between the beats of all of them are the hall's outages, which stay.
create table node_beat (
  node uuid primary key,
  at timestamptz not null
);
create table hall_outage (
  from_at timestamptz primary key,
  to_at timestamptz not null
);
-- From when to when a bidder had a live connection to a section on a node; until null it stands, or went with the node.
create table bidder_line (
  id uuid primary key,
  session_id uuid not null,
  bidder_code text not null,
  node uuid not null,
  from_at timestamptz not null,
  until_at timestamptz
);
create index bidder_line_session on bidder_line (session_id, from_at);
create index bidder_line_from on bidder_line (from_at);
