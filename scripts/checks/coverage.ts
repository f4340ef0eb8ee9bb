import { readCoverage, readList } from '../coverage/coverage.ts';

/** Each requirement has a test or a reason, and each tag names requirements of the list above a test that runs. */
export const checkCoverage = async (): Promise<string[]> => (await readCoverage(readList())).problems;
