/** The longest redirect, in characters. */
export const MAX_REDIRECT = 2_000;
