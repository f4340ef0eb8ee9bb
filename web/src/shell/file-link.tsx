import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { errorText } from './api/error-text.ts';
import css from './file-link.module.css';
import { sessionQuery } from './session/session.ts';

interface FileLinkProps {
  path: string;
  className?: string | undefined;
  /** Query to run before the download; the session by default. */
  beforeDownload?: (() => Promise<unknown>) | undefined;
  children: ReactNode;
}

/** Link to a file of the portal. Calls the server first, so that an expired session is renewed or reported. */
export function FileLink({ path, className, beforeDownload, children }: FileLinkProps) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setProblem(null);
    try {
      await (beforeDownload ? beforeDownload() : client.fetchQuery({ ...sessionQuery, staleTime: 0 }));
      location.assign(path);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      <a href={path} className={className} onClick={(event) => void open(event)}>
        {children}
      </a>
      {problem && (
        <span role="status" className={css.problem}>
          {problem}
        </span>
      )}
    </>
  );
}
