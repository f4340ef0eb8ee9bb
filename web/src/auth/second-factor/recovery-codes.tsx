import { Checkbox } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { useCompanyName } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import authCss from '../auth-form.module.css';
import { onlyProblems } from './check-code.ts';
import css from './recovery-codes.module.css';

/** Shows the codes once, until the user confirms that they are saved. */
export function RecoveryCodes({ codes, onConfirmed }: { codes: string[]; onConfirmed: () => void }) {
  const { email } = useSession().detail;
  const company = useCompanyName();
  const head = t('auth.secondFactor.file', { email, company });
  const text = [head, '', ...codes, ''].join('\n');
  const form = useCheckedForm({
    name: 'recovery-codes',
    initial: { kept: false },
    check: ({ kept }) => onlyProblems({ kept: kept ? undefined : t('auth.secondFactor.keptFirst') }),
    send: async () => onConfirmed(),
  });
  return (
    <>
      <div className={css.printed}>
        <p className={css.paperHead}>{head}</p>
        <ol className={css.codes}>
          {codes.map((code) => (
            <li key={code} className="nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className={css.tools}>
        <CopyButton size="md" text={codes.join('\n')} />
        <ActionButton
          kind="plain"
          size="md"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => download(text)}
        >
          {t('auth.secondFactor.download')}
        </ActionButton>
        <ActionButton
          kind="plain"
          size="md"
          leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('auth.secondFactor.print')}
        </ActionButton>
      </div>
      <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
        <Checkbox {...form.field('kept', { type: 'checkbox' })} label={t('auth.secondFactor.kept')} />
        <ActionButton type="submit" size="lg" fullWidth>
          {t('auth.secondFactor.finish')}
        </ActionButton>
      </form>
    </>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
