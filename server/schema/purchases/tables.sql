-- Consignees and notify parties as their client entered them. An entry never changes: documents of earlier cars stay
-- valid, and the same text again is the same entry.
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

create table purchases (
  id bigint generated always as identity primary key,
  lot_id bigint not null unique references lots (id) on delete restrict,
  bid_id bigint not null unique references bids (id),
  user_id integer not null references users (id),
  sku text not null unique,
  purchased_on date not null,
  status smallint not null default 0 check (status between 0 and 8),
  car_price_yen bigint not null check (car_price_yen > 0),
  agent_fee_yen bigint not null check (agent_fee_yen >= 0),
  haulage_yen bigint not null check (haulage_yen >= 0),
  total_yen bigint generated always as (car_price_yen + agent_fee_yen + haulage_yen) stored,
  export_type smallint,
  export_port text,
  voyage text,
  etd date,
  eta date,
  created_at timestamptz not null default now(),
  consignee_id integer references addresses (id),
  -- Null: the consignee.
  notify_party_id integer references addresses (id),
  stock_yard text,
  yard_arrival_eta date,
  shipping_line text,
  vessel text,
  destination text,
  discharge_port text,
  note text not null default '',
  -- The landed cost estimated for the bid, with the table of that time.
  estimate jsonb
);
create index purchases_user on purchases (user_id, purchased_on desc, id desc);
-- The ledger tables are created before the purchases, whose fees reference postings.
alter table ledger_postings add foreign key (purchase_id) references purchases (id);

-- Charges of a purchase after it was booked, each with its posting; the amounts of a kind add up.
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

-- The files are in the document store under random names.
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

-- For documents with an agreed day; the others follow from purchase and departure.
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
  at timestamptz not null default clock_timestamp(),
  -- The program that made the change; the user is null, as for the operator.
  token_id integer references service_tokens (id),
  constraint purchase_events_one_actor check (user_id is null or token_id is null)
);
create index purchase_events_purchase on purchase_events (purchase_id, id);
