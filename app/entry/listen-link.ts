/** Characters of a listen link as artists paste it. */
export const MAX_TYPED_LINK = 500;

/**
 * Characters of a listen link as browsers spell it, which is how it is kept: there a letter of another
 * script has nine, such as %E3%81%82. One measure for whoever joins the waiting list and for their
 * invitation, so that nobody is let in by the one and refused by the other.
 */
export const MAX_LISTEN_LINK = 5_000;
