import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../theme/text.ts';

type PasswordFieldProps = PasswordInputProps & { autoComplete: 'current-password' | 'new-password' };

/** Password field with a keyboard-accessible show button and a Caps Lock warning. */
export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <PasswordInput
      spellCheck={false}
      autoCapitalize="none"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      description={capsLock ? t('ui.capsLock') : props.description}
      visible={visible}
      onVisibilityChange={setVisible}
      onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
      rightSectionWidth={44}
      visibilityToggleIcon={Eye}
      visibilityToggleButtonProps={{
        // As high as the field with its border.
        size: 44,
        'aria-label': t(visible ? 'ui.hidePassword' : 'ui.showPassword'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}

const Eye = ({ reveal }: { reveal: boolean }) => {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={20} stroke={1.5} aria-hidden />;
};
