/* Error texts of the panel (specification, section 8, 'Contract'). */

/** Dropbox Sign created no request when the page opened. With 'Retry'. */
export const NOT_CREATED = "Could not create signature request. Please try again.";
/** Invalid request, or unreadable reply. With 'Retry'. */
export const NOT_INITIALIZED = "Error initializing contract";
/** With 'Retry'. */
export const NO_SIGN_URL = "No signature URL available. Please try again.";
/** With 'Try Again'. */
export const DECLINED = "You have declined to sign the agreement.";
/** With 'Try Again'. */
export const EXPIRED = "The signature request has expired.";
/** After 'Try Again'. */
export const NOT_CREATED_AGAIN = "Failed to create signature request";
export const NOT_CHECKED = "Failed to check signature status";
/** The signature was given but could not be stored. */
export const NOT_REGISTERED = "Failed to register contract signed";
