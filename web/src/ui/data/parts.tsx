import { Children, type ReactNode } from 'react';

/** What belongs together in one line, with points between; a line too narrow breaks between parts, never within one. */
export function Parts({ parts }: { parts: readonly ReactNode[] }) {
  return Children.map(parts, (part, index) => (
    <>
      {index > 0 && ' · '}
      <span className="nowrap">{part}</span>
    </>
  ));
}
