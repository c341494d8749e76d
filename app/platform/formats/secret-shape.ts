/** A pattern for secrets of `Ids.secret`: 256 bits as base64url. */
export const SECRET = String.raw`[\w-]{43}`;

const WHOLE = new RegExp(`^${SECRET}$`);

export const isSecret = (text: string): boolean => WHOLE.test(text);
