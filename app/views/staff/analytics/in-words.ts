/** A number as it is read: "1,234,567". */
export const inWords = (count: number): string => Math.round(count).toLocaleString("en-GB");

/** So many of something: "1 check", "1,234 checks". */
export const ofMany = (count: number, one: string): string =>
  `${inWords(count)} ${one}${count === 1 ? "" : "s"}`;
