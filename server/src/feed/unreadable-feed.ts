/** A file, address or mapping nothing can be read from, in a sentence for the operator; bad rows are none. */
export class UnreadableFeed extends Error {}
