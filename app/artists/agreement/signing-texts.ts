/* What the panel says where something is wrong: specification, section 8, 'Contract'. */

/** With 'Retry': the page opened and Dropbox Sign made no request just then. */
export const NOT_CREATED = "Could not create signature request. Please try again.";
/** With 'Retry': the request cannot be made like this, or the reply made no sense. */
export const NOT_INITIALIZED = "Error initializing contract";
/** With 'Retry', where the request should open. */
export const NO_SIGN_URL = "No signature URL available. Please try again.";
/** With 'Try Again'. */
export const DECLINED = "You have declined to sign the agreement.";
/** The same. */
export const EXPIRED = "The signature request has expired.";
/** After 'Try Again'. */
export const NOT_CREATED_AGAIN = "Failed to create signature request";
/** Where Dropbox Sign does not tell how a request stands. */
export const NOT_CHECKED = "Failed to check signature status";
/** Where a signature was given and could not be kept. */
export const NOT_REGISTERED = "Failed to register contract signed";
