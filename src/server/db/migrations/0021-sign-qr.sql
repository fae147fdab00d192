-- A code may ask for a signature: of which document and for whom, and the phone's signatures.
alter table qr_code add signing jsonb, add jws text, add cms text;
