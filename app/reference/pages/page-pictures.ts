/** Placeholder for artwork without a preview; drawn by the build. */
export const ARTWORK_PLACEHOLDER_PATH = "/cards/sleeve.png";

/** The picture of the home page, which the build draws. */
export const homePicture = {
  /** Key in the image mapping. */
  name: "grooves.jpg",
  original: "/files/originals/grooves.jpg",
  seed: "grooves",
  width: 1600,
  height: 800,
  alt: "Close-up of a record cut out of dark red wood, light lying across its grooves",
} as const;
