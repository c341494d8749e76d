/** Stands in for artwork that cannot be shown small where a page cannot draw; the build draws it. */
export const ARTWORK_PLACEHOLDER_PATH = "/cards/sleeve.png";

/** The picture of the home page, which the build draws. */
export const homePicture = {
  /** As the image mapping names it. */
  name: "grooves.jpg",
  original: "/files/originals/grooves.jpg",
  /** Another one makes another record. */
  seed: "grooves",
  width: 1600,
  height: 800,
  alt: "Close-up of a record cut out of dark red wood, light lying across its grooves",
} as const;
