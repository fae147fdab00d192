-- The certificate that proved who somebody is, in PEM: once it is revoked the login ends.
alter table login add certificate text;
alter table qr_code add certificate text;
create index login_certificate on login (expires_at) where certificate is not null and revoked_at is null;
-- Logins of long ago are forgotten.
create index login_created on login (created_at);
