import type { ReactNode } from 'react';
import css from './form-alert.module.css';

/** The box above a form: why it was refused, or that it is done; read out as it appears. */
export const FormAlert = ({ kind = 'refused', children }: { kind?: 'refused' | 'done'; children: ReactNode }) => (
  <div className={css.alert} data-kind={kind} role={kind === 'refused' ? 'alert' : 'status'}>
    {children}
  </div>
);
