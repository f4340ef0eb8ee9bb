/** A start-up error with one plain sentence for the operator: print `message`, not the stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

const DISK_FULL = /No space left on device|ENOSPC|could not extend file/;

/** Returns the failure for a full disk. */
export const diskFull = (folder: string): StartFailure =>
  new StartFailure(`The disk holding ${folder} is full: free some space and start again, no saved data is lost.`);

/** Returns a failure with the end of a log as the cause, or the sentence for a full disk when the log reports one. */
export function failureWithLog(sentence: string, log: string, folder: string): StartFailure {
  if (DISK_FULL.test(log)) return diskFull(folder);
  const tail = log.trim().split('\n').slice(-8).join('\n  ');
  return new StartFailure(tail ? `${sentence} Its output:\n  ${tail}` : sentence);
}
