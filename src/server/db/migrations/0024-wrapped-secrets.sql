-- Secrets are wrapped by a key outside the database (KEY-1). The server wraps those of before when it starts, and
-- empties the columns in which they stood.
create table section_key (
  session_id uuid primary key references session (id),
  wrapped text not null
);
alter table session alter column private_key drop not null;
alter table session alter column seal_identity drop not null;

alter table setting add column wrapped text;
alter table setting alter column value drop not null;

-- Rows that say who somebody is carry a mark that only the hall can make (KEY-5).
alter table account add column mark text;
alter table login add column mark text;
alter table qr_code add column mark text;
alter table single_use add column mark text;
