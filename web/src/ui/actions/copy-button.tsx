// Kept instead of Mantine's CopyButton, which cannot report that plain http has no clipboard.

import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DELAY_MS } from '../theme/delays.ts';
import { t } from '../theme/text.ts';
import { ActionButton, type ActionStyle } from './action-button.tsx';

interface CopyButtonProps extends Pick<ActionStyle, 'kind' | 'size'> {
  text: string;
  copyLabel?: string;
  copiedLabel?: string;
}

/** Copies a text to the clipboard and says so for three seconds. */
export function CopyButton({ text, copyLabel = t('ui.copy'), copiedLabel = t('ui.copied'), ...look }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DELAY_MS.copied);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionButton
      kind="plain"
      {...look}
      leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
      onClick={() => void copy(text).then(setCopied)}
    >
      <span aria-live="polite">{copied ? copiedLabel : copyLabel}</span>
    </ActionButton>
  );
}

/** True if the text is on the clipboard. */
async function copy(text: string): Promise<boolean> {
  // There is no clipboard on plain http in a local network; the text can still be selected by hand.
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
