-- Under which id a bid file's bytes were submitted: the bytes of a replaced file are found without reading the log, whose
-- length tells of other bidders. Rows of bids that the log does not have keep the empty id.
alter table bid_file add column file_id text not null default '';
alter table bid_file drop constraint bid_file_pkey;
alter table bid_file add primary key (session_id, file_id, ciphertext_hash);
create index bid_file_bytes on bid_file (ciphertext_hash);
insert into bid_file (session_id, file_id, ciphertext_hash)
select distinct session_id, payload ->> 'fileId', payload ->> 'ciphertextHash' from entry
 where type = 'BidSubmitted'
   and (payload ->> 'ciphertextHash', session_id) in (select ciphertext_hash, session_id from bid_file);
delete from bid_file where file_id = '' and (ciphertext_hash, session_id) in
  (select ciphertext_hash, session_id from bid_file where file_id <> '');
alter table bid_file alter column file_id drop default;
