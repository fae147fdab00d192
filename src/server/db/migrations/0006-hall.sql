-- What the hall filters and marks by besides, a projection of the log; lot_status: 0 none, 2 failed, 3 stopped, 4 paused.
alter table session
  add column qualification_method integer,
  add column fixed_price boolean,
  add column region text,
  add column lot_status integer not null default 0;
update session set qualification_method = case qualification when 8 then 0 when 16 then 1 end
  where section_code is not null;

-- A text's pairs of neighbouring characters. Chinese is searched by words of two, which trigrams do not find; needs no
-- extension, and means the same in every locale.
create function hall_pairs(words text) returns text[]
language sql immutable strict parallel safe
return array(select distinct substr(lower(words), place, 2) from generate_series(1, length(words) - 1) as place);

-- Both tabs in the orders in which they can be shown; the old indexes served no question that is asked any more.
drop index session_opens_at;
drop index session_kind;
drop index session_ended;
create index session_hall_open on session (opens_at, id) where status <> 'opened' and section_code is not null;
create index session_hall_open_code on session (section_code, id)
  where status <> 'opened' and section_code is not null;
create index session_hall_open_name on session (section_name, id)
  where status <> 'opened' and section_code is not null;
create index session_hall_ended on session (opens_at desc, id) where status = 'opened' and section_code is not null;
create index session_hall_ended_code on session (section_code, id)
  where status = 'opened' and section_code is not null;
create index session_hall_ended_name on session (section_name, id)
  where status = 'opened' and section_code is not null;
create index session_hall_created on session (created_at desc) where section_code is not null;
create index session_hall_text on session using gin (hall_pairs(section_code || ' ' || section_name))
  with (fastupdate = off) where section_code is not null;

-- A node that starts looks only at sections whose opening is under way, among however many that wait.
drop index session_open;
create index session_running on session (id) where ended_at is null and flow > 0;
