-- Where a session stands before and after an append; and the command that an entry is the last one of, by its first.
create type head_row as (id uuid, base integer, head integer, head_hash text);
alter type entry_row rename attribute secret to locked;
alter type entry_row add attribute first_seq integer;
