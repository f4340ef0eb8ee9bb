-- Up Migration
-- Consignees and notify parties, as their client wrote them. An entry never changes: what stood on the papers of an
-- earlier car stays, and the same words a second time are the same entry.
create table addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  full_name text not null,
  address text not null,
  country_id integer not null,
  port text not null,
  telephone text not null,
  email text not null,
  document text not null,
  payment_method text not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, full_name, address, country_id, port, telephone, email, document, payment_method)
);
create trigger addresses_stay before update or delete on addresses for each row execute function refuse_change();

alter table purchases
  add consignee_id integer references addresses (id),
  -- Null: the consignee himself.
  add notify_party_id integer references addresses (id),
  add stock_yard text,
  add yard_arrival_eta date,
  add shipping_line text,
  add vessel text,
  add destination text,
  add discharge_port text,
  add note text not null default '',
  -- What the landed cost was reckoned at for the bid, with the table of that hour.
  add estimate jsonb;

-- What a purchase was charged after it was booked, each beside its posting; the amounts of a kind add up.
create table purchase_fees (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('auctionFee', 'inspection', 'freight', 'insurance', 'otherFees')),
  amount_yen bigint not null check (amount_yen <> 0),
  posting_id bigint not null unique references ledger_postings (id),
  user_id integer references users (id),
  created_at timestamptz not null default clock_timestamp()
);
create index purchase_fees_purchase on purchase_fees (purchase_id);
create trigger purchase_fees_append_only before update or delete on purchase_fees
  for each row execute function refuse_change();

-- The papers themselves lie in the document store under a name that says nothing.
create table purchase_documents (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('exportCertificate', 'billOfLading', 'invoice', 'deregistration', 'other')),
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('pdf', 'jpg', 'png')),
  stored_as text not null unique,
  sha256 bytea not null,
  bytes integer not null,
  user_id integer references users (id),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz
);
create unique index purchase_documents_once on purchase_documents (purchase_id, kind, sha256) where removed_at is null;

-- Of papers whose day was agreed; the others follow from purchase and departure.
create table purchase_due_dates (
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('exportCertificate', 'billOfLading', 'invoice', 'deregistration')),
  due_on date not null,
  primary key (purchase_id, kind)
);

create table purchase_events (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases (id),
  kind text not null check (kind in ('status', 'shipping', 'fee', 'document', 'note', 'due', 'consignee')),
  data jsonb not null default '{}',
  -- Null is the operator or the portal itself.
  user_id integer references users (id),
  at timestamptz not null default clock_timestamp()
);
create index purchase_events_purchase on purchase_events (purchase_id, id);
create trigger purchase_events_append_only before update or delete on purchase_events
  for each row execute function refuse_change();

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('bid_status', 'bid_won',
  'bid_finished', 'lot_withdrawn', 'bid_not_forwarded', 'negotiation_offer', 'chat_message', 'new_lots',
  'deposit_booked', 'closing_soon', 'lot_moved', 'urgent_bid', 'order_failed', 'purchase_status', 'shipping_dates',
  'purchase_document'));

-- Down Migration
delete from notifications where kind in ('purchase_status', 'shipping_dates', 'purchase_document');
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('bid_status', 'bid_won',
  'bid_finished', 'lot_withdrawn', 'bid_not_forwarded', 'negotiation_offer', 'chat_message', 'new_lots',
  'deposit_booked', 'closing_soon', 'lot_moved', 'urgent_bid', 'order_failed'));
drop table purchase_events, purchase_due_dates, purchase_documents, purchase_fees;
alter table purchases drop consignee_id, drop notify_party_id, drop stock_yard, drop yard_arrival_eta,
  drop shipping_line, drop vessel, drop destination, drop discharge_port, drop note, drop estimate;
drop table addresses;
