-- A lot also fails when the trading platform approves a failure that was declared in the hall.
drop index entry_result;
create index entry_result on entry (session_id, seq)
  where type in ('EnvelopeEnded', 'OpeningEnded', 'LotStatusChanged', 'FailureDecided');

-- Failed and stopped lots are listed among the ended ones, too.
drop index session_hall_ended;
drop index session_hall_ended_code;
drop index session_hall_ended_name;
create index session_hall_ended on session (opens_at desc, id)
  where (status in ('opened', 'failed') or lot_status = 3) and section_code is not null;
create index session_hall_ended_code on session (section_code, id)
  where (status in ('opened', 'failed') or lot_status = 3) and section_code is not null;
create index session_hall_ended_name on session (section_name, id)
  where (status in ('opened', 'failed') or lot_status = 3) and section_code is not null;
