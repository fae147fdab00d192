-- Codes that a browser shows and a phone scans; removed a while after they expired.
create table qr_code (
  id text primary key,
  purpose text not null,
  role text not null,
  secret_hash text not null,
  address text not null,
  expires_at timestamptz not null,
  scanned_at timestamptz,
  answered_at timestamptz,
  -- Who confirmed; without one, an answered code was declined or is nobody's here.
  account_id uuid references account (id),
  refused text,
  used_at timestamptz
);
create index qr_code_expires_at on qr_code (expires_at);
