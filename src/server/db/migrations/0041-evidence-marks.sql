-- Rows on which windows are prolonged and lines recorded carry a mark that only the hall can make (KEY-5). The checks are
-- for new rows only: a node of an older version fails at them, rather than write what counts for nothing.
alter table node_beat add column mark text;
alter table hall_outage add column mark text;
alter table bidder_line add column mark text;
alter table node_beat add constraint node_beat_has_mark check (mark is not null) not valid;
alter table hall_outage add constraint hall_outage_has_mark check (mark is not null) not valid;
alter table bidder_line add constraint bidder_line_has_mark check (mark is not null) not valid;
