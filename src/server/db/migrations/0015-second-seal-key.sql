-- Files of a second envelope are sealed to a key of their own. Sections of before have one key for both.
alter table session add column second_seal_identity text;
alter table session add column second_seal_recipient text;
