import { NEW_EMAIL_HOURS } from "~/platform/sign-in-periods";

export const INVALID_LINK = `This link doesn't work: it was used, is older than ${NEW_EMAIL_HOURS} hours, or isn't complete. Your account hasn't changed.`;
