/** A key that links to files are signed with. */
export interface LinkKey {
  /** Names it in addresses: letters, digits, `_` and `-`. */
  id: string;
  secret: string;
}

/** What links to files are signed with, and what signatures are known. */
export interface LinkKeys {
  /** `SIGNING_SECRET`: of links that name no key. */
  secret: string;
  /** The first one signs; all of them are known. Where there is none, `secret` signs. */
  keys: readonly LinkKey[];
}

const PAIR = /^([\w-]{1,32}):(\S{32,})$/;

/**
 * Reads `LINK_KEYS`: `id:secret` pairs with commas between them.
 * @returns undefined for anything else, such as a secret under 32 characters or an id given twice.
 */
export function readLinkKeys(text: string): LinkKey[] | undefined {
  const keys: LinkKey[] = [];
  for (const pair of text.split(",")) {
    const [, id, secret] = PAIR.exec(pair.trim()) ?? [];
    if (!id || !secret || keys.some((key) => key.id === id)) return undefined;
    keys.push({ id, secret });
  }
  return keys;
}

/** The keys by the settings, which were found to be readable when they were parsed. */
export function linkKeysOf(settings: { SIGNING_SECRET: string; LINK_KEYS?: string }): LinkKeys {
  const { SIGNING_SECRET: secret, LINK_KEYS: keys } = settings;
  return { secret, keys: (keys && readLinkKeys(keys)) || [] };
}
