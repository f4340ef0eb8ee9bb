import { Children, type ReactNode } from 'react';

/** Related parts in one line, separated by points; a narrow line breaks after a point, never within a part. */
export function Parts({ parts }: { parts: readonly ReactNode[] }) {
  return Children.map(parts, (part, index) => (
    <>
      {index > 0 && ' '}
      <span className="nowrap">
        {part}
        {index < parts.length - 1 && ' ·'}
      </span>
    </>
  ));
}
