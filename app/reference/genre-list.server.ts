import { genres } from "./genres";

/**
 * All genres, for the pages that the server makes. In the browser there is no such module: a page
 * that came from the server has the list in its fields and need not load it a second time.
 */
export const genreList = genres;
