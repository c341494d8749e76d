/**
 * Primary genres in the specification's order (entities, "Genres"). In a file of their own, so that
 * pages need not load all sub-genres.
 */
export const primaryGenres: readonly string[] = [
  "Pop",
  "Folk",
  "Country",
  "Jazz",
  "R&B/Soul",
  "Rock",
  "African",
  "Alternative",
  "Arabic",
  "Asian",
  "Blues",
  "Brazilian",
  "Christian & Gospel",
  "Classical",
  "Easy Listening",
  "Electronic",
  "Hip-Hop/Rap",
  "Indian",
  "Latin",
  "Metal",
  "Reggae",
  "Relaxation",
  "Various",
  "World Music",
];
