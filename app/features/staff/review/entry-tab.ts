/** The parts of an entry that are read on demand, in their order. */
export const entryTabs = ["details", "files", "history", "mails", "artist"] as const;
export type EntryTab = (typeof entryTabs)[number];

/** A tab of an address; the first for anything else. */
export const readTab = (text: string | null): EntryTab =>
  entryTabs.find((tab) => tab === text) ?? entryTabs[0];
