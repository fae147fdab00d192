-- Private fields begin with the counter block they are encrypted from, and commitments take the place of a tag. What was
-- encrypted with AES-GCM was so in counter mode from block 2 on: it stays as it is, between another head and no tag.
alter table entry disable trigger entry_is_final;
update entry set secret =
  substring(secret from 1 for 12) || '\x00000002'::bytea || substring(secret from 13 for length(secret) - 28)
-- What is too short for it was damaged before, and is found so when it is read.
where length(secret) >= 28;
alter table entry enable trigger entry_is_final;
-- A node of an older version fails at this name, rather than write what nobody can read.
alter table entry rename column secret to locked;
