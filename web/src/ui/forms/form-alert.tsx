// Kept instead of Mantine's Alert, because pages without forms show it and load no Mantine.

import type { ReactNode } from 'react';
import css from './form-alert.module.css';

/** Message above a form: the refusal or the success; screen readers announce it. */
export const FormAlert = ({ kind = 'refused', children }: { kind?: 'refused' | 'done'; children: ReactNode }) => (
  <div className={css.alert} data-kind={kind} role={kind === 'refused' ? 'alert' : 'status'}>
    {children}
  </div>
);
