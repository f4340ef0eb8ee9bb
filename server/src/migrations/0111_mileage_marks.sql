-- Up Migration

-- What the house says about the odometer (contract/src/lots/mileage.ts).
alter table lots add column mileage_mark text check (mileage_mark in ('changed', 'rolledBack', 'unknown'));
alter table lots alter column mileage_mark set statistics 0;

-- Down Migration
alter table lots drop column mileage_mark;
