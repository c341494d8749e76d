/* How long a sign-in and what belongs to it last; pages and mails say these figures. */

/** Hours of a staff session. */
export const STAFF_SESSION_HOURS = 12;
/** Days of an artist's session in a browser. */
export const ARTIST_SESSION_DAYS = 30;
/** Minutes that a mailed link signs an artist in, or confirms who they are. */
export const SIGN_IN_LINK_MINUTES = 15;
/** Minutes in which a confirmed artist may make tokens, or download and delete their data. */
export const CONFIRMED_MINUTES = 10;
/** Hours that the link to a new address of an account works. */
export const NEW_EMAIL_HOURS = 24;
/** Wrong passcodes from one network address before it has to wait. */
export const WRONG_PASSCODES = { limit: 10, minutes: 15 };
