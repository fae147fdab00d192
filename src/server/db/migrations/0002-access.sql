-- People whom the platform sends have no password; who was disabled has no way in.
alter table account alter column password_hash drop not null;
alter table account add disabled_at timestamptz;
-- The project type chosen last (GCLX).
alter table account add project_type integer;
create index account_unit on account (unit_code, role);

-- How a login came about, and from where. Of refresh tokens only hashes are kept: the one that counts, the one
-- before it, and the key under which that one was asked for, so that a lost answer can be asked for again.
alter table login add via text not null default 'account';
alter table login add address text;
alter table login add refresh_hash text;
alter table login add previous_hash text;
alter table login add refresh_key uuid;
create index login_revoked on login (revoked_at) where revoked_at is not null;

-- What counts once, on whichever node it comes back: slide puzzles and the tokens for solving them.
create table single_use (
  key text primary key,
  value text not null,
  expires_at timestamptz not null
);
create index single_use_expires on single_use (expires_at);

-- Attempts that are slowed down: how full each bucket was, and when.
create table throttle (
  key text primary key,
  level double precision not null,
  at timestamptz not null
);
create index throttle_at on throttle (at);
