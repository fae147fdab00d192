-- So does what the platform reported of a bidder.
alter table deposit add column mark text;
alter table bidder_contact add column mark text;
alter table deposit add constraint deposit_has_mark check (mark is not null) not valid;
alter table bidder_contact add constraint bidder_contact_has_mark check (mark is not null) not valid;
