import { ALERTS, type Alert } from '@seri/contract/searches/routes.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import css from './searches.module.css';

interface AlertChoiceProps {
  value: Alert;
  onChange: (alert: Alert) => void;
  /** Title of the search for screen readers, if a list has several searches. */
  of?: string;
}

/** Choice of how often new lots of a search are emailed. */
export function AlertChoice({ value, onChange, of }: AlertChoiceProps) {
  const options = ALERTS.map((alert) => ({ value: alert, label: t(`searches.alert.${alert}`) }));
  return (
    <div className={css.alert}>
      <span className="quiet small">{t('searches.alert.label')}</span>
      <Segmented
        name={of ? t('searches.alert.of', { title: of }) : t('searches.alert.label')}
        value={value}
        options={options}
        onChange={onChange}
      />
    </div>
  );
}
