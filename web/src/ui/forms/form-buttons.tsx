import { ActionButton, type ActionSize } from '../actions/action-button.tsx';
import { t } from '../theme/text.ts';
import css from './form.module.css';

interface FormButtonsProps {
  /** Text of the button that submits the form. */
  submit: string;
  isPending?: boolean;
  isDisabled?: boolean;
  onCancel?: () => void;
  size?: ActionSize;
}

/** Last row of a form: its submit button and, with `onCancel`, Cancel. */
export function FormButtons({ submit, isPending, isDisabled, onCancel, size = 'md' }: FormButtonsProps) {
  return (
    <div className={css.buttons}>
      <ActionButton type="submit" size={size} loading={isPending} disabled={isDisabled}>
        {submit}
      </ActionButton>
      {onCancel && (
        <ActionButton kind="plain" size={size} disabled={isPending} onClick={onCancel}>
          {t('ui.cancel')}
        </ActionButton>
      )}
    </div>
  );
}
