import { QRCodeSVG } from 'qrcode.react';
import { ApiError } from '../../shell/api/api.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionAnchor, ActionButton } from '../../ui/actions/action-button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import authCss from '../auth-form.module.css';
import { codeProblem, onlyProblems } from './check-code.ts';
import { CodeField } from './code-field.tsx';
import css from './second-factor.module.css';
import { useConfirmSetup } from './second-factor-queries.ts';

interface ConnectAppProps {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: string[]) => void;
  /** Called when the secret has expired. */
  onExpired: (error: ApiError) => void;
}

/** Shows the secret as a QR code and as text, and asks for the first code as proof that the app has it. */
export function ConnectApp({ secret, uri, onDone, onExpired }: ConnectAppProps) {
  const confirm = useConfirmSetup();
  const form = useCheckedForm({
    name: 'second-factor-confirm',
    initial: { code: '' },
    check: ({ code }) => onlyProblems({ code: codeProblem(code, 'app') }),
    send: (body) =>
      confirm(body).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'Auth.LoginExpired') onExpired(error);
        throw error;
      }),
    onDone,
  });
  return (
    <>
      {/* Scanners need dark on light with a quiet zone in every theme. */}
      <QRCodeSVG
        className={css.qr}
        value={uri}
        size={216}
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        role="img"
        title={t('auth.secondFactor.qrName')}
      />
      <div className={css.key}>
        <p className="quiet small">{t('auth.secondFactor.key')}</p>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <div className={css.row}>
          <CopyButton size="md" text={secret} />
          <ActionAnchor kind="plain" size="md" href={uri}>
            {t('auth.secondFactor.openApp')}
          </ActionAnchor>
        </div>
      </div>
      <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
        {form.failure && <FormAlert>{form.failure}</FormAlert>}
        <CodeField {...form.field('code')} accepts="app" label={t('auth.secondFactor.code')} />
        <ActionButton type="submit" size="lg" fullWidth loading={form.isPending}>
          {t('auth.secondFactor.turnOn')}
        </ActionButton>
      </form>
    </>
  );
}
