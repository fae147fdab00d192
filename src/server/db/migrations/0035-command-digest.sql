-- What a command's id stands for, as a keyed digest of the command; null in rows of before and for the hall's own commands.
alter table command add column digest text;
alter type entry_row add attribute digest text;
alter type command_row add attribute digest text;

-- Which sections name a bid file's bytes, before they are deleted.
create index entry_bid_file on entry ((payload ->> 'ciphertextHash')) where type = 'BidSubmitted';
