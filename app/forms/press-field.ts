/** The hidden field with the id of a page's next press. */
export const PRESS_FIELD = "press";
