-- Up Migration
-- All pictures that a lot's record names: photos, moving pictures, and those of a motorcycle's inspection.
create function lot_pictures(images text[], videos text[], inspection jsonb) returns text[]
language sql immutable parallel safe as $$
  select images || videos || array(
    select jsonb_array_elements_text(jsonb_path_query_array(inspection, '$.zones[*].images[*] ? (@.type() == "string")')))
$$;
-- Whose photo this is, before it is shown: private lots are few, so the index stays small.
create index lots_private_pictures on lots using gin (lot_pictures(images, videos, inspection)) where is_private;
create index lot_extra_images_pictures on lot_extra_images using gin (images);

-- Down Migration
drop index lot_extra_images_pictures, lots_private_pictures;
drop function lot_pictures(text[], text[], jsonb);
