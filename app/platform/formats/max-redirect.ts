/** The longest address that a reply leads to, in characters: pages of ours have much shorter ones. */
export const MAX_REDIRECT = 2_000;
