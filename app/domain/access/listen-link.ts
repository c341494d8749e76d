export const MAX_TYPED_LINK = 500;

/**
 * In characters, as normalized by browsers and stored: a letter of another script has nine, such
 * as %E3%81%82. The waiting list and invitations share this limit.
 */
export const MAX_LISTEN_LINK = 5_000;
