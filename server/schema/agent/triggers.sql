create or replace trigger agent_orders_publish after update of state on agent_orders
  for each row when (old.state is distinct from new.state) execute function publish_order();
