/** A text without null characters: a dump of the database that has one is no SQL any more. */
export const withoutNulls = (text: string): string => text.replaceAll("\0", "");
