import { statement } from '@seri/contract/payments/statement-routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { japanIsoDay } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useSession } from '../shell/session/session.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import css from './payments.module.css';

const LANGUAGES = [
  { value: String(LANGUAGE.en) as '692' | '693', label: 'English' },
  { value: String(LANGUAGE.ru) as '692' | '693', label: 'Русский' },
];

/** Period and language of a statement; this month by default. */
export function StatementDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const today = japanIsoDay(serverNow());
  const own = String(useSession().detail.language);
  const [dateFrom, setFrom] = useState<string | undefined>(`${today.slice(0, 7)}-01`);
  const [dateTo, setTo] = useState<string | undefined>(today);
  const [language, setLanguage] = useState(LANGUAGES.find(({ value }) => value === own)?.value ?? '692');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (days: { dateFrom: string; dateTo: string; unprintable?: '1' }) =>
      call(statement, { query: { ...days, language } }),
    onSuccess: (address) => {
      location.assign(address);
      onClose();
    },
  });
  const change = (set: (day: string | undefined) => void) => (day: string | undefined) => {
    reset();
    set(day);
  };
  const isComplete = dateFrom !== undefined && dateTo !== undefined;
  const unprintable = error instanceof ApiError && error.code === 'Payment.Unprintable' ? error : null;
  const download = () =>
    isComplete && mutate(unprintable ? { dateFrom, dateTo, unprintable: '1' } : { dateFrom, dateTo });
  const problem = unprintable
    ? t('Error.Payment.Unprintable', { letters: String(unprintable.details?.letters ?? '') })
    : error && errorText(error);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('payments.statement')}
      confirmLabel={t(unprintable ? 'payments.statement.anyway' : 'payments.statement.download')}
      cancelLabel={t('payments.statement.cancel')}
      onConfirm={download}
      onEnter={download}
      onCancel={onClose}
      pending={isPending}
      confirmDisabled={!isComplete}
      error={problem}
    >
      <p className="quiet">{t('payments.statement.text')}</p>
      <div className={css.period}>
        <DayField
          label={t('payments.from')}
          invalid={t('Errors.Invalid')}
          value={dateFrom}
          onChange={change(setFrom)}
        />
        <DayField label={t('payments.to')} invalid={t('Errors.Invalid')} value={dateTo} onChange={change(setTo)} />
        <Segmented name={t('shell.language')} value={language} options={LANGUAGES} onChange={setLanguage} />
      </div>
    </ConfirmDialog>
  );
}
