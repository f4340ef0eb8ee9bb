import { type PriceAlarm, priceAlarms, releasePriceAlarm } from '@seri/contract/prices/alarm-routes.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { groupThousands, japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { showFailure } from '../shell/toast.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import css from './alarms.module.css';

const alarmsQuery = queryOptions({
  queryKey: ['prices', 'alarms'],
  queryFn: ({ signal }) => call(priceAlarms, { query: {}, signal }),
});

/** Sources whose sales the price model leaves out, for managers: what happened, and the way to count them again. */
export function PriceAlarms() {
  const { data } = useQuery(alarmsQuery);
  if (!data || data.alarms.length === 0) return null;
  return (
    <FormAlert>
      <b>{t('prices.alarms.title')}</b>
      <p>{t('prices.alarms.lead')}</p>
      <ul className={css.list}>
        {data.alarms.map((alarm) => (
          <Alarm key={`${alarm.source} ${alarm.vehicle} ${alarm.firstDay}`} alarm={alarm} />
        ))}
      </ul>
    </FormAlert>
  );
}

function Alarm({ alarm: { source, vehicle, firstDay, sales, ratio } }: { alarm: PriceAlarm }) {
  const client = useQueryClient();
  const release = useMutation({
    mutationFn: () => call(releasePriceAlarm, { body: { source } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['prices'] }),
    onError: showFailure,
  });
  return (
    <li>
      <span>
        {t('prices.alarms.source', {
          source,
          vehicle: t(`prices.vehicle.${vehicle}`),
          day: japanFullDate(firstDay),
          count: sales,
          n: groupThousands(sales),
          percent: Math.round(ratio * 100),
        })}
      </span>
      <ActionButton kind="plain" size="sm" loading={release.isPending} onClick={() => release.mutate()}>
        {t('prices.alarms.release')}
      </ActionButton>
    </li>
  );
}
