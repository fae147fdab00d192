-- The trading platform signs its calls: its account with a password goes, and what that could log in to with it.
delete from login where account_id in (select id from account where role = 'platform');
delete from account where role = 'platform';

-- Tokens of the platform that were used, for as long as they would hold.
create table used_token (
  jti text primary key,
  expires_at timestamptz not null
);
create index used_token_expires on used_token (expires_at);

-- How bidders' deposits stand, as the platform last said it (S1 §3).
create table deposit (
  session_id uuid not null references session (id),
  bidder_code text not null,
  amount numeric(18, 2) not null,
  mode text not null default '',
  status text not null,
  bound boolean not null default false,
  apply_result text not null default '',
  account text not null default '',
  account_name text not null default '',
  account_code text not null default '',
  receipt_number text not null default '',
  paid_at timestamptz,
  remark text not null default '',
  updated_at timestamptz not null,
  primary key (session_id, bidder_code)
);

-- Results on their way to the platform: one row per entry of a log that is a result. `next_at` is when it is tried
-- next; whoever tries it moves that on first, so that no other node does.
create table outbox (
  session_id uuid not null references session (id),
  seq integer not null,
  id uuid not null unique default gen_random_uuid(),
  attempts integer not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  problem text,
  primary key (session_id, seq)
);
create index outbox_due on outbox (next_at) where sent_at is null;
create index entry_result on entry (session_id, seq)
  where type in ('EnvelopeEnded', 'OpeningEnded', 'LotStatusChanged');
