export interface LinkKey {
  /** In addresses: letters, digits, `_` and `-`. */
  id: string;
  secret: string;
}

export interface LinkKeys {
  /** `SIGNING_SECRET`, for links without a key id. */
  secret: string;
  /** The first one signs, all verify. Without any, `secret` signs. */
  keys: readonly LinkKey[];
}

const PAIR = /^([\w-]{1,32}):(\S{32,})$/;

/**
 * Parses `LINK_KEYS`: `id:secret` pairs with commas between them.
 * @returns undefined for anything else, such as a secret under 32 characters or a repeated id.
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

export function linkKeysOf(settings: { SIGNING_SECRET: string; LINK_KEYS?: string }): LinkKeys {
  const { SIGNING_SECRET: secret, LINK_KEYS: keys } = settings;
  return { secret, keys: (keys && readLinkKeys(keys)) || [] };
}
