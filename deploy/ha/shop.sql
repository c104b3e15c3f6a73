-- The shop's role and database, made once on the leader: psql --host 10.0.0.31 --port 5000 --username postgres -f shop.sql
create role shop login password 'change-me-shop';
create database shop owner shop;
-- What bounds each wait, also behind a pooler that drops what a session asks for at its start.
alter role shop in database shop set statement_timeout = '3s';
alter role shop in database shop set lock_timeout = '1s';
alter role shop in database shop set idle_in_transaction_session_timeout = '10s';
\connect shop
create extension if not exists pg_trgm;
