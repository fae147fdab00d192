-- Which sections a bid file's bytes were submitted in: read before the bytes are deleted. An index of the log for this
-- made each append slower.
create table bid_file (
  ciphertext_hash text not null,
  session_id uuid not null references session (id),
  primary key (ciphertext_hash, session_id)
);
insert into bid_file (ciphertext_hash, session_id)
select distinct payload ->> 'ciphertextHash', session_id from entry where type = 'BidSubmitted';
drop index entry_bid_file;
