/** What `Ids.secret` makes, 256 random bits as base64url, within a pattern. */
export const SECRET = String.raw`[\w-]{43}`;

const WHOLE = new RegExp(`^${SECRET}$`);

/** Whether a text has the form of a secret of ours. */
export const isSecret = (text: string): boolean => WHOLE.test(text);
